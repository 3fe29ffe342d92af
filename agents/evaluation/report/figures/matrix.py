"""The heat map of teams of two agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tablemates.agents.evaluation.report.figures import ink
from tablemates.envs.portal_dash.render.drawing.canvas import MIDDLE, RIGHT, element

_SIDE: Final = 60.0  # a cell at most
_LEFT: Final = 112.0
_TOP: Final = 24.0


def heat_map(title: str, names: Sequence[str], shares: Mapping[tuple[str, str], float]) -> str:
    """Return a square of cells, dark for 0 and light for the highest share.

    Args:
        title: What it shows.
        names: Of the rows and of the columns.
        shares: Of (row, column), from 0 to 1; what is missing stays empty.
    """
    side = min(_SIDE, (ink.WIDTH - _LEFT) / len(names))
    highest = max(shares.values()) or 1.0
    drawn: list[str] = []
    for n, name in enumerate(names):
        x, y = _LEFT + n * side, _TOP + n * side
        drawn.append(ink.words(_LEFT - 8, y + side / 2 + 4, name, 11.5, RIGHT, room=_LEFT - 10))
        drawn.append(ink.words(x + side / 2, _TOP - 8, name, 11, MIDDLE, room=side - 4))
        for m, other in enumerate(names):
            if (name, other) in shares:
                share = shares[name, other]
                cell = _cell(_LEFT + m * side, y, side, share, share / highest, n == m)
                drawn.append(ink.titled(cell, f"{name} with {other}: {100 * share:.1f} %"))
    return ink.figure(_TOP + side * len(names) + 4, title, drawn)


def _cell(x: float, y: float, side: float, share: float, place: float, own: bool) -> str:
    fill, letters = ink.shade(place)
    square = element("rect", x=x + 1, y=y + 1, width=side - 2, height=side - 2, fill=fill, rx=3)
    size = min(13.0, side / 3.2)
    number = f"{100 * share:.0f}" if share >= 0.0995 else f"{100 * share:.1f}"
    text = ink.words(
        x + side / 2, y + side / 2 + size / 3, number, size, MIDDLE, bold=own, fill=letters
    )
    return square + text
