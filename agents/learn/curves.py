"""Learning curves as a picture: ``python -m tablemates.agents.learn.curves runs/a runs/b``.

Reads the TensorBoard logs of training runs.
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


def plot(runs: Mapping[str, Scalars], file: Path) -> None:
    """Write learning curves as a PNG.

    Args:
        runs: The scalars of each run, by its name.
        file: The picture.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    tags = sorted({tag for scalars in runs.values() for tag in scalars})
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
        for number, (name, scalars) in enumerate(runs.items()):
            if tag in scalars:
                one.plot(*scalars[tag], color=f"C{number % 10}", linewidth=1.2, label=name)
        if len(runs) > 1:
            one.legend(fontsize="x-small")
    for unused in axes[len(tags) :]:
        unused.remove()
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=110)


def plot_run(folder: Path) -> None:
    """Write the learning curves of one run into its folder."""
    plot({folder.name: read_scalars(folder)}, folder / NAME)


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
        plot({str(one): read_scalars(one) for one in options.runs}, options.out)
        print(options.out)

    return run("curves", work)


if __name__ == "__main__":
    sys.exit(main())
