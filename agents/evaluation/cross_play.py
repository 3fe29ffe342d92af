"""Cross-play in the terminal: who wins how much with whom, beside what each wins with itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tablemates.agents.evaluation.plan import Cell, Plan
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.evaluation.statistics import Estimate, Floats, mean_ratio


class Beside(NamedTuple):
    """What is won together beside what is won alone.

    Attributes:
        alone: Share of games that agents win with themselves.
        together: Share of games that they win with others.
        ratio: The second to the first, games drawn anew; None: nothing is won alone.
    """

    alone: float
    together: float
    ratio: Estimate | None


@dataclass(frozen=True)
class Matrix:
    """All teams of two of the plan's agents, on one level with one number of players.

    Attributes:
        level: The level.
        players: The number of players.
        names: The agents.
        games: Which games were won, shape ``(agents, agents, games)``: the row's agent has
            the first seat, all teams play the same games in the same order. With an even
            number of players each pair plays in one order only, since who begins is drawn,
            and stands there both ways round.
    """

    level: int
    players: int
    names: tuple[str, ...]
    games: npt.NDArray[np.bool_]

    @property
    def won(self) -> Floats:
        """Share of games won, shape ``(agents, agents)``."""
        won: Floats = self.games.mean(axis=-1)
        return won

    def overall(self) -> Beside:
        """Return what all of them win with others, beside the diagonal."""
        others = ~np.eye(len(self.names), dtype=np.bool_)
        return self._beside(self.games[others], range(len(self.names)))

    def of_agent(self, n: int) -> Beside:
        """Return what an agent wins with the others, beside what it wins with itself."""
        with_it = np.concatenate([self.games[n], self.games[:, n]])
        own = [n, len(self.names) + n]
        return self._beside(np.delete(with_it, own, axis=0), [n])

    def of_pair(self, a: int, b: int) -> Beside:
        """Return what two agents win together, beside the mean of what each wins with itself."""
        return self._beside(self.games[[a, b], [b, a]], [a, b])

    def _beside(self, together: npt.NDArray[np.bool_], agents: Sequence[int]) -> Beside:
        alone = self.games[agents, agents].mean(axis=0)
        with_others = together.mean(axis=0)
        ratio = mean_ratio(with_others, alone)
        return Beside(float(alone.mean()), float(with_others.mean()), ratio)


def matrices(plan: Plan, rows: Sequence[Row]) -> list[Matrix]:
    """Return the matrices of a plan of cross-play, cell by cell.

    Args:
        plan: The plan.
        rows: Its rows.
    """
    games: dict[Cell, list[bool]] = {}
    for row in sorted(rows, key=lambda row: row.number):
        games.setdefault(Cell(row.agents, row.level, row.players), []).append(row.won)
    found = []
    for players, level in product(plan.players, plan.levels):
        teams = dict(zip(plan.line_ups(players), plan.teams(players), strict=True))
        won = np.array(
            [
                [games[Cell(teams.get((a, b)) or teams[b, a], level, players)] for b in plan.agents]
                for a in plan.agents
            ]
        )
        found.append(Matrix(level, players, plan.agents, won))
    return found


def ratio_words(ratio: Estimate | None) -> str:
    """Return a ratio with its interval."""
    return "–" if ratio is None else "{:.3f} [{:.3f}, {:.3f}]".format(*ratio)


def print_matrices(plan: Plan, rows: Sequence[Row], console: Console) -> None:
    """Print the matrices, if the plan is one of cross-play."""
    if not plan.cross_play:
        return
    for one in matrices(plan, rows):
        alone, together, estimate = one.overall()
        ratio = "no ratio, since nothing is won alone"
        if estimate is not None:
            ratio = f"ratio {ratio_words(estimate)}"
        console.print(
            f"Cross-play, level {one.level}, {one.players} players: games won, %", highlight=False
        )
        table = Table()
        table.add_column("with", overflow="fold")
        for name in one.names:
            table.add_column(escape(name), justify="right", overflow="fold")
        won = one.won
        for n, name in enumerate(one.names):
            # What an agent wins with itself stands out.
            shown = [f"{100 * share:.1f}" for share in won[n]]
            shown[n] = f"[bold]{shown[n]}[/bold]"
            table.add_row(escape(name), *shown)
        console.print(table)
        means = f"with others {100 * together:.1f} %, with itself {100 * alone:.1f} %"
        console.print(f"{means}: {ratio}\n", highlight=False)
