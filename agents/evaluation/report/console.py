"""The table that an evaluation prints, with whatever went wrong said loudly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.report.provenance import Provenance
from tablemates.agents.evaluation.report.summary import (
    Summary,
    cells_of,
    compared,
    comparisons,
    line_ups_of,
    summaries,
)
from tablemates.agents.evaluation.report.tables import (
    causes_in_short,
    left_out_in_words,
    p_value,
    percent,
    settled,
)
from tablemates.agents.evaluation.rows import Row

#: Columns where there is no terminal whose width counts.
WIDTH: Final = 110
_LOOK: Final[dict[str, Any]] = {
    "box": box.SIMPLE_HEAD,
    "pad_edge": False,
    "collapse_padding": True,
}
#: Causes of loss that fit into a line of the table.
_CAUSES: Final = 2
#: Columns that an agent's name is given whole, if it needs them.
_NAME: Final = 24
#: Comparisons printed; the page has all.
_PAIRS: Final = 10
#: Different reasons of forfeits printed for one line-up.
_REASONS: Final = 3


def print_table(plan: Plan, rows: Sequence[Row], console: Console) -> None:
    """Print the table, the comparisons, and loudly what went wrong."""
    known = Provenance.of(plan, rows)
    found = summaries(rows)
    table = Table(title=known.games_in_words(), caption=known.hashes_in_words(), **_LOOK)
    table.add_column("level", justify="right")
    table.add_column("players", justify="right")
    longest = max(len(one.agent) for one in found)
    table.add_column("agents", overflow="fold", min_width=min(longest, _NAME))
    for name in ("won, %", "progress, %", "turns"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("lost by, %")
    for n, one in enumerate(found):
        last = n + 1 == len(found) or found[n + 1].level != one.level
        table.add_row(
            str(one.level),
            str(one.players),
            escape(one.agent),
            percent(one.won),
            percent(one.progress),
            f"{one.turns:.1f}",
            causes_in_short(one, _CAUSES),
            end_section=last,
        )
    console.print(table)
    _print_pairs(rows, console, known.benchmark)
    for sentence in forfeits(found):
        console.print(
            f"WARNING: {sentence}", style="bold", soft_wrap=True, markup=False, highlight=False
        )


def _print_pairs(rows: Sequence[Row], console: Console, benchmark: str) -> None:
    cells = cells_of(rows)
    found = comparisons(cells)
    if not found:
        return
    title = "In pairs, on the same games; p by McNemar's test, Holm's correction"
    table = Table(title=f"{benchmark}: {title}" if benchmark else title, **_LOOK)
    table.add_column("agents", overflow="fold")
    table.add_column("beside", overflow="fold")
    for name in ("games", "difference, points", "p", "verdict"):
        table.add_column(name, justify="right", no_wrap=True)
    for one in found[:_PAIRS]:
        table.add_row(
            escape(str(one.a)),
            escape(str(one.b)),
            f"{one.games:,}",
            percent(one.pair.difference, sign=True),
            p_value(one.p_holm),
            settled(one),
        )
    said = [f"{len(found) - _PAIRS} more in the report"] if len(found) > _PAIRS else []
    if left_out := len(line_ups_of(cells)) - len(compared(cells)):
        said.append(left_out_in_words(left_out))
    table.caption = "\n".join(said)
    console.print(table)


def forfeits(found: Sequence[Summary]) -> list[str]:
    """Return a sentence for each line-up that forfeited games."""
    by_line_up: dict[str, Counter[str]] = {}
    games: Counter[str] = Counter()
    for one in found:
        games[one.agent] += one.games
        if one.forfeits:
            by_line_up.setdefault(one.agent, Counter()).update(one.forfeits)
    return [
        f"{agent} forfeited {reasons.total():,} of {games[agent]:,} games: {_in_short(reasons)}"
        for agent, reasons in by_line_up.items()
    ]


def _in_short(reasons: Counter[str]) -> str:
    said = [f"{reason} ({count} times)" for reason, count in reasons.most_common(_REASONS)]
    more = len(reasons) - len(said)
    return "; ".join([*said, f"{more} more reasons"] if more else said)
