"""Strength against time to think; agents that differ in their budget alone make a curve."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from tablemates.agents.evaluation.report.figures import ink
from tablemates.agents.evaluation.statistics import Estimate
from tablemates.envs.portal_dash.render.drawing.canvas import MIDDLE, RIGHT, element, number

_HEIGHT: Final = 220.0
_LEFT: Final = 34.0
_RIGHT: Final = ink.WIDTH - 14.0
#: Milliseconds: who is quicker stands at the left edge.
_LEAST: Final = 1e-3


class Point(NamedTuple):
    """An agent.

    Attributes:
        name: Its name.
        family: The same for agents that differ in their budget alone.
        milliseconds: Time to think, a decision.
        won: Share of games won.
        mark: Number of its mark and colour.
    """

    name: str
    family: str
    milliseconds: float
    won: Estimate
    mark: int


def strength(title: str, points: Sequence[Point]) -> str:
    """Return games won in per cent over milliseconds a decision, these logarithmic."""
    times = [math.log10(max(point.milliseconds, _LEAST)) for point in points]
    low, high = math.floor(min(times)), math.ceil(max(times))
    high = max(high, low + 1)
    drawn, height = ink.legend(
        [point.name for point in points], ink.WIDTH, 0, [point.mark for point in points]
    )
    top, bottom = height + 8.0, height + 8.0 + _HEIGHT
    for power in range(low, high + 1):
        x = ink.across(low, high, _LEFT, _RIGHT, power)
        drawn += [
            ink.rule(x, top, x, bottom),
            ink.words(x, bottom + 13, f"{10.0**power:g}", 10.5, MIDDLE, soft=True),
        ]
    for share in (0, 25, 50, 75, 100):
        y = bottom - share / 100 * (bottom - top)
        drawn.append(ink.rule(_LEFT, y, _RIGHT, y))
        drawn.append(ink.words(_LEFT - 5, y + 4, str(share), 10.5, RIGHT, soft=True))
    middle = (_LEFT + _RIGHT) / 2
    drawn.append(ink.words(middle, bottom + 28, "ms a decision", 11, MIDDLE, soft=True))

    def place(share: float, time: float) -> tuple[float, float]:
        x = ink.across(low, high, _LEFT, _RIGHT, time)
        return x, bottom - share * (bottom - top)

    families: dict[str, list[tuple[float, float]]] = {}
    for time, point in sorted(zip(times, points, strict=True)):
        families.setdefault(point.family, []).append(place(point.won.value, time))
    for corners in families.values():
        if len(corners) > 1:
            text = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
            drawn.append(
                element("polyline", points=text, fill="none", stroke=ink.INK, stroke_opacity=0.5)
            )
    for time, point in zip(times, points, strict=True):
        (x, y), (_, first), (_, last) = (place(share, time) for share in point.won)
        colour = ink.colour(point.mark)
        mark = ink.line(x, first, x, last, colour, 2) + ink.mark(point.mark, x, y)
        said = (
            f"{point.name}: {100 * point.won.value:.1f} %, {point.milliseconds:.3g} ms a decision"
        )
        drawn.append(ink.titled(mark, said))
    return ink.figure(bottom + 34, title, drawn)
