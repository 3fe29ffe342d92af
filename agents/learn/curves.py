"""Learning curves as a picture: ``python -m tablemates.agents.learn.curves runs/a-0 runs/a-1 --out a.png``.

Runs whose settings differ by nothing but their seed are of one recipe: a thick line
is their mean, a thin one each of them. Where several recipes are named, each has a
colour. A run draws its own curves at every checkpoint, ``curves.png`` in its folder.
Games won and progress of a level are means of its numbers of players, each counting
alike however often a curriculum has it played.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.commands import run
from tablemates.agents.errors import FolderError
from tablemates.agents.learn.journal import SECONDS, STEPS, Line, read_journal
from tablemates.envs.core.documents import read_document

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAME: Final = "curves.png"
#: Points of a curve; each is the mean of what was noted around it.
_POINTS: Final = 60
#: Settings that may differ between runs of one recipe.
_FREE: Final = frozenset({"run", "overwrite", "seed", "device", "threads", "checkpoint_every"})
#: Panels by what the names of their curves end with, in their order, and factors for percent.
_GAMES: Final = {"win rate": ("games won, %", 100.0), "progress": ("progress, %", 100.0)}
_LEARNER: Final = "learner/"
#: How many games a number is the mean of.
COUNT: Final = "games"
_COLUMNS: Final = 4

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Curve:
    """What one run noted under one name.

    Attributes:
        at: Decisions or seconds, ascending.
        values: What was noted there.
        weights: How many games each is the mean of; 1 for what is no mean of games.
    """

    at: Numbers
    values: Numbers
    weights: Numbers

    def smooth(self, edges: Numbers) -> Numbers:
        """Return the weighted mean between each two edges, NaN where nothing was noted."""
        place = np.clip(np.searchsorted(edges, self.at, side="left") - 1, 0, len(edges) - 2)
        size = len(edges) - 1
        total = np.bincount(place, self.weights * self.values, size)
        weight = np.bincount(place, self.weights, size)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(total / weight)


@dataclass(frozen=True, slots=True)
class Recipe:
    """Runs that differ by their seeds.

    Attributes:
        name: What their folders' names have in common.
        runs: What each noted, by name.
    """

    name: str
    runs: Sequence[Mapping[str, Curve]]


def curves_of(lines: Sequence[Line], over: str = STEPS) -> dict[str, Curve]:
    """Return the curves of a journal by their names.

    Args:
        lines: The journal.
        over: ``STEPS`` or ``SECONDS``.
    """
    noted: dict[str, list[tuple[float, float, float]]] = {}
    for line in lines:
        for name, value in line.items():
            level, _, what = name.rpartition("/")
            if name not in (STEPS, SECONDS) and what != COUNT:
                games = line.get(f"{level}/{COUNT}", 1.0)
                noted.setdefault(name, []).append((line[over], value, games))
    curves = {name: Curve(*np.array(points).T) for name, points in noted.items()}
    # Parts of the objective that a learner does without are 0 throughout.
    idle = [
        name for name, one in curves.items() if name.startswith(_LEARNER) and not one.values.any()
    ]
    return {name: one for name, one in curves.items() if name not in idle}


def read_recipes(folders: Sequence[Path], over: str = STEPS) -> list[Recipe]:
    """Return the runs of some folders, those of one recipe together.

    Args:
        folders: Run folders, finished or under way.
        over: ``STEPS`` or ``SECONDS``.

    Raises:
        FolderError: A folder has no journal.
    """
    groups: dict[str, list[tuple[str, dict[str, Curve]]]] = {}
    for folder in folders:
        lines = read_journal(folder)
        config = folder / "config.yaml"
        if not lines or not config.exists():
            raise FolderError(
                f"{folder} has no journal to draw curves of: name the folder of a run of train.py "
                "that has made its first update"
            )
        settings = read_document(config).values
        kept = {key: value for key, value in settings.items() if key not in _FREE}
        group = groups.setdefault(json.dumps(kept, sort_keys=True, default=str), [])
        group.append((folder.resolve().name, curves_of(lines, over)))
    return [Recipe(_common([name for name, _ in group]), [one for _, one in group])
            for group in groups.values()]  # fmt: skip


def _common(names: Sequence[str]) -> str:
    """Return the name of a recipe: that of its first run, of several without the seed's number."""
    return names[0] if len(names) == 1 else names[0].rstrip("-_.0123456789") or names[0]


