"""Forest plots: estimates with their intervals, one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tablemates.agents.evaluation.report.figures import ink
from tablemates.agents.evaluation.statistics import Estimate
from tablemates.envs.portal_dash.render.drawing.canvas import RIGHT

_LINE: Final = 19.0
_HEADING: Final = 24.0
_LEFT: Final = 142.0  # where the axis begins
_RIGHT: Final = ink.WIDTH - 62.0  # and where it ends: right of it stand the numbers


class Entry(NamedTuple):
    """An estimate on a line of its own.

    Attributes:
        name: Whose it is.
        estimate: In parts of one; shown in per cent.
        mark: Number of its mark and colour.
        note: What stands at the right; empty: the value.
    """

    name: str
    estimate: Estimate
    mark: int
    note: str = ""


class Group(NamedTuple):
    """Entries under a heading, which may be empty."""

    heading: str
    entries: Sequence[Entry]


def forest(title: str, groups: Sequence[Group], signed: bool = False) -> str:
    """Return a forest plot in per cent.

    Args:
        title: What it shows.
        groups: What is drawn, from above.
        signed: Whether the numbers are differences: zero lies inside, and is marked.
    """
    low, high = _range([one.estimate for group in groups for one in group.entries], signed)
    drawn: list[str] = []
    y = 4.0
    for group in groups:
        if group.heading:
            drawn.append(ink.words(0, y + 16, group.heading, 12, room=ink.WIDTH, bold=True))
            y += _HEADING
        for entry in group.entries:
            drawn.append(_entry(entry, low, high, y + _LINE / 2, signed))
            y += _LINE
        y += 3
    grid = ink.axis(ink.ticks(low, high), low, high, _LEFT, _RIGHT, 4, y)
    if signed:
        x = ink.across(low, high, _LEFT, _RIGHT, 0)
        grid.append(ink.line(x, 4, x, y, width=1.2))
    return ink.figure(y + 20, title, [*grid, *drawn])


def _range(estimates: Sequence[Estimate], signed: bool) -> tuple[float, float]:
    """Return the ends of the axis, in per cent."""
    most = max(max(abs(one.low), abs(one.high)) for one in estimates)
    top = next(end for end in (5, 10, 20, 25, 50, 75, 100) if 100 * most <= end or end == 100)
    return (-float(top), float(top)) if signed else (0.0, float(top))


def _entry(entry: Entry, low: float, high: float, y: float, signed: bool) -> str:
    value, first, last = (
        ink.across(low, high, _LEFT, _RIGHT, 100 * number) for number in entry.estimate
    )
    plus = "+" if signed else ""
    said = [f"{100 * number:{plus}.1f}" for number in entry.estimate]
    colour = ink.colour(entry.mark)
    drawn = [
        ink.words(0, y + 4, entry.name, 11.5, room=_LEFT - 8),
        ink.line(first, y, last, y, colour, 2.4),
        *(ink.line(x, y - 4, x, y + 4, colour, 1.6) for x in (first, last)),
        ink.mark(entry.mark, value, y),
        ink.words(ink.WIDTH, y + 4, entry.note or said[0], 11, RIGHT, room=56),
    ]
    return ink.titled("".join(drawn), f"{entry.name}: {said[0]} [{said[1]}, {said[2]}]")
