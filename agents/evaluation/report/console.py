"""The tables that an evaluation prints, with warnings about forfeited games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tablemates.agents.evaluation.cross_play import matrices, ratio_words
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.report.results import Provenance, forfeits
from tablemates.agents.evaluation.report.summary import (
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
    verdict,
)
from tablemates.agents.evaluation.rows import Row

#: Columns where the output is not a terminal.
WIDTH: Final = 110
_LOOK: Final[dict[str, Any]] = {
    "box": box.SIMPLE_HEAD,
    "pad_edge": False,
    "collapse_padding": True,
}
#: Causes of loss that fit into a line of the table.
_CAUSES: Final = 2
#: Columns that an agent's name is given, if it needs them.
_NAME: Final = 24
#: Comparisons printed; the report has all.
_PAIRS: Final = 10


def print_table(plan: Plan, rows: Sequence[Row], console: Console) -> None:
    """Print the cells, the comparisons, and warnings about forfeited games."""
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
            escape(str(one.level)),
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
    table.add_column("compared with", overflow="fold")
    for name in ("games", "difference, points", "p", "verdict"):
        table.add_column(name, justify="right", no_wrap=True)
    for one in found[:_PAIRS]:
        table.add_row(
            escape(str(one.a)),
            escape(str(one.b)),
            f"{one.pair.games:,}",
            percent(one.pair.difference, sign=True),
            p_value(one.p_holm),
            verdict(one),
        )
    notes = [f"{len(found) - _PAIRS} more in the report"] if len(found) > _PAIRS else []
    if left_out := len(line_ups_of(cells)) - len(compared(cells)):
        notes.append(left_out_in_words(left_out))
    table.caption = "\n".join(notes)
    console.print(table)


def print_matrices(plan: Plan, rows: Sequence[Row], console: Console) -> None:
    """Print the matrices, if the plan is one of cross-play."""
    for one in matrices(plan, rows):
        console.print(
            f"Cross-play, level {one.level}, {one.players} players: games won, %", highlight=False
        )
        table = Table()
        table.add_column("with", overflow="fold")
        for name in one.names:
            table.add_column(escape(name), justify="right", overflow="fold")
        for n, (name, shares) in enumerate(zip(one.names, one.won, strict=True)):
            shown = [f"{100 * share:.1f}" for share in shares]
            shown[n] = f"[bold]{shown[n]}[/bold]"
            table.add_row(escape(name), *shown)
        console.print(table)
        alone, together, estimate = one.overall()
        ratio = f"ratio {ratio_words(estimate)}" if estimate else "no ratio, nothing is won alone"
        means = f"with others {100 * together:.1f} %, with itself {100 * alone:.1f} %"
        console.print(f"{means}: {ratio}\n", highlight=False)
