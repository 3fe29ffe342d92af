"""Curves: how far teams are, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy.typing as npt

from tablemates.agents.evaluation.report.figures import ink
from tablemates.envs.portal_dash.render.drawing.canvas import MIDDLE, RIGHT, element, number

_HEIGHT: Final = 220.0
_LEFT: Final = 34.0
_RIGHT: Final = ink.WIDTH - 12.0
_MARKS: Final = 5  # on each curve, so that they are told apart without colour


def curves(
    title: str, names: Sequence[str], values: Mapping[str, npt.NDArray[Any]], x_name: str
) -> str:
    """Return curves in per cent over the numbers 0, 1, 2, ...

    Args:
        title: What it shows.
        names: All names; a name's place says its colour and mark.
        values: The curves by name, shares from 0 to 1, all of one length.
        x_name: What the numbers count.
    """
    drawn, height = ink.legend(names, ink.WIDTH, 0)
    top, bottom = height + 8.0, height + 8.0 + _HEIGHT
    last = max(len(curve) for curve in values.values()) - 1
    drawn += ink.axis(ink.ticks(0, last), 0, last, _LEFT, _RIGHT, top, bottom)
    for value in (0, 25, 50, 75, 100):
        y = bottom - value / 100 * (bottom - top)
        drawn.append(ink.rule(_LEFT, y, _RIGHT, y))
        drawn.append(ink.words(_LEFT - 5, y + 4, str(value), 10.5, RIGHT, soft=True))
    middle = (_LEFT + _RIGHT) / 2
    drawn.append(ink.words(middle, bottom + 28, x_name, 11, MIDDLE, soft=True))
    for n, name in enumerate(names):
        if name in values:
            drawn.append(ink.titled(_curve(values[name], n, last, top, bottom), name))
    return ink.figure(bottom + 34, title, drawn)


def _curve(values: npt.NDArray[Any], n: int, last: int, top: float, bottom: float) -> str:
    points = [
        (ink.across(0, last, _LEFT, _RIGHT, i), bottom - float(value) * (bottom - top))
        for i, value in enumerate(values)
    ]
    drawn = element(
        "polyline",
        points=" ".join(f"{number(x)},{number(y)}" for x, y in points),
        fill="none",
        stroke=ink.colour(n),
        stroke_width=2,
        stroke_dasharray=ink.dashes(n) or None,
    )
    every = max(1, len(points) // _MARKS)
    # Curves begin their marks at different places: those that run together stay readable.
    chosen = points[every // 2 + n % every :: every]
    return drawn + "".join(ink.mark(n, x, y, 3.6) for x, y in chosen)
