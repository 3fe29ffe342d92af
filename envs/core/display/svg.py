"""Writing SVG: shapes, text and panels as strings, in user units of one pixel."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar, cast
from xml.sax.saxutils import escape, quoteattr

# Colours of every drawing. A page may set the variables, as for a dark room; ``plain`` has the
# drawing without them. Pieces keep their colours, and what is written on those is ``PRINT``.
PAPER: Final = "var(--paper, #f6f3ee)"
PANEL: Final = "var(--panel, #fffdfa)"
FAINT: Final = "var(--faint, #eee8de)"
BORDER: Final = "var(--border, #ddd5c8)"
#: Text and lines on paper and panels.
INK: Final = "var(--ink, #2b2622)"
SOFT: Final = "var(--soft, #655c53)"
HEART: Final = "var(--heart, #c8324a)"
GOOD: Final = "var(--good, #22693e)"
#: What may be chosen now; it is always an outline as well.
CHOICE: Final = "var(--pick, #0b6bcb)"
#: Text and lines on light colours, which are the same in every light; on dark ones ``BLANK``.
PRINT: Final = "#2b2622"
BLANK: Final = "#ffffff"
_VARIABLE: Final = re.compile(r"var\(--[\w-]+, *(#[0-9a-fA-F]+)\)")

# Advances in thousandths of the font size, from the space to the tilde.
_PLAIN: Final = (
    *(318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337),
    *(636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531),
    *(1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787),
    *(603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500),
    *(500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612),
    *(635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838),
)
_BOLD: Final = (
    *(348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365),
    *(696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580),
    *(1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850),
    *(733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500),
    *(500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687),
    *(716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838),
)
_OTHER: Final = 1000  # any other character: as wide as the widest of those in use
_FIRST: Final = ord(" ")
#: The least that text is made smaller before it is shortened.
SMALLEST: Final = 0.85
_CUT: Final = "…"


def width_of(words: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of text."""
    widths = _BOLD if bold else _PLAIN
    total = 0
    for sign in words:
        place = ord(sign) - _FIRST
        total += widths[place] if 0 <= place < len(widths) else _OTHER
    return total * size / 1000


def fitted(words: str, size: float, room: float, bold: bool = False) -> tuple[str, float]:
    """Return text that fits, and its font size: a little smaller, or else shortened."""
    width = width_of(words, size, bold)
    if width <= room:
        return words, size
    least = size * SMALLEST
    if width * SMALLEST <= room:
        return words, size * room / width
    for count in range(len(words) - 1, 0, -1):
        short = words[:count].rstrip() + _CUT
        if width_of(short, least, bold) <= room:
            return short, least
    return "", least


def wrapped(words: str, size: float, room: float, bold: bool = False) -> list[str]:
    """Return text broken into lines between words."""
    lines: list[str] = []
    for word in words.split():
        if lines and width_of(f"{lines[-1]} {word}", size, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


#: Wide faces first: text that fits with them fits with the browser's substitutes.
FONTS: Final = "DejaVu Sans, Verdana, sans-serif"

#: How text lies on its point.
LEFT, MIDDLE, RIGHT = "start", "middle", "end"


_Draw = TypeVar("_Draw", bound=Callable[..., str])


def _remembered(draw: _Draw) -> _Draw:
    """Keep results: a game's pictures, one a decision, say the same few things again and again."""
    return cast(_Draw, lru_cache(maxsize=2**14)(draw))


@_remembered
def number(value: float) -> str:
    """Return a number with at most two decimals."""
    words = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if words == "-0" else words


def element(name: str, content: str = "", **attributes: str | float | None) -> str:
    """Return an element; ``stroke_width`` is written ``stroke-width``, None is left out."""
    given = [_attribute(key, value) for key, value in attributes.items() if value is not None]
    head = " ".join([name, *given])
    return f"<{head}>{content}</{name}>" if content else f"<{head}/>"


@_remembered
def _attribute(key: str, value: str | float) -> str:
    text = value if isinstance(value, str) else number(value)
    return f"{key.replace('_', '-')}={quoteattr(text)}"


@_remembered
def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str = "none",
    stroke: str | None = None,
    line: float | None = None,
    round_by: float | None = None,
    dashes: str | None = None,
) -> str:
    """Return a rectangle."""
    return element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=round_by,
        fill=fill,
        stroke=stroke,
        stroke_width=line,
        stroke_dasharray=dashes,
    )


