"""Sources of the variance of results: rolls and draws, by turn.

``python -m tablemates.agents.evaluation.studies.variance --scenario level=1,5 players=2`` plays
games by a value network. At some chance nodes of each, drawn at random, every outcome is played on
by the network in two independent halves of games. The variance of the expected return over the
outcomes is a mean of products of both halves, which is free of the noise of either. Summed over the
nodes of a game it is the variance of the return, because an agent that plays the best action adds
none: what a perfect value function could take off.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.running import progress
from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.agents.value.agent import ValueAgent
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.game.settings import Scenario
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.registry import new_game

Floats = npt.NDArray[np.float64]

#: Most decisions of a game that is played on.
_LIMIT: Final = 1_000
_PHASES: Final = ("progress below 1/3", "below 2/3", "above")
_NORMAL: Final = 1.96


class VarianceConfig(ScenarioConfig):
    """All settings of the command."""

    agent: str = "value"
    """Value network that plays: a name or a folder."""
    games: Annotated[int, Field(ge=2)] = 100
    """Games of each scenario, on evaluation seeds."""
    nodes: Annotated[int, Field(ge=1)] = 3
    """Chance nodes of each game that are played on."""
    futures: Annotated[int, Field(ge=1)] = 64
    """Games of each half after each outcome."""


class Found(NamedTuple):
    """The scaled return of a game, and its variance by source and phase.

    All nodes count as if they were like those that were played on.
    """

    scaled: float
    parts: dict[tuple[str, int], float]


class Survey:
    """Plays games of a scenario and plays on from their chance nodes."""

    def __init__(self, config: VarianceConfig, scenario: Scenario) -> None:
        every = config.settings()
        one = type(every).of_recipe(scenario.recipe, config.components)
        settings = replace(one, chance="explicit")
        agent = find_agent(config.agent, GameFacts.of(settings))
        if not isinstance(agent, ValueAgent):
            raise AgentError(f"{config.agent} is no value network: name one, or its folder")
        self._agent, self._config = agent, config
        self._game = new_game(settings)
        self._rng = np.random.default_rng(seed_for("tune", 0))

    def play(self, number: int) -> Found:
        """Play a game and play on from some of its nodes."""
        game, seed = self._game, seed_for("eval", number)
        nodes: list[tuple[bytes, int]] = []  # records and phases
        decisions = 0
        seat = game.new(seed)
        while seat != OVER and decisions < _LIMIT:
            if seat == CHANCE:
                values, chances = game.chance_outcomes()
                if len(values) > 1:
                    nodes.append((game.save(), min(2, int(3 * game.progress()))))
                seat = game.step(int(self._rng.choice(values, p=chances)))
            else:
                seat = game.step(self._agent.act(Situation.of(game, seed, decisions)))
                decisions += 1
        scaled = game.scaled(game.returns()[0]) if seat == OVER else 0.0
        parts: dict[tuple[str, int], float] = defaultdict(float)
        count = min(self._config.nodes, len(nodes))
        for n in self._rng.choice(len(nodes), count, replace=False).tolist():
            record, phase = nodes[n]
            source, variance = self._variance(record)
            parts[source, phase] += variance * len(nodes) / count
        return Found(scaled, dict(parts))

    def _variance(self, record: bytes) -> tuple[str, float]:
        """Return what is rolled or drawn at a node, and the variance that it decides."""
        game, source = self._game, ""
        game.restore(record)
        values, chances = (one.copy() for one in game.chance_outcomes())
        halves = np.empty((2, len(values)))
        for i, value in enumerate(values.tolist()):
            game.restore(record)
            over = game.step(value) == OVER
            source = source or str(game.events()[0]["event"])
            halves[:, i] = game.scaled(game.returns()[0]) if over else self._played_on(game)
        apart = halves - (halves @ chances)[:, None]
        return source, float(chances @ (apart[0] * apart[1]))

    def _played_on(self, game: Game) -> Floats:
        """Return the mean scaled returns of two halves of games from here."""
        games, public = 2 * self._config.futures, game.seen(game.viewer)
        seeds = self._rng.integers(2**63, size=games).astype(np.uint64)
        tasks = self._agent.resumed(np.broadcast_to(public, (games, len(public))), seeds)
        log = self._agent.play(tasks, _LIMIT)
        ends: Floats = np.where(log.over == 1, log.ends[:, 0, 0], 0.0)
        halves: Floats = ends.reshape(2, -1).mean(axis=1)
        return halves


COMMAND: Final = Command(
    script="python -m tablemates.agents.evaluation.studies.variance",
    settings=VarianceConfig,
    purpose="Say which rolls and draws the variance of results comes from, and when.",
    examples=["--scenario level=1,5 players=2", "--game {game} --scenario players=2 --games 50"],
    main="--agent",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, _survey)


def _survey(config: VarianceConfig) -> None:
    scenarios = config.settings().scenarios()
    with progress("variance", "games", len(scenarios) * config.games) as report:
        for n, scenario in enumerate(scenarios):
            survey, found = Survey(config, scenario), []
            for number in range(config.games):
                found.append(survey.play(number))
                report(n * config.games + number + 1, scenario.name)
            print(*lines(scenario.name, found), sep="\n")


def lines(name: str, found: Sequence[Found]) -> list[str]:
    """Return what was found as lines of text: shares of the variance with 95 % intervals."""
    whole = float(np.var([one.scaled for one in found], ddof=1))
    share = float(np.mean([one.scaled for one in found]))
    made = [f"{name}: {len(found)} games, mean return {share:.3f}, variance {whole:.4f}"]
    total = [sum(one.parts.values()) for one in found]
    made.append(f"  all chance nodes: {_part(total)}")
    for source, phase in sorted({key for one in found for key in one.parts}):
        part = _part([one.parts.get((source, phase), 0.0) for one in found])
        made.append(f"  {source}, {_PHASES[phase]}: {part}")
    return made


def _part(values: Sequence[float]) -> str:
    wide = _NORMAL * float(np.std(values, ddof=1)) / len(values) ** 0.5
    return f"{np.mean(values):.4f} ± {wide:.4f}"


if __name__ == "__main__":
    sys.exit(main())
