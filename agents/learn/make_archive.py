"""The command that makes an archive of won games for backplay.

``python -m tablemates.agents.learn.make_archive --agent planner-tuned``; recipes are in
``configs/starts``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field

from tablemates.agents.arena import AgentPlayer, play_all
from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.running import progress
from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.cli.settings_models import UserPath
from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.games import Observer, Played, Start
from tablemates.agents.output.folders import check_file
from tablemates.agents.registry import find_agent
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.history.start_archive import RecordedGame, write_archive
from tablemates.envs.core.views.agent import Agent
from tablemates.envs.registry import new_game

#: Rounds of games after which a scenario that gives too few wins is left as it is.
_ROUNDS: Final = 8


class ArchiveConfig(ScenarioConfig):
    """All settings of an archive."""

    out: UserPath = Path("runs/archive.safetensors")
    """File of the archive; one that is there is replaced."""
    agent: str = "random"
    """Agent that plays all seats."""
    games: Annotated[int, Field(ge=1)] = 100
    """Won games to keep of each scenario."""
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0
    """Block of training seeds."""
    max_turns: Annotated[int, Field(ge=1)] = 200
    """Longer games count as lost."""


COMMAND: Final = Command(
    script="python -m tablemates.agents.learn.make_archive",
    settings=ArchiveConfig,
    purpose="Play games with an agent and keep those that it wins as starts for backplay.",
    examples=[
        "--agent planner-tuned --scenario level=1 players=1,2 --games 100",
        "--config configs/starts/{game}.yaml --out runs/starts.safetensors",
    ],
    main="--out",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, make_archive)


def make_archive(config: ArchiveConfig) -> None:
    """Play games and write the archive."""
    game = new_game(config.settings())
    if not game.co_operative:
        raise SettingsError(f"{game.title} has no games that all seats have won")
    agent = find_agent(config.agent, GameFacts.of_game(game))
    check_file(config.out)
    scenarios = game.settings.scenarios()
    kept: list[RecordedGame] = []
    with progress("playing", "won games", config.games * len(scenarios)) as report:
        for number in range(len(scenarios)):
            kept += _won_games(game, agent, number, config)
            report(len(kept), scenarios[number].name)
    if not kept:
        raise AgentError(f"{config.agent} won none of the games: use a stronger agent")
    write_archive(config.out, game, kept, config.agent)
    print(f"{len(kept):,} won games: {config.out}")


def _won_games(game: Game, agent: Agent, number: int, config: ArchiveConfig) -> list[RecordedGame]:
    """Return won games of a scenario, fewer than asked for where the agent wins too few."""
    scenario, player = game.settings.scenarios()[number], AgentPlayer(config.agent, agent)
    won: list[Played] = []
    for attempt in range(_ROUNDS):
        first = ((config.seed * _ROUNDS + attempt) << 16) * 64 + (number << 16)
        starts = [
            Start(seed_for("train", first + n), scenario.choice, [0] * scenario.players)
            for n in range(config.games)
        ]
        found = _Won()
        play_all(game, player, starts, [found], config.max_turns)
        won += sorted(found.games, key=lambda one: one.lane)
        if len(won) >= config.games:
            break
    else:
        print(f"{scenario.name}: only {len(won)} games won", file=sys.stderr)
    return [RecordedGame(number, one.start.seed, one.actions) for one in won[: config.games]]


class _Won(Observer):
    """Keeps the games that were won."""

    def __init__(self) -> None:
        self.games: list[Played] = []

    def end(self, games: Sequence[Played]) -> None:
        for one in games:
            if one.fault is not None:
                raise AgentError(one.fault.reason)
            if one.over and one.ending["returns"][0] > 0.0:
                self.games.append(one)


if __name__ == "__main__":
    sys.exit(main())
