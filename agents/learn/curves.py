"""Learning curves as a picture: ``python -m tablemates.agents.learn.curves runs/a_0 runs/a_1``.

Reads the TensorBoard logs of training runs. Runs whose names differ only in a final number
are seeds of one recipe: thin lines, with their mean as a thick one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.commands import run
from tablemates.agents.errors import FolderError

NAME: Final = "curves.png"
_POINTS: Final = 100
_COLUMNS: Final = 3
#: Tags without a panel.
_HIDDEN: Final = ("time/", "train/learning_rate")

Numbers = npt.NDArray[np.float64]
#: Steps and values of each tag.
Scalars = dict[str, tuple[Numbers, Numbers]]


def read_scalars(folder: Path) -> Scalars:
    """Return the scalars that a run has logged.

    Raises:
        FolderError: The folder has no logs.
    """
    from tensorboard.backend.event_processing import event_accumulator

    if not (folder / "tensorboard").is_dir():
        raise FolderError(f"{folder} is no run folder with TensorBoard logs")
    events = event_accumulator.EventAccumulator(
        str(folder / "tensorboard"), size_guidance={"scalars": 0}
    )
    events.Reload()
    found: Scalars = {}
    for tag in events.Tags()["scalars"]:
        points = np.array([(one.step, one.value) for one in events.Scalars(tag)]).T
        found[tag] = points[0], points[1]
    return found


def plot(recipes: Mapping[str, Sequence[Scalars]], file: Path) -> None:
    """Write learning curves as a PNG.

    Args:
        recipes: The runs of each recipe, by its name.
        file: The picture.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    tags = sorted({tag for runs in recipes.values() for one in runs for tag in one})
    tags = [tag for tag in tags if not tag.startswith(_HIDDEN)]
    if not tags:
        return
    rows = -(-len(tags) // _COLUMNS)
    figure = Figure(figsize=(4.5 * _COLUMNS, 2.6 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(rows, _COLUMNS, squeeze=False).ravel()
    for one, tag in zip(axes, tags, strict=False):
        one.set_title(tag, fontsize="small")
        one.set_xlabel("steps", fontsize="x-small")
        one.tick_params(labelsize="x-small")
        for number, (name, runs) in enumerate(recipes.items()):
            curves = [scalars[tag] for scalars in runs if tag in scalars]
            if not curves:
                continue
            colour = f"C{number % 10}"
            if len(curves) > 1:
                for steps, values in curves:
                    one.plot(steps, values, color=colour, linewidth=0.6, alpha=0.4)
            # The mean ends where the shortest run does.
            at = np.linspace(
                max(steps[0] for steps, _ in curves),
                min(steps[-1] for steps, _ in curves),
                _POINTS,
            )
            mean = np.mean([np.interp(at, *curve) for curve in curves], axis=0)
            one.plot(at, mean, color=colour, linewidth=1.6, label=name)
        if len(recipes) > 1:
            one.legend(fontsize="x-small")
    for unused in axes[len(tags) :]:
        unused.remove()
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=110)


def plot_run(folder: Path) -> None:
    """Write the learning curves of one run into its folder."""
    plot({folder.name: [read_scalars(folder)]}, folder / NAME)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tablemates.agents.learn.curves",
        description="Plot the learning curves of training runs.",
    )
    parser.add_argument("runs", nargs="+", type=Path, help="run folders, finished or running")
    parser.add_argument("--out", type=Path, default=Path(NAME), help="PNG file (%(default)s)")
    options = parser.parse_args(argv)

    def work() -> None:
        recipes: dict[str, list[Scalars]] = {}
        for folder in options.runs:
            name = folder.resolve().name
            recipes.setdefault(name.rstrip("_-0123456789") or name, []).append(read_scalars(folder))
        plot(recipes, options.out)
        print(options.out)

    return run("curves", work)


if __name__ == "__main__":
    sys.exit(main())
