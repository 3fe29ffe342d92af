"""How figures are drawn: they take the page's text colour, and colours of their own for marks.

The marks' colours are those of Paul Tol's "bright" scheme, which people with any
common kind of colour blindness tell apart; every mark has a shape of its own as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from tablemates.envs.portal_dash.render.drawing.canvas import FONTS, LEFT, MIDDLE, element, number
from tablemates.envs.portal_dash.render.drawing.metrics import fitted
from tablemates.envs.portal_dash.render.drawing.palette import mixed

#: The page's own colour of text.
INK: Final = "currentColor"
#: How much of it less important things have.
SOFT: Final = 0.72
_GRID: Final = 0.18
#: Width of a figure in units of a pixel; a phone shows it hardly smaller.
WIDTH: Final = 400
SIZE: Final = 12.0  # of letters

COLOURS: Final = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#999999")
_DASHES: Final = ("", "6 3", "2 3", "9 3 2 3", "4 2", "1 3", "12 4")
#: Outlines in a square from -1 to 1.
_SHAPES: Final = (
    "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1 -1 0Z",
    "M-.9 -.9H.9V.9H-.9Z",
    "M0 -1.15L1.1 .85H-1.1Z",
    "M0 -1.25L1.25 0L0 1.25L-1.25 0Z",
    "M0 1.15L1.1 -.85H-1.1Z",
    "M-.4 -1.1H.4V-.4H1.1V.4H.4V1.1H-.4V.4H-1.1V-.4H-.4Z",
    "M-1 -1H-.35L0 -.5L.35 -1H1L.5 0L1 1H.35L0 .5L-.35 1H-1L-.5 0Z",
)
#: Dark to light, as in Matplotlib's "cividis" (Nuñez et al. 2018): the same to all eyes.
_SCALE: Final = ("#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838")


def colour(n: int) -> str:
    """Return the colour of the n-th line-up."""
    return COLOURS[n % len(COLOURS)]


def dashes(n: int) -> str:
    """Return the dashes of the n-th line-up's line, empty for an unbroken one."""
    return _DASHES[n % len(_DASHES)]


def mark(n: int, x: float, y: float, radius: float = 4.2) -> str:
    """Return the mark of the n-th line-up."""
    # A line-up past the last colour has the next shape, so that the two differ.
    shape = _SHAPES[(n + n // len(COLOURS)) % len(_SHAPES)]
    place = f"translate({number(x)} {number(y)}) scale({number(radius)})"
    return element("path", d=shape, fill=colour(n), transform=place)


def shade(share: float) -> tuple[str, str]:
    """Return the colour for a share from 0 to 1, and that of text on it."""
    place = min(max(share, 0.0), 1.0) * (len(_SCALE) - 1)
    step = min(int(place), len(_SCALE) - 2)
    return mixed(_SCALE[step], _SCALE[step + 1], place - step), (
        "#ffffff" if place < 0.5 * (len(_SCALE) - 1) else "#111111"
    )


def words(
    x: float,
    y: float,
    text: str,
    size: float = SIZE,
    anchor: str = LEFT,
    room: float | None = None,
    soft: bool = False,
    bold: bool = False,
    fill: str = INK,
) -> str:
    """Return a line of text; with ``room`` it is made smaller, then shortened, to fit."""
    if room is not None:
        text, size = fitted(text, size, room, bold, ends=True)
    return element(
        "text",
        escape(text),
        x=x,
        y=y,
        font_size=size,
        font_weight="bold" if bold else None,
        fill=fill,
        fill_opacity=SOFT if soft else None,
        text_anchor=None if anchor == LEFT else anchor,
    )


def line(x1: float, y1: float, x2: float, y2: float, stroke: str = INK, width: float = 1.0) -> str:
    """Return a line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width)


def rule(x1: float, y1: float, x2: float, y2: float) -> str:
    """Return a faint line of a grid."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=INK, stroke_opacity=_GRID)


def titled(content: str, title: str) -> str:
    """Return a drawing that says more to whoever points at it."""
    return element("g", f"<title>{escape(title)}</title>{content}")


def across(low: float, high: float, left: float, right: float, value: float) -> float:
    """Return where a value lies on an axis, held between its ends."""
    return left + (min(max(value, low), high) - low) / (high - low) * (right - left)


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers between two, about five of them."""
    step = next(s for s in (1, 2, 5, 10, 20, 25, 50, 100, 1000) if (high - low) / s <= 5.01)
    first = -(-low // step)
    return [step * n for n in range(int(first), int(high // step) + 1)]


def axis(
    values: Sequence[float],
    low: float,
    high: float,
    left: float,
    right: float,
    y1: float,
    y2: float,
) -> list[str]:
    """Return an axis' grid lines with their numbers below."""
    drawn: list[str] = []
    for value in values:
        x = across(low, high, left, right, value)
        drawn += [rule(x, y1, x, y2), words(x, y2 + 13, f"{value:g}", 10.5, MIDDLE, soft=True)]
    return drawn


def legend(
    names: Sequence[str], width: float, y: float, marks: Sequence[int] | None = None
) -> tuple[list[str], float]:
    """Return names with their marks, in two columns, and the height that they take.

    Args:
        names: Of the line-ups.
        width: That they have.
        y: Where they begin.
        marks: Numbers of their marks; None: 0, 1, 2, ...
    """
    columns = 1 if len(names) == 1 else 2
    room = width / columns
    drawn = []
    for n, name in enumerate(names):
        x, top = (n % columns) * room, y + (n // columns) * 18
        own = n if marks is None else marks[n]
        drawn += [mark(own, x + 7, top + 8), words(x + 17, top + 12, name, 11.5, room=room - 22)]
    return drawn, 18 * -(-len(names) // columns)


def figure(height: float, title: str, content: Iterable[str], width: float = WIDTH) -> str:
    """Return a figure as an element of a page.

    Args:
        height: In units of a pixel.
        title: What it shows, for those who cannot see it.
        content: What is drawn.
        width: In units of a pixel.
    """
    return (
        f'<svg viewBox="0 0 {number(width)} {number(height)}" role="img" '
        f'aria-label={quoteattr(title)} font-family="{FONTS}" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(content)}</svg>'
    )
