"""Win rate and progress by level, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from agents.evaluation.report.console import Summary


def write_plot(summaries: Sequence[Summary], file: Path) -> None:
    """Write a PNG file with two panels; every agent has its colour.

    Args:
        summaries: The cells.
        file: Written.
    """
    cells = list(dict.fromkeys((one.players, one.level) for one in summaries))
    agents = list(dict.fromkeys(one.agent for one in summaries))
    figure = Figure(figsize=(4 + 0.8 * len(cells), 7), layout="constrained")
    FigureCanvasAgg(figure)
    for place, (name, title) in enumerate((("won", "won, %"), ("progress", "mean progress, %")), 1):
        axes = figure.add_subplot(2, 1, place)
        for n, agent in enumerate(agents):
            own = [one for one in summaries if one.agent == agent]
            # Side by side, or intervals that overlap would hide each other.
            shift = 0.12 * (n - (len(agents) - 1) / 2)
            x = [cells.index((one.players, one.level)) + shift for one in own]
            estimates = [getattr(one, name) for one in own]
            y = [100 * one.value for one in estimates]
            # Rounding can put an end of the interval on the wrong side by 1e-17.
            below = [100 * max(one.value - one.low, 0.0) for one in estimates]
            above = [100 * max(one.high - one.value, 0.0) for one in estimates]
            axes.errorbar(x, y, yerr=[below, above], fmt="o", capsize=3, label=agent)
        axes.set_xticks(range(len(cells)), [f"level {level}\n{p} players" for p, level in cells])
        axes.set_ylabel(title)
        axes.set_ylim(bottom=0)
        axes.grid(axis="y", alpha=0.3)
        if place == 1:
            axes.legend()
    figure.savefig(file, dpi=120)
