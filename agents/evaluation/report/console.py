"""The tables that an evaluation prints, with warnings about forfeited games."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from tablemates.agents.evaluation.report.results import Results
from tablemates.agents.evaluation.report.tables import (
    Table,
    cells_table,
    comparisons_table,
    matrix_table,
    plain,
)

#: Columns where the output is not a terminal.
WIDTH: Final = 110
#: Causes of loss that fit into a line of the table.
_CAUSES: Final = 2
#: Comparisons printed; the report has all.
_PAIRS: Final = 10


def print_results(results: Results, console: Console) -> None:
    """Print the cells, the comparisons, cross-play, and warnings about forfeited games."""
    hashes = ", ".join(f"{name} {results.hashes[name]}" for name in ("ruleset", "engine"))
    title = results.games_in_words()
    if results.standings is not None:
        by_scenario, *others = results.standings.tables()
        _print(replace(by_scenario, title=title, note=hashes), console)
        for table in others:
            _print(replace(table, note=""), console)
    else:
        cells = cells_table(results.summaries, _CAUSES)
        cells = cells.without("games", "decisions", "ms a decision")
        _print(replace(cells, title=title, note=hashes), console)
    if results.pairs:
        pairs = comparisons_table(results.pairs[:_PAIRS]).without(
            "only the first won", "only the second", "p"
        )
        hidden = len(results.pairs) - _PAIRS
        note = f"{hidden} more in the report" if hidden > 0 else ""
        same = ", on the same games" * all(one.same_seeds for one in results.pairs)
        _print(replace(pairs, title=f"In pairs{same}", note=note), console)
    for table in (*results.luck, *results.decided):
        _print(table, console)
    for matrix in results.cross_plays:
        alone, together, estimate = matrix.baseline()
        ratio = f"ratio {plain(estimate)}" if estimate else "no game is won alone"
        means = f"with others {100 * together:.1f} %, with itself {100 * alone:.1f} %"
        _print(replace(matrix_table(matrix), note=f"{means}: {ratio}"), console)
    for sentence in results.forfeits():
        console.print(Text(f"WARNING: {sentence}", "bold"), soft_wrap=True)


def _print(table: Table, console: Console) -> None:
    """Print a table; users' names are no markup."""
    shown = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for n, head in enumerate(table.heads):
        words = n < table.names
        shown.add_column(
            Text(head), justify="left" if words else "right", overflow="fold", no_wrap=not words
        )
    for line in table.lines:
        shown.add_row(*map(Text, line))
    console.print(Text(table.title, "bold"), shown, Text(f"{table.note}\n"), sep="\n")
