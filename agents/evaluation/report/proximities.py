"""Results of a benchmark with strangers: tables, files, and a picture of all scores."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from tablemates.agents.evaluation.plan import JOIN, Agents, taking_turns
from tablemates.agents.evaluation.report.tables import Table, few, percent, shortened
from tablemates.agents.evaluation.stats.proximity import Proximity, ProximityCell, proximity_of
from tablemates.agents.output.figures import STYLE, svg_of
from tablemates.agents.output.folders import write_whole

#: Files in the folder of a benchmark's results.
BOARD: Final = "board.csv"
CELLS: Final = "cells.csv"
PICTURE: Final = "proximity.svg"


def with_room(cells: Sequence[ProximityCell]) -> list[ProximityCell]:
    """Return the cells in which the best is above the floor."""
    return [cell for cell in cells if cell.room]


def certified(agent: str, cells: Sequence[ProximityCell]) -> Proximity | None:
    """Return the proximity of an agent over cells whose certificate holds; None: there are none."""
    found = [cell for cell in with_room(cells) if cell.certificate == "holds"]
    return proximity_of(agent, found) if found else None


def tables(
    title: str, cells: Sequence[ProximityCell], board: Sequence[Proximity], entrants: Sequence[str]
) -> list[Table]:
    """Return the board and the cells."""
    counts = {kind: sum(one.certificate == kind for one in cells) for kind in _WORDS}
    verdicts = ", ".join(f"{count} {_WORDS[kind]}" for kind, count in counts.items())
    usable = with_room(cells)
    note = (
        f"{len(usable)} of {len(cells)} cells have room between floor and best. Certificates: "
        f"{verdicts}. 95 % intervals by a bootstrap over seeds."
    )
    if counts["holds"] < len(cells):
        note += (
            " Where a certificate does not hold, somebody may do better than the best here: claim "
            "nothing of such a cell."
        )
    lines = [
        [
            one.agent,
            percent(one.mean),
            percent(one.worst),
            str(one.cells),
            "-" if (sure := certified(one.agent, cells)) is None else percent(sure.mean),
            *_by_strangers(one, usable),
        ]
        for one in board
    ]
    counts_of = _numbers(usable)
    heads = [
        "entrant",
        "proximity, %",
        "worst quarter",
        "cells",
        "in certified cells",
        *(f"{n} strangers" for n in counts_of),
    ]
    return [Table(title, heads, lines, 1, note), _cells_table(cells, entrants)]


_WORDS: Final = {"holds": "hold", "open": "open", "fails": "fail"}


def _numbers(cells: Sequence[ProximityCell]) -> list[int]:
    return sorted({len(cell.partners) for cell in cells})


def _by_strangers(one: Proximity, cells: Sequence[ProximityCell]) -> list[str]:
    return [
        few(
            100
            * float(
                np.mean([c.proximity(one.agent)[0] for c in cells if len(c.partners) == number])
            )
        )
        for number in _numbers(cells)
    ]


def _cells_table(cells: Sequence[ProximityCell], entrants: Sequence[str]) -> Table:
    lines = [
        [
            cell.scenario,
            _team(cell.partners),
            *(f"{100 * cell.scores[one].mean():.1f}" for one in entrants),
            f"{100 * cell.scores[cell.floor].mean():.1f}",
            f"{max(_mean(cell, one) for one in cell.partners):.1f}",
            f"{shortened(cell.best)} {100 * cell.scores[cell.best].mean():.1f}",
            cell.certificate if cell.room else f"{cell.certificate}, no room",
        ]
        for cell in cells
    ]
    heads = ["scenario", "strangers", *entrants, "floor", "itself", "best", "certificate"]
    return Table("Score by cell, %", heads, lines, 2)


def write(
    out: Path, cells: Sequence[ProximityCell], board: Sequence[Proximity], entrants: Sequence[str]
) -> list[str]:
    """Write board, cells and picture; the same games give the same bytes."""
    lines = [list(_BOARD)]
    for one in board:
        sure = certified(one.agent, cells)
        numbers = [_six(n) for n in (*one.mean, *one.worst)]
        numbers += ["0", *[""] * 3] if sure is None else [str(sure.cells), *map(_six, sure.mean)]
        lines.append([one.agent, str(one.cells), *numbers])
    write_whole(out / BOARD, _csv(lines))
    write_whole(out / CELLS, _csv([_COLUMNS, *(row for cell in cells for row in _lines(cell))]))
    write_whole(out / PICTURE, picture(cells, entrants))
    return [f"board: {out / BOARD}", f"cells: {out / CELLS}", f"picture: {out / PICTURE}"]


_BOARD: Final = (
    *("agent", "cells", "mean", "low", "high", "worst", "worst_low", "worst_high"),
    *("certified_cells", "certified", "certified_low", "certified_high"),
)
#: ``lead`` is that of the response over an agent whom the certificate compares it with.
_COLUMNS: Final = (
    *("scenario", "partners", "agent", "games", "score", "proximity", "best", "certificate"),
    *("response", "lead", "lead_low", "lead_high"),
)


def _lines(cell: ProximityCell) -> list[list[str]]:
    """Return a line for each agent of a cell."""
    lines, margins = [], cell.margins
    for agent, scores in cell.scores.items():
        near = cell.proximity(agent)[0]
        row = [cell.scenario, JOIN.join(cell.partners), agent, str(len(scores))]
        row += [_six(float(scores.mean())), "" if np.isnan(near) else _six(float(near))]
        lead = [_six(n) for n in margins[agent]] if agent in margins else [""] * 3
        lines.append([*row, cell.best, cell.certificate, cell.response, *lead])
    return lines


def _six(number: float) -> str:
    return f"{number:.6f}"


def _csv(lines: Sequence[Sequence[str]]) -> str:
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows(lines)
    return stream.getvalue()


def picture(cells: Sequence[ProximityCell], entrants: Sequence[str]) -> bytes:
    """Draw scores as a matrix: who sits down, over scenarios and strangers."""
    agents = list(dict.fromkeys(one for cell in cells for one in cell.scores))
    agents.sort(key=lambda one: one not in entrants)
    table = np.array([[_mean(cell, one) for cell in cells] for one in agents])
    with mpl.rc_context(STYLE):
        figure = Figure((2.5 + 0.24 * len(cells), 2.0 + 0.24 * len(agents)))
        axes = figure.add_subplot()
        shown = axes.imshow(np.ma.masked_invalid(table), cmap="viridis", vmin=0, vmax=100)
        axes.set_yticks(range(len(agents)), [shortened(one) for one in agents])
        names = [f"{cell.scenario}, {shortened(_team(cell.partners))}" for cell in cells]
        axes.set_xticks(range(len(cells)), names, rotation=90)
        axes.set_xlabel("scenario, strangers in the other seats")
        axes.set_ylabel("in the entrant's seat")
        figure.colorbar(shown, ax=axes, label="score, %")
        return svg_of(figure)


def _team(partners: Agents) -> str:
    return JOIN.join(taking_turns(partners))


def _mean(cell: ProximityCell, agent: str) -> float:
    return 100 * float(cell.scores[agent].mean()) if agent in cell.scores else float("nan")
