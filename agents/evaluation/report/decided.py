"""The table of pairs that were played until they were decided, and of the games it saved."""

from __future__ import annotations

from collections.abc import Sequence

from tablemates.agents.evaluation.plan import Plan, Schedule
from tablemates.agents.evaluation.report.summary import Cells
from tablemates.agents.evaluation.report.tables import Table, plain
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.evaluation.sequential import decisions


def decided_tables(plan: Plan, rows: Sequence[Row], cells: Cells) -> list[Table]:
    """Return the table; nothing where all games of the plan were to be played.

    Args:
        plan: What was played.
        rows: The games.
        cells: The same by line-up and scenario.
    """
    if plan.until is None:
        return []
    lines = [
        [
            one.a,
            one.b,
            f"{one.seeds:,} of {plan.games:,}",
            plain(one.difference, sign=True),
            "–" if one.progress is None else plain(one.progress, sign=True),
            one.verdict,
        ]
        for one in decisions(plan, rows, cells)
    ]
    most = len(Schedule(plan))
    what = "win rates" if plan.co_operative else "returns"
    heads = ["agents", "compared with", "seeds", f"difference of {what}", "of progress", "verdict"]
    note = (
        f"{len(rows):,} of {most:,} games were played: {most - len(rows):,} "
        f"({100 * (most - len(rows)) / most:.0f} %) saved. The intervals are confidence sequences: "
        "all of them hold at all looks with 95 % probability. Those of other tables hold "
        "for a number of games that is fixed before, and are too narrow here."
    )
    return [Table("Until decided", heads, lines, names=2, note=note)]
