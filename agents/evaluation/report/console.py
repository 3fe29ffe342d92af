"""The tables that an evaluation prints, with warnings about forfeited games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from tablemates.agents.evaluation.report.contents import Results
from tablemates.agents.evaluation.report.tables import (
    Table,
    cells_table,
    comparisons_table,
    matrix_table,
    plain,
    shortened,
)

#: Columns where the output is not a terminal.
WIDTH: Final = 110
#: Causes of loss that fit into a line of the table.
_CAUSES: Final = 2
#: Comparisons printed; the report has all.
_PAIRS: Final = 10
#: Characters to which a column of names may be narrowed, and a head above numbers.
_NAME: Final = 13
_HEAD: Final = 8
#: Characters between two columns, and at both edges together.
_GAP: Final = 2


def print_results(results: Results, console: Console) -> None:
    """Print the cells, the comparisons, cross-play, and warnings about forfeited games."""
    hashes = ", ".join(f"{name} {results.hashes[name]}" for name in ("ruleset", "engine"))
    title = results.games_in_words()
    shown: list[Table] = []
    if results.standings is not None:
        by_scenario, *others = results.standings.tables()
        shown.append(replace(by_scenario, title=title, note=hashes))
        shown += [replace(table, note="") for table in others]
    else:
        cells = cells_table(results.summaries, _CAUSES)
        cells = cells.without("games", "decisions", "ms a decision")
        shown.append(replace(cells, title=title, note=hashes))
    if results.pairs:
        pairs = comparisons_table(results.pairs[:_PAIRS]).without(
            "only the first won", "only the second", "p"
        )
        hidden = len(results.pairs) - _PAIRS
        note = f"{hidden} more in the report" if hidden > 0 else ""
        shown.append(replace(pairs, title="In pairs, on the same games", note=note))
    shown += [*results.luck, *results.matches, *results.decided]
    for matrix in results.cross_plays:
        alone, together, estimate = matrix.baseline()
        ratio = f"ratio {plain(estimate)}" if estimate else "no game is won alone"
        means = f"with others {100 * together:.1f} %, with itself {100 * alone:.1f} %"
        shown.append(replace(matrix_table(matrix), note=f"{means}: {ratio}"))
    print_tables(shown, console)
    for sentence in results.forfeits():
        console.print(Text(f"WARNING: {sentence}", "bold"), soft_wrap=True)


def print_tables(tables: Sequence[Table], console: Console) -> None:
    """Print tables in which long names are shortened, then these names in full."""
    short: dict[str, str] = {}
    for table in tables:
        for name in (*table.heads, *(cell for line in table.lines for cell in line[: table.names])):
            brief = shortened(name)
            if brief != name and name not in short:
                taken = brief in short.values()
                short[name] = f"{brief} ({len(short) + 1})" if taken else brief
    for table in tables:
        _print(table, short, console)
    for name, brief in short.items():
        console.print(Text(f"{brief}: {name}"), soft_wrap=True)


def _print(table: Table, short: Mapping[str, str], console: Console) -> None:
    """Print a table without the last columns that do not fit; users' names are no markup."""
    shown = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    heads = [short.get(head, head) for head in table.heads]
    lines = [
        [short.get(cell, cell) if n < table.names else cell for n, cell in enumerate(line)]
        for line in table.lines
    ]
    # Numbers are never broken; heads above them and names may be, down to a width.
    least = [
        min(max(map(len, column)), _NAME)
        if n < table.names
        else max(min(len(heads[n]), _HEAD), *map(len, column[1:]), 0)
        for n, column in enumerate(zip(heads, *lines, strict=True))
    ]
    kept = len(heads)
    while kept > table.names + 1 and sum(least[:kept]) + _GAP * kept > console.width:
        kept -= 1
    spare = console.width - sum(least[:kept]) - _GAP * kept
    for n, head in enumerate(heads[:kept]):
        words, most = n < table.names, max(len(head), *(len(line[n]) for line in lines), 0)
        more = max(0, min(spare, most - least[n]))
        spare -= more
        justify: Literal["left", "right"] = "left" if words else "right"
        shown.add_column(Text(head), justify=justify, overflow="fold", width=least[n] + more)
    for line in lines:
        shown.add_row(*map(Text, line[:kept]))
    left_out = f"too wide for this terminal: {', '.join(heads[kept:])}" if heads[kept:] else ""
    note = "\n".join(filter(None, [table.note, left_out]))
    console.print(Text(table.title, "bold"), shown, Text(f"{note}\n"), sep="\n")