def draw(recipes: Sequence[Recipe], file: Path, over: str = STEPS, title: str = "") -> None:
    """Write the curves as a PNG, whole or not at all.

    A single run has the curves of all levels in one panel; of several, every curve has a
    panel of its own.

    Args:
        recipes: What is drawn.
        file: The picture.
        over: ``STEPS`` or ``SECONDS``, as the curves are.
        title: Above them.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    panels = _panels(recipes)
    columns = min(_COLUMNS, len(panels))
    rows = -(-len(panels) // columns)
    figure = Figure(figsize=(3.6 * columns, 0.4 + 2.6 * rows))
    FigureCanvasAgg(figure)
    figure.suptitle(title)
    # An arrangement by itself would take longer than all the rest.
    figure.subplots_adjust(left=0.05, right=0.98, hspace=0.5, bottom=0.15 / rows + 0.02, top=0.9)
    last = max(float(curve.at[-1]) for one in recipes for run in one.runs for curve in run.values())
    edges = np.linspace(0.0, last, _POINTS + 1)
    for place, (head, names) in enumerate(panels.items(), 1):
        axes = figure.add_subplot(rows, columns, place)
        axes.set_title(head, fontsize="medium")
        axes.grid(alpha=0.3)
        axes.ticklabel_format(axis="x", style="sci", scilimits=(-3, 4))
        axes.set_xlabel("decisions" if over == STEPS else "seconds", fontsize="small")
        _fill(axes, recipes, names, edges)
    new = file.with_name(f".{file.name}.new.png")
    figure.savefig(new, dpi=80)
    new.replace(file)


def _panels(recipes: Sequence[Recipe]) -> dict[str, list[str]]:
    """Return the names of the curves in each panel by its heading."""
    found = sorted({name for recipe in recipes for run in recipe.runs for name in run})
    alone = sum(len(recipe.runs) for recipe in recipes) == 1
    panels: dict[str, list[str]] = {}
    for what, (head, _) in _GAMES.items():
        for name in found:
            group, _, last = name.rpartition("/")
            if last == what:
                panels.setdefault(head if alone else f"{group}: {head}", []).append(name)
    for name in found:
        group, _, last = name.rpartition("/")
        if last not in _GAMES and name.startswith(_LEARNER):
            # Chances of winning at one level beside those at another.
            head = "calibration" if alone and last.startswith("calibration") else last
            panels.setdefault(head, []).append(name)
    return panels


def _fill(axes: Axes, recipes: Sequence[Recipe], names: Sequence[str], edges: Numbers) -> None:
    """Draw the curves of one panel."""
    middle = (edges[1:] + edges[:-1]) / 2
    for number, recipe in enumerate(recipes):
        for place, name in enumerate(names):
            factor = _GAMES.get(name.rpartition("/")[2], ("", 1.0))[1]
            smooth = [run[name].smooth(edges) * factor for run in recipe.runs if name in run]
            if not smooth:
                continue
            colour = f"C{number + place}"
            if len(smooth) > 1:
                for one in smooth:
                    there = ~np.isnan(one)
                    axes.plot(middle[there], one[there], color=colour, linewidth=0.7, alpha=0.5)
            # Of the points that every run has come to: no mean of fewer at its end.
            mean = np.mean(smooth, axis=0)
            there = ~np.isnan(mean)
            label = name if len(names) > 1 else recipe.name if len(recipes) > 1 else None
            axes.plot(middle[there], mean[there], color=colour, linewidth=1.8, label=label)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize="x-small")


def draw_own(folder: Path) -> None:
    """Draw the curves of one run into its folder; nothing before its first update."""
    if read_journal(folder):
        draw(read_recipes([folder]), folder / NAME, title=folder.resolve().name)


def main(argv: Sequence[str] | None = None) -> int:
    """Draw the curves of some runs."""
    parser = argparse.ArgumentParser(
        prog="python -m tablemates.agents.learn.curves", description=(__doc__ or "").split(":")[0]
    )
    parser.add_argument("runs", nargs="+", type=Path, help="run folders, finished or under way")
    parser.add_argument("--out", type=Path, default=Path(NAME), help="PNG file")
    parser.add_argument("--over", choices=[STEPS, SECONDS], default=STEPS, help="what is below")
    options: Any = parser.parse_args(argv)

    def work() -> None:
        recipes = read_recipes(options.runs, options.over)
        draw(recipes, options.out, options.over)
        for one in recipes:
            seeds = f"{len(one.runs)} run{'s' if len(one.runs) > 1 else ''}"
            print(f"{one.name}: {seeds}")
        print(options.out)

    return run("curves", work)


if __name__ == "__main__":
    sys.exit(main())
