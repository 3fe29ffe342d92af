"""Cross-play in the terminal: who wins how much with whom, beside what each wins with itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from agents.evaluation.plan import Cell, Plan
from agents.evaluation.rows import Row


@dataclass(frozen=True)
class Matrix:
    """All teams of two of the plan's agents, on one level with one number of players.

    Attributes:
        level: The level.
        players: The number of players.
        names: The agents.
        won: Share of games won, shape ``(agents, agents)``: the row's agent has the first
            seat. With an even number of players each pair plays in one order only, since
            who begins is drawn, and stands there both ways round.
    """

    level: int
    players: int
    names: tuple[str, ...]
    won: npt.NDArray[np.float64]

    @property
    def alone(self) -> float:
        """Mean share of games that agents win with themselves: the diagonal."""
        return float(np.diagonal(self.won).mean())

    @property
    def together(self) -> float:
        """Mean share of games that agents win with others."""
        others = ~np.eye(len(self.names), dtype=np.bool_)
        return float(self.won[others].mean())

    @property
    def ratio(self) -> float | None:
        """What is won with others to what is won alone; None: nothing is won alone."""
        return self.together / self.alone if self.alone else None


def matrices(plan: Plan, rows: Sequence[Row]) -> list[Matrix]:
    """Return the matrices of a plan of cross-play, cell by cell.

    Args:
        plan: The plan.
        rows: Its rows.
    """
    games: dict[Cell, list[bool]] = {}
    for row in rows:
        games.setdefault(Cell(row.agents, row.level, row.players), []).append(row.won)
    shares = {cell: float(np.mean(won)) for cell, won in games.items()}
    found = []
    for players, level in product(plan.players, plan.levels):
        teams = dict(zip(plan.line_ups(players), plan.teams(players), strict=True))
        won = np.array(
            [
                [
                    shares[Cell(teams.get((a, b)) or teams[b, a], level, players)]
                    for b in plan.agents
                ]
                for a in plan.agents
            ]
        )
        found.append(Matrix(level, players, plan.agents, won))
    return found


def print_matrices(plan: Plan, rows: Sequence[Row], console: Console) -> None:
    """Print the matrices, if the plan is one of cross-play."""
    if not plan.cross_play:
        return
    for one in matrices(plan, rows):
        ratio = "no ratio, since nothing is won alone"
        if one.ratio is not None:
            ratio = f"ratio {one.ratio:.2f}"
        console.print(
            f"Cross-play, level {one.level}, {one.players} players: games won, %", highlight=False
        )
        table = Table()
        table.add_column("with", overflow="fold")
        for name in one.names:
            table.add_column(escape(name), justify="right", overflow="fold")
        for n, name in enumerate(one.names):
            # What an agent wins with itself stands out.
            shown = [f"{100 * share:.1f}" for share in one.won[n]]
            shown[n] = f"[bold]{shown[n]}[/bold]"
            table.add_row(escape(name), *shown)
        console.print(table)
        means = f"with others {100 * one.together:.1f} %, with itself {100 * one.alone:.1f} %"
        console.print(f"{means}: {ratio}\n", highlight=False)
