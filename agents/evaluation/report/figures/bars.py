"""Stacked bars: how games ended, or what something was made up of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tablemates.agents.evaluation.report.figures import ink
from tablemates.envs.portal_dash.render.drawing.canvas import MIDDLE, element, rect

_LINE: Final = 23.0
_HEADING: Final = 24.0
_LEFT: Final = 124.0
#: Per cent of a bar below which a part says no number.
_LEAST: Final = 7.0
#: Paint of the parts, each with ink that can be read on it.
_PAINT: Final = (
    ("#4477aa", "#ffffff"),
    ("#ee6677", "#111111"),
    ("#ccbb44", "#111111"),
    ("#66ccee", "#111111"),
    ("#228833", "#ffffff"),
    ("#aa3377", "#ffffff"),
    ("#999999", "#111111"),
    ("#332288", "#ffffff"),
    ("#e0a070", "#111111"),
)


class Bar(NamedTuple):
    """A bar: its name, and how much of each part it has."""

    name: str
    parts: Mapping[str, float]


class Group(NamedTuple):
    """Bars under a heading, which may be empty."""

    heading: str
    bars: Sequence[Bar]


def stacked(title: str, groups: Sequence[Group], parts: Sequence[str]) -> str:
    """Return bars of the same length, made up of parts in per cent.

    Args:
        title: What it shows.
        groups: What is drawn, from above.
        parts: Names of the parts, in their order.
    """
    columns = min(3, len(parts))
    room = ink.WIDTH / columns
    drawn: list[str] = []
    for n, name in enumerate(parts):
        x, y = (n % columns) * room, (n // columns) * 18.0
        drawn.append(rect(x, y + 3, 12, 12, _PAINT[n % len(_PAINT)][0], round_by=2))
        drawn.append(ink.words(x + 17, y + 13, name, 11.5, room=room - 20))
    top = 18.0 * -(-len(parts) // columns) + 6
    for group in groups:
        if group.heading:
            drawn.append(ink.words(0, top + 16, group.heading, 12, bold=True))
            top += _HEADING
        for bar in group.bars:
            drawn.append(ink.words(0, top + 15, bar.name, 11.5, room=_LEFT - 8))
            drawn += _bar(bar, parts, top)
            top += _LINE
        top += 3
    return ink.figure(top, title, drawn)


def _bar(bar: Bar, parts: Sequence[str], y: float) -> list[str]:
    whole = sum(bar.parts.values())
    drawn: list[str] = []
    x = _LEFT
    for n, name in enumerate(parts):
        share = 100 * bar.parts.get(name, 0) / whole if whole else 0.0
        if not share:
            continue
        fill, letters = _PAINT[n % len(_PAINT)]
        width = share / 100 * (ink.WIDTH - _LEFT)
        # An edge in the page's colour keeps neighbours apart.
        content = element(
            "rect",
            x=x,
            y=y + 1.5,
            width=width,
            height=_LINE - 4,
            fill=fill,
            stroke="var(--page, #ffffff)",
            stroke_width=1,
        )
        if share >= _LEAST:
            content += ink.words(x + width / 2, y + 15.5, f"{share:.0f}", 11, MIDDLE, fill=letters)
        drawn.append(ink.titled(content, f"{bar.name}: {name} {share:.1f} %"))
        x += width
    return drawn
