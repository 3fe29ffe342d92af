"""Cross-play: how much every two agents win as a team, compared with each by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.plan import Cell, Plan, axes_in_words, seated
from tablemates.agents.evaluation.result_rows import Row
from tablemates.agents.evaluation.stats.estimates import Estimate, Floats, mean_ratio


class Baseline(NamedTuple):
    """Win rates of mixed teams next to those of the same agents by themselves.

    The ratio of both is by a paired bootstrap; None: no game is won alone.
    """

    alone: float
    together: float
    ratio: Estimate | None


@dataclass(frozen=True)
class Matrix:
    """All teams of two of the plan's agents in one scenario.

    ``games`` says which were won, shape ``(agents, agents, games)``: the row's agent has the first
    seat, all teams play the same games in the same order. With an even number of players each pair
    plays in one order only, since the first player is drawn, and appears both ways round.
    """

    title: str
    names: tuple[str, ...]
    games: npt.NDArray[np.bool_]

    @property
    def won(self) -> Floats:
        """Share of games won, shape ``(agents, agents)``."""
        won: Floats = self.games.mean(axis=-1)
        return won

    def baseline(self, agent: int | None = None) -> Baseline:
        """Compare the mixed teams of an agent, or all of them, with the same agents alone."""
        numbers = np.arange(len(self.names))
        own = numbers == agent if agent is not None else numbers >= 0
        alone = self.games[own, own].mean(axis=0)
        mixed = (own[:, None] | own) & ~np.eye(len(own), dtype=np.bool_)
        together = self.games[mixed].mean(axis=0)
        return Baseline(float(alone.mean()), float(together.mean()), mean_ratio(together, alone))


def matrices(plan: Plan, rows: Sequence[Row]) -> list[Matrix]:
    """Return the matrices of a cross-play plan, one per scenario; else none."""
    if not plan.cross_play:
        return []
    games: dict[Cell, list[bool]] = {}
    for row in sorted(rows, key=lambda row: row.number):
        games.setdefault(Cell(row.agents, row.scenario), []).append(bool(row.won))
    found = []
    for name, scenario in plan.scenarios.items():
        teams = {pair: seated(pair, scenario.players) for pair in plan.line_ups(scenario.players)}
        won = np.array(
            [
                [games[Cell(teams.get((a, b)) or teams[b, a], name)] for b in plan.agents]
                for a in plan.agents
            ]
        )
        found.append(Matrix(axes_in_words(scenario.axes), plan.agents, won))
    return found
