"""Two pictures of a run of the benchmarks, as SVG: the same figures, the same bytes."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from benchmarks import ours
from benchmarks.measure import Figure
from benchmarks.peers import PGX_BATCHES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Figures = Mapping[str, Figure]


def draw_batches(figures: Figures) -> str:
    """Return decisions a second against the batch size, ours and those of peers."""

    def draw(axes: Axes) -> None:
        own, two = "vector view, {} lanes", "vector view, {} lanes, two threads"
        _curve(axes, figures, own, ours.BATCHES, "vector view, one core")
        _curve(axes, figures, two, ours.TWO_THREADS, "vector view, two cores")
        _curve(axes, figures, "pgx backgammon, batch {}", PGX_BATCHES, "pgx backgammon")
        # Games that are played one at a time.
        for n, name in enumerate(name for name in figures if name.startswith("open_spiel")):
            label = name.replace("_", "").replace("openspiel", "OpenSpiel")
            axes.axhline(figures[name].median, color=f"C{3 + n}", linestyle=":", label=label)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xticks(ours.BATCHES, [f"{lanes:,}" for lanes in ours.BATCHES])
        axes.set_xlabel("games in the batch")
        axes.set_ylabel("decisions a second")
        axes.legend(loc="upper left", fontsize="small")

    return svg_of([draw], width=7.0)


def draw_costs(figures: Figures) -> str:
    """Return what a decision costs against the number of players and of tiles."""

    def panel(name: str, counts: Sequence[int]) -> Callable[[Axes], None]:
        def draw(axes: Axes) -> None:
            runs = [_cost(figures[f"vector view, {name} {count}"]) for count in counts]
            _with_range(axes, counts, runs, None, "C0")
            axes.set_xticks(counts)
            axes.set_xlabel(name)
            axes.set_ylim(bottom=0)
            axes.set_ylabel("µs a decision, one core")

        return draw

    return svg_of([panel("players", ours.PLAYERS), panel("tiles", ours.TILES)], width=8.0)


def _cost(figure: Figure) -> Figure:
    return Figure(figure.name, "µs", [1e6 / run for run in figure.runs])


def _curve(axes: Axes, figures: Figures, name: str, sizes: Sequence[int], label: str) -> None:
    there = [size for size in sizes if name.format(size) in figures]
    if there:
        colour = f"C{len(axes.containers)}"
        _with_range(axes, there, [figures[name.format(size)] for size in there], label, colour)


def _with_range(
    axes: Axes, x: Sequence[int], figures: Sequence[Figure], label: str | None, colour: str
) -> None:
    y = [figure.median for figure in figures]
    ends = [figure.range for figure in figures]
    below = [middle - low for middle, (low, _) in zip(y, ends, strict=True)]
    above = [high - middle for middle, (_, high) in zip(y, ends, strict=True)]
    axes.errorbar(x, y, yerr=[below, above], fmt="o-", capsize=3, label=label, color=colour)


def svg_of(panels: Sequence[Callable[[Axes], None]], width: float) -> str:
    """Return a picture of panels side by side.

    Args:
        panels: Each draws into its axes.
        width: Of the picture, inches.
    """
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Picture

    # Ids by this salt instead of by chance; text stays text, in the reader's font.
    with mpl.rc_context({"svg.hashsalt": "portal-dash", "svg.fonttype": "none"}):
        picture = Picture(figsize=(width, 4.0), layout="constrained")
        FigureCanvasSVG(picture)
        for place, draw in enumerate(panels, 1):
            axes = picture.add_subplot(1, len(panels), place)
            axes.grid(alpha=0.3)
            draw(axes)
        out = io.StringIO()
        picture.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return re.sub(r"[ \t]+$", "", out.getvalue(), flags=re.MULTILINE)
