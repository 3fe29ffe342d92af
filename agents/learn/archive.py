"""The command that makes an archive of won games for backplay.

``python -m tablemates.agents.learn.archive --agent planner-tuned``; recipes are in
``configs/starts``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import numpy as np
from pydantic import Field

from tablemates.agents.commands import progress, run
from tablemates.agents.configs import SettingsParser, UserPath
from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.agents.scenarios import ScenarioConfig
from tablemates.envs.core.agent import Agent, Batch
from tablemates.envs.core.answers import OVER, SKIP
from tablemates.envs.core.batch import GameBatch
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game import Game
from tablemates.envs.core.keys import decision_keys
from tablemates.envs.core.positions import RecordedGame, write_positions
from tablemates.envs.core.seeds import seed_for
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


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = SettingsParser(
        ArchiveConfig,
        prog="python -m tablemates.agents.learn.archive",
        description="Play games with an agent and keep those that it wins as starts for backplay.",
    )
    config, _ = parser.parse_settings(argv)
    return run("archive", lambda: make_archive(config))


def make_archive(config: ArchiveConfig) -> None:
    """Play games and write the archive.

    Raises:
        GameError, DocumentError: Settings or agent are unusable, or no game was won.
    """
    game = new_game(config.settings())
    if not game.co_operative:
        raise SettingsError(f"{game.title} has no games that all seats have won")
    agent = find_agent(config.agent, GameFacts.of_game(game))
    scenarios = game.settings.scenarios()
    kept: list[RecordedGame] = []
    with progress("playing", "won games", config.games * len(scenarios)) as report:
        for number in range(len(scenarios)):
            kept += _won_games(game, agent, number, config)
            report(len(kept), scenarios[number].name)
    if not kept:
        raise AgentError(f"{config.agent} won none of the games: use a stronger agent")
    write_positions(config.out, game, kept, config.agent)
    print(f"{len(kept):,} won games: {config.out}")


def _won_games(game: Game, agent: Agent, number: int, config: ArchiveConfig) -> list[RecordedGame]:
    """Return won games of a scenario, fewer than asked for where the agent wins too few."""
    kept: list[RecordedGame] = []
    for attempt in range(_ROUNDS):
        first = ((config.seed * _ROUNDS + attempt) << 16) * 64 + (number << 16)
        seeds = [seed_for("train", first + n) for n in range(config.games)]
        kept += _play(game, agent, number, seeds, config.max_turns)
        if len(kept) >= config.games:
            return kept[: config.games]
    print(f"{game.settings.scenarios()[number].name}: only {len(kept)} games won", file=sys.stderr)
    return kept


def _play(
    game: Game, agent: Agent, number: int, seeds: Sequence[int], max_turns: int
) -> list[RecordedGame]:
    """Play games of a scenario; return those that were won."""
    scenario, count = game.settings.scenarios()[number], len(seeds)
    batch, lanes = GameBatch(game, count), np.arange(count)
    batch.set_up(lanes, seeds, [scenario.choice] * count, [scenario.players] * count)
    played: list[list[int]] = [[] for _ in seeds]
    actions = np.full(count, SKIP, np.int64)
    while len(live := lanes[(batch.answers >= 0) & (batch.turns <= max_turns)]):
        keys = decision_keys(batch.seeds[live], np.array([len(played[n]) for n in live]))
        actions[:] = SKIP
        actions[live] = agent.act_batch(
            Batch(batch.observations[live], batch.masks[live], batch.publics[live], keys)
        )
        for n in live.tolist():
            played[n].append(int(actions[n]))
        batch.step(actions)
    won = (batch.answers == OVER) & (batch.endings(lanes)["returns"][:, 0] > 0.0)
    return [RecordedGame(number, seeds[n], played[n]) for n in np.flatnonzero(won).tolist()]


if __name__ == "__main__":
    sys.exit(main())
