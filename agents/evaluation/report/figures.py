"""Figures of the report, drawn by Matplotlib and returned as SVG data URIs."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from matplotlib.figure import Figure
from matplotlib.ticker import LogFormatter

from tablemates.agents.evaluation.report.tables import shortened
from tablemates.agents.evaluation.stats.estimates import Estimate
from tablemates.agents.output.figures import COLOURS, STYLE, svg_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH: Final = 5.2  # inches; a phone shows it hardly smaller
_LINE: Final = 0.24  # height of a line of a forest plot
_MARKERS: Final = "osD^vPX*"


class _Plain(LogFormatter):
    """Labels of a logarithmic axis as people write numbers: 0.001, not 1e-03."""

    def _num_to_string(self, x: float, *_: float) -> str:
        return f"{x:,g}"


class Entry(NamedTuple):
    """A line of a forest plot.

    The number of the line-up chooses colour and marker; the note at the right is the value if it is
    empty.
    """

    group: str
    name: str
    estimate: Estimate
    number: int
    note: str = ""


def _look(number: int) -> dict[str, Any]:
    """Return colour and marker of a line-up."""
    shape = _MARKERS[(number + number // len(COLOURS)) % len(_MARKERS)]
    return {"color": COLOURS[number % len(COLOURS)], "marker": shape}


def forest(entries: Sequence[Entry], signed: bool = False) -> str:
    """Draw estimates with their intervals in per cent, one below the other."""
    axes = _axes(_LINE * (len(entries) + len({one.group for one in entries})) + 0.5)
    labels: list[tuple[float, str]] = []
    y, group, sign = 0.0, "", "+" if signed else ""
    for one in entries:
        if one.group != group:
            group, y = one.group, y + 1
            axes.text(-0.02, y, group, transform=axes.get_yaxis_transform(),
                      ha="right", va="center", weight="bold")  # fmt: skip
        y += 1
        value, bars = _percent(one.estimate)
        axes.errorbar([value], [y], xerr=bars, capsize=3, **_look(one.number))
        axes.text(1.02, y, one.note or f"{value:{sign}.1f}", va="center",
                  transform=axes.get_yaxis_transform())  # fmt: skip
        labels.append((y, one.name))
    axes.set_yticks([place for place, _ in labels], [_short(name) for _, name in labels])
    axes.set_ylim(y + 0.6, 0.4)
    if signed:
        axes.axvline(0, color="0.3", linewidth=1)
    else:
        axes.set_xlim(left=0)
    axes.grid(axis="x", alpha=0.3)
    return _uri(axes)


def strength(points: Sequence[tuple[str, float, Estimate, int]]) -> str:
    """Draw games won over thinking time.

    A point has the line-up's name, milliseconds per decision, share of games won and number.
    """
    axes = _axes(3.2)
    for name, time, won, number in points:
        value, bars = _percent(won)
        where = [max(time, 1e-3)], [value]
        axes.errorbar(*where, yerr=bars, linestyle="none", label=_short(name), **_look(number))
    axes.set_xscale("log")
    for axis in (axes.xaxis.set_major_formatter, axes.xaxis.set_minor_formatter):
        axis(_Plain(minor_thresholds=(1.0, 0.4)))
    return _with_legend(axes, "ms a decision")


def curves(values: Mapping[str, tuple[int, npt.NDArray[Any]]]) -> str:
    """Draw shares in per cent over turns: by name, the line-up's number and shares."""
    axes = _axes(3.2)
    for name, (number, curve) in values.items():
        every = max(1, len(curve) // 5)
        axes.plot(100 * curve, label=_short(name), markevery=every, markersize=4, **_look(number))
    return _with_legend(axes, "turn")


def heat_map(names: Sequence[str], shares: npt.NDArray[np.float64]) -> str:
    """Draw a square of shares in per cent, one row and column per name."""
    axes = _axes(_WIDTH * 0.9)
    axes.imshow(shares, cmap="cividis", vmin=0.0, vmax=float(shares.max()) or 1.0)
    middle = float(shares.max()) / 2
    for (row, column), share in np.ndenumerate(shares):
        axes.text(column, row, f"{100 * share:.0f}", ha="center", va="center",
                  color="white" if share < middle else "black",
                  weight="bold" if row == column else "normal")  # fmt: skip
    places = range(len(names))
    axes.set_xticks(places, [_short(name) for name in names], rotation=45, ha="left")
    axes.xaxis.tick_top()
    axes.set_yticks(places, [_short(name) for name in names])
    return _uri(axes)


def _percent(estimate: Estimate) -> tuple[float, list[list[float]]]:
    """Return an estimate in per cent and how far its interval reaches to either side."""
    value, low, high = (100 * share for share in estimate)
    return value, [[max(0.0, value - low)], [max(0.0, high - value)]]


def _axes(height: float) -> Axes:
    with mpl.rc_context(STYLE):
        axes: Axes = Figure(figsize=(_WIDTH, height)).add_subplot()
        axes.set_prop_cycle(color=COLOURS)
    return axes


def _with_legend(axes: Axes, label: str) -> str:
    """Return a figure of shares in per cent over something, with the line-ups' legend."""
    axes.set_xlabel(label)
    axes.set_ylim(0, 100)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=3, fontsize=7.5, frameon=False)
    return _uri(axes)


def _short(name: str) -> str:
    return shortened(name).replace("$", r"\$")  # which begins a formula


def _uri(axes: Axes) -> str:
    """Return the figure as a data URI for an ``img`` element."""
    figure = axes.get_figure()
    assert isinstance(figure, Figure)
    return f"data:image/svg+xml;base64,{base64.b64encode(svg_of(figure)).decode()}"
