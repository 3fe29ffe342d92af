"""The human-like ladder: strength and regret of partners that err by a softmax.

``python -m tablemates.agents.evaluation.studies.ladder --scenario level=1 players=2`` plays each
step as a team and states how much it wins, and how much worth each choice costs against the best
one, as the agent within sees it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple

import numpy as np
from pydantic import Field

from tablemates.agents.arena import AgentPlayer, play_all
from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.running import progress
from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.stats.estimates import Estimate, win_rate
from tablemates.agents.facts import GameFacts
from tablemates.agents.games import Decisions, Moves, Observer, Played, Start, refuse_forfeits
from tablemates.agents.population import population_of
from tablemates.agents.registry import find_agent
from tablemates.agents.roster import MISTAKE
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.game.settings import Scenario
from tablemates.envs.core.views.agent import Agent
from tablemates.envs.registry import new_game


class LadderConfig(ScenarioConfig):
    """All settings of the command."""

    agents: tuple[str, ...] = ()
    """Steps, the weakest first; none: those that the game declares."""
    games: Annotated[int, Field(ge=2, le=10_000)] = 100
    """Games of each step in each scenario, on tuning seeds."""
    max_turns: Annotated[int, Field(ge=1)] = 500
    """Longer games count as lost."""


class Step(NamedTuple):
    """A step of the ladder in one scenario.

    ``regret`` is the mean over decisions of what the best choice is worth more than the one taken,
    ``mistakes`` how many choices a game each player makes that cost a point of that or more.
    """

    agent: str
    scenario: str
    won: Estimate
    regret: float
    mistakes: float
    unit: str


COMMAND: Final = Command(
    script="python -m tablemates.agents.evaluation.studies.ladder",
    settings=LadderConfig,
    purpose="State how strong the human-like partners of a game are, and how much they err.",
    examples=[
        "--scenario level=1 players=2 --games 200",
        "--game {game} --agents soft:value:0.1 value --games 50",
    ],
    main="--agents",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, climb)


def climb(config: LadderConfig) -> None:
    """Play every step and print a line of each."""
    print(
        "step, scenario, games, games won % [95 % interval], mean regret of a choice, "
        "mistakes of a player in a game"
    )
    for one in ladder(config):
        won = " ".join(f"{100 * share:.1f}" for share in one.won)
        print(
            f"{one.agent}, {one.scenario}, {config.games}, {won}, {one.regret:.4f} {one.unit}, "
            f"{one.mistakes:.1f}"
        )


def ladder(config: LadderConfig) -> list[Step]:
    """Play every step of a ladder in every scenario.

    Raises:
        AgentError: A step does not say what its choices are worth, or there is none.
    """
    game = new_game(config.settings())
    if not game.co_operative:
        raise AgentError(f"{game.title} is no co-operative game: it has no teams to measure")
    names = config.agents or population_of(config.game).ladder
    facts = GameFacts.of_game(game)
    steps = {name: find_agent(name, facts) for name in names}
    for name, agent in steps.items():
        if not agent.worth_unit:
            raise AgentError(
                f"{name!r} does not say what its choices are worth: no regret is known"
            )
    jobs = [(name, scenario) for scenario in game.settings.scenarios() for name in names]
    found = []
    with progress("playing", "steps", len(jobs)) as report:
        for number, (name, scenario) in enumerate(jobs):
            found.append(_step(game, name, steps[name], scenario, config))
            report(number + 1, name)
    return found


def _step(game: Game, name: str, agent: Agent, scenario: Scenario, config: LadderConfig) -> Step:
    seats = [0] * scenario.players
    seeds = [seed_for("tune", n) for n in range(config.games)]
    starts = [Start(seed, scenario.choice, seats) for seed in seeds]
    regret = _Regret(agent)
    play_all(game, AgentPlayer(name, agent), starts, [regret], config.max_turns)
    won = win_rate(regret.won, config.games)
    mistakes = regret.mistakes / (config.games * scenario.players)
    return Step(name, scenario.name, won, regret.mean, mistakes, agent.worth_unit)


class _Regret(Observer):
    """Adds up what choices cost."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self.won = self.mistakes = self._decisions = 0
        self._sum = 0.0
        self._worth = np.zeros((0, 0))

    def before(self, decisions: Decisions) -> None:
        """Note what choices are worth."""
        self._worth = self._agent.worth(decisions.batch)

    def after(self, moves: Moves) -> None:
        """Add what was chosen against the best; what is unknown costs nothing."""
        refuse_forfeits(moves)
        chosen = self._worth[np.arange(len(moves.actions)), moves.actions]
        lost = np.nan_to_num(np.nanmax(self._worth, axis=1) - chosen)
        self._sum += float(lost.sum())
        self.mistakes += int((lost >= MISTAKE).sum())
        self._decisions += len(chosen)

    def end(self, games: Sequence[Played]) -> None:
        """Count games that were won."""
        self.won += sum(one.over and one.ending["returns"][0] == 1.0 for one in games)

    @property
    def mean(self) -> float:
        """Mean regret of a decision."""
        return self._sum / max(1, self._decisions)


if __name__ == "__main__":
    sys.exit(main())
