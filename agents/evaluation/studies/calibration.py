"""Calibration of a value network's chances of winning.

``python -m tablemates.agents.evaluation.studies.calibration --scenario level=1,5 players=2``
plays games by the network and compares the chance that it states at every decision with how the
game ended.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from matplotlib.figure import Figure
from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.running import progress
from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.cli.settings_models import UserPath
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.stats.estimates import mean_share
from tablemates.agents.facts import GameFacts
from tablemates.agents.output.figures import COLOURS, STYLE, svg_of
from tablemates.agents.output.folders import check_file, write_whole
from tablemates.agents.registry import find_agent
from tablemates.agents.value.agent import ValueAgent
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.game.settings import Scenario
from tablemates.envs.registry import new_game

#: Intervals of stated chances.
_BINS: Final = 10


class CalibrationConfig(ScenarioConfig):
    """All settings of the command."""

    agent: str = "value"
    """Value network: a name or a folder."""
    games: Annotated[int, Field(ge=2)] = 500
    """Games of each scenario, on evaluation seeds."""
    max_decisions: Annotated[int, Field(ge=1)] = 1000
    """Longer games count as lost."""
    out: UserPath = Path("calibration.svg")
    """The picture."""


class Stated(NamedTuple):
    """Chances stated in the games of one scenario, at each decision but for ``brier``.

    Attributes:
        scenario: The scenario.
        chances: The chance stated.
        won: What its game has earned in the end, scaled to 0 to 1.
        weights: Every game counts the same, independent of its length.
        brier: The mean squared error in each game.
    """

    scenario: Scenario
    chances: npt.NDArray[np.float64]
    won: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    brier: npt.NDArray[np.float64]


COMMAND: Final = Command(
    script="python -m tablemates.agents.evaluation.studies.calibration",
    settings=CalibrationConfig,
    purpose="Compare a value network's stated chances of winning with how games end.",
    examples=[
        "--scenario level=1,5 players=2 --games 500",
        "--game {game} --agent runs/my_run/policy --out calibration.svg",
    ],
    main="--agent",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, calibrate)


def calibrate(config: CalibrationConfig) -> None:
    """Play games, print the Brier score of each scenario, and draw the reliability curves."""
    game = new_game(config.settings())
    agent = find_agent(config.agent, GameFacts.of_game(game))
    if not isinstance(agent, ValueAgent):
        raise AgentError(f"{config.agent!r} is no value network: learner=td trains them")
    check_file(config.out)
    scenarios, found = game.settings.scenarios(), []
    with progress("playing", "scenarios", len(scenarios)) as report:
        for number, scenario in enumerate(scenarios):
            found.append(_play(agent, scenario, config))
            report(number + 1, scenario.name)
    print("scenario, games, Brier score [95 % interval], of stating the share won instead")
    for one in found:
        share = np.average(one.won, weights=one.weights)
        base = np.average((one.won - share) ** 2, weights=one.weights)
        brier = mean_share(one.brier.tolist())
        print(
            f"{one.scenario.name}, {len(one.brier)}, {brier.value:.3f} "
            f"[{brier.low:.3f}, {brier.high:.3f}], {base:.3f}"
        )
    write_whole(config.out, _draw(found))
    print(f"reliability curves: {config.out}")


def _play(agent: ValueAgent, scenario: Scenario, config: CalibrationConfig) -> Stated:
    games, limit = config.games, config.max_decisions
    tasks = agent.player.new_tasks(games)
    tasks.seeds[:] = [seed_for("eval", n) for n in range(games)]
    tasks.scenarios[:], tasks.players[:] = scenario.choice, scenario.players
    log = agent.play(tasks, limit)
    counted = np.arange(limit) < log.decisions[:, None]
    movers = log.seats.reshape(games, limit)
    ends = np.where(log.over[:, None, None] == 1, log.ends, 0.0)
    won = ends[np.arange(games)[:, None], 0, movers]
    chances = log.best[:, 0].reshape(games, limit)
    errors = np.where(counted, (chances - won) ** 2, 0.0)
    brier = errors.sum(axis=1) / log.decisions
    weights = np.broadcast_to(1.0 / log.decisions[:, None], counted.shape)[counted]
    return Stated(scenario, chances[counted].astype(np.float64), won[counted], weights, brier)


def _draw(found: Sequence[Stated]) -> bytes:
    """Draw how often games were won over the chances that were stated."""
    with mpl.rc_context(STYLE):
        figure = Figure((4.5, 4.2))
        axes = figure.add_subplot()
        axes.set_prop_cycle(color=COLOURS)
        axes.plot([0, 100], [0, 100], color="0.7", linewidth=1)
        axis = next(iter(found[0].scenario.axes))
        for value in dict.fromkeys(one.scenario.axes[axis] for one in found):
            group = [one for one in found if one.scenario.axes[axis] == value]
            chances = np.concatenate([one.chances for one in group])
            won = np.concatenate([one.won for one in group])
            which = np.minimum((chances * _BINS).astype(int), _BINS - 1)
            points = [
                (100 * chances[which == n].mean(), 100 * won[which == n].mean())
                for n in range(_BINS)
                if (which == n).any()
            ]
            axes.plot(*zip(*points, strict=True), marker="o", markersize=3, label=f"{axis} {value}")
        axes.set(
            xlabel="stated chance of winning, %", ylabel="won, %", xlim=(0, 100), ylim=(0, 100)
        )
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    return svg_of(figure)


if __name__ == "__main__":
    sys.exit(main())
