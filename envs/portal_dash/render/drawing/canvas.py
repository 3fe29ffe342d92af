"""Writes SVG: shapes and text as strings, in user units of one pixel."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from tablemates.envs.portal_dash.render.drawing.metrics import fitted

#: Wide faces first: what fits with them fits with whatever a browser has instead.
FONTS: Final = "DejaVu Sans, Verdana, sans-serif"

#: How text lies on its point.
LEFT, MIDDLE, RIGHT = "start", "middle", "end"


def number(value: float) -> str:
    """Return a number with at most two decimals."""
    words = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if words == "-0" else words


def element(name: str, content: str = "", **attributes: str | float | None) -> str:
    """Return an element; ``stroke_width`` is written ``stroke-width``, None is left out."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            parts.append(_attribute(key, value))
    head = " ".join(parts)
    return f"<{head}>{content}</{name}>" if content else f"<{head}/>"


# A game's pictures, one a decision, say the same few things again and again.
@lru_cache(maxsize=2**14)
def _attribute(key: str, value: str | float) -> str:
    text = value if isinstance(value, str) else number(value)
    return f"{key.replace('_', '-')}={quoteattr(text)}"


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

    Args:
        x: Where ``anchor`` of the text lies.
        y: Its base line.
        words: The text.
        size: Font size.
        fill: Colour.
        bold: Whether it is bold.
        anchor: ``LEFT``, ``MIDDLE`` or ``RIGHT``.
        room: Width that it may take.
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


def moved(x: float, y: float, content: Iterable[str], scale: float = 1) -> str:
    """Return content moved to a place, perhaps made larger or smaller first."""
    size = "" if scale == 1 else f" scale({number(scale)})"
    return element("g", "".join(content), transform=f"translate({number(x)} {number(y)}){size}")


def document(
    width: int,
    height: int,
    title: str,
    content: Iterable[str],
    left: int = 0,
    top: int = 0,
) -> str:
    """Return a whole picture, or what is seen of one through a window.

    Args:
        width: Of the window.
        height: Of the window.
        title: What it shows.
        content: Shapes.
        left: Where the window begins.
        top: Where the window begins.
    """
    body = "\n".join(content)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{left} {top} {width} {height}" font-family="{FONTS}" '
        f'style="max-width:100%;height:auto">\n<title>{escape(title)}</title>\n{body}\n</svg>\n'
    )
