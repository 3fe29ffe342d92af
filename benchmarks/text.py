"""Sizes of texts in tokens, and scripted players that speak text: ``python -m benchmarks.text``.

Tokens are those of Tekken, whose vocabulary lies in the wheel of ``mistral-common``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Annotated, Any, Final

import numpy as np
from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.text.asking import in_short
from tablemates.envs.registry import GAMES
from tablemates.text import TextGame

#: Players that speak text: without looking, and as their native twin.
PLAYERS: Final = ("random legal", "first legal", "rules")


class TextBenchConfig(SettingsModel):
    """All settings of the command."""

    game: tuple[str, ...] = tuple(GAMES)
    """Games that are measured."""
    games: Annotated[int, Field(ge=1)] = 100
    """Games of each, by each player in both seats."""


COMMAND: Final = Command(
    script="python -m benchmarks.text",
    settings=TextBenchConfig,
    purpose="Measure texts in tokens, and play by scripts that speak text.",
    examples=["", "--game {game} --games 20"],
    main="--games",
)


def tokens() -> Callable[[str], int]:
    """Return a function that counts tokens."""
    import mistral_common
    from mistral_common.tokens.tokenizers.tekken import Tekkenizer

    files = sorted((Path(mistral_common.__file__).parent / "data").glob("tekken_*.json"))
    tokenizer: Any = Tekkenizer.from_file(files[-1])
    return lambda text: len(tokenizer.encode(text, False, False))


def answer_of(player: str, game: TextGame, rng: np.random.Generator, agent: Any) -> str:
    """Return what a scripted player says."""
    choices = game.legal(game.to_move)
    if player == "rules":
        action = int(agent.act(game.situation()))
        return json.dumps({"action": {one.id: one.text for one in choices}[action]})
    choice = choices[int(rng.integers(len(choices))) if player == "random legal" else 0]
    return json.dumps({"action": choice.id})


def played(key: str, player: str, games: int, count: Callable[[str], int]) -> dict[str, Any]:
    """Play games of two and return a row, with the sizes of what was read."""
    game = TextGame(key, {"players": 2})
    rng, agent = np.random.default_rng(0), find_agent("rules", GameFacts.of_game(game.game))
    sizes: list[int] = []
    forms: list[int] = []
    found = []
    for number in range(games):
        game.reset(seed_for("eval", number))
        while not game.over:
            if number < 10:  # thousands of decisions, which differ little
                sizes.append(count(game.observation(game.to_move)))
                forms.append(count(in_short(game.observation_json(game.to_move))))
            game.step(answer_of(player, game, rng, agent))
        found.append(game.result)
    answers = [one for result in found for one in result.answers.values()]
    return {
        "game": key,
        "player": player,
        "games": games,
        "first or won, %": 100 * np.mean([result.returns[0] == 1.0 for result in found]),
        "progress, %": 100 * np.mean([max(result.progress) for result in found]),
        "decisions": np.mean([result.decisions for result in found]),
        "illegal": sum(one.illegal + one.unreadable for one in answers),
        "forfeits": sum(one.forfeits for one in answers),
        "median": median(sizes),
        "largest": max(sizes),
        "JSON, median": median(forms),
        "JSON, largest": max(forms),
    }


def report(config: TextBenchConfig) -> None:
    """Print the tables."""
    count = tokens()
    for key in config.game:
        rules = TextGame(key, {"players": 2})
        print(f"{key}: rules {count(rules.rules())} tokens, full {count(rules.rules('full'))}")
        for player in PLAYERS:
            row = played(key, player, config.games, count)
            told = (f"{one:.1f}" if isinstance(one, float) else str(one) for one in row.values())
            if player == PLAYERS[0]:
                print(f"| {' | '.join(row)} |")
            print(f"| {' | '.join(told)} |", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, report)


if __name__ == "__main__":
    sys.exit(main())