@_remembered
def circle(
    x: float,
    y: float,
    radius: float,
    fill: str = "none",
    stroke: str | None = None,
    line: float | None = None,
) -> str:
    """Return a circle."""
    return element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=stroke, stroke_width=line)


@_remembered
def path(
    commands: str,
    fill: str = "none",
    stroke: str | None = None,
    line: float | None = None,
    round_ends: bool = False,
) -> str:
    """Return a path of SVG path commands."""
    ends = "round" if round_ends else None
    return element(
        "path",
        d=commands,
        fill=fill,
        stroke=stroke,
        stroke_width=line,
        stroke_linecap=ends,
        stroke_linejoin=ends,
    )


@_remembered
def text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str,
    bold: bool = False,
    anchor: str = LEFT,
    room: float | None = None,
) -> str:
    """Return a line of text; with ``room`` it is made smaller, then shortened, to fit.

    ``x`` is where ``anchor`` of the text lies, ``y`` its base line.
    """
    if room is not None:
        words, size = fitted(words, size, room, bold)
    return element(
        "text",
        escape(words),
        x=x,
        y=y,
        font_size=size,
        font_weight="bold" if bold else None,
        fill=fill,
        text_anchor=None if anchor == LEFT else anchor,
    )


def ink_on(fill: str) -> str:
    """Return the ink that can be read on a colour."""
    if not fill.startswith("#"):
        return INK
    red, green, blue = (int(fill[n : n + 2], 16) for n in (1, 3, 5))
    return PRINT if 299 * red + 587 * green + 114 * blue > 128_000 else BLANK


def plain(svg: str) -> str:
    """Return a drawing in the colours of a light room, for programs that know no variables."""
    return _VARIABLE.sub(r"\1", svg)


def moved(x: float, y: float, content: Iterable[str], scale: float = 1) -> str:
    """Return content moved to a place, perhaps made larger or smaller first."""
    size = "" if scale == 1 else f" scale({number(scale)})"
    return element("g", "".join(content), transform=f"translate({number(x)} {number(y)}){size}")


def fine(shape: str) -> str:
    """Return a shape that is left out where its board is small, as on a phone."""
    return element("g", shape, **{"class": "fine"}) if shape else ""


def coarse(shape: str) -> str:
    """Return a shape that is seen there instead, and nowhere else."""
    return element("g", shape, display="none", **{"class": "coarse"}) if shape else ""


def document(width: int, height: int, title: str, content: Iterable[str]) -> str:
    """Return a whole picture with a title and these shapes."""
    body = "\n".join(content)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{FONTS}" '
        f'style="max-width:100%;height:auto">\n<title>{escape(title)}</title>\n{body}\n</svg>\n'
    )


PADDING: Final = 12
TITLE: Final = 24  # room for a title
_SIZE: Final = 12.5  # of its letters


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    def grid(self, across: int, down: int, gap: float) -> list[Area]:
        """Return its equal parts, row by row, with gaps between them."""
        width, height = (self.width + gap) / across, (self.height + gap) / down
        return [
            Area(self.x + column * width, self.y + row * height, width - gap, height - gap)
            for row in range(down)
            for column in range(across)
        ]

    def inside(self, by: float, top: float | None = None) -> Area:
        """Return the area within a margin, at the top perhaps another one."""
        above = by if top is None else top
        return Area(self.x + by, self.y + above, self.width - 2 * by, self.height - above - by)


def draw_panel(area: Area, title: str = "", note: str = "") -> Iterator[str]:
    """Yield a panel's ground with its title and, at the right, a note."""
    yield rect(*area, PANEL, BORDER, 1, 8)
    if title:
        yield text(area.x + PADDING, area.y + 18, title, _SIZE, INK, True)
    if note:
        room = area.width - 2 * PADDING - width_of(title, _SIZE, True) - 8
        yield text(area.right - PADDING, area.y + 18, note, 11.6, SOFT, anchor=RIGHT, room=room)


def body_of(area: Area) -> Area:
    """Return what a panel with a title leaves for its content."""
    return area.inside(PADDING, PADDING + TITLE - 4)
