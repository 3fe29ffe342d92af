"""The learning curves of training runs as a picture.

``train.py`` draws those of its run, ``python -m tablemates.agents.learn.curves --runs a b`` those
of several side by side, such as runs that differ in their seed.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter
from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel, UserPath
from tablemates.agents.errors import FolderError
from tablemates.agents.output.figures import COLOURS, STYLE, svg_of
from tablemates.agents.output.folders import write_whole

#: What is drawn: a tag of the log, the words for it, and a line style.
_LINES: Final = (
    ("eval/success_rate", "won, evaluation", "-"),
    ("rollout/success_rate", "won, training", ":"),
    ("rollout/start_success_rate", "won from archived positions", "--"),
    ("rollout/progress", "progress, training", "-."),
    ("validation/accuracy", "actions of the data that are the policy's", "-"),
)
#: Most points of a line: more are averaged.
_POINTS: Final = 200


class CurvesConfig(SettingsModel):
    """All settings of the command."""

    runs: Annotated[tuple[UserPath, ...], Field(min_length=1)] = (Path("runs/train"),)
    """Run folders."""
    out: UserPath = Path("curves.svg")
    """The picture."""


COMMAND: Final = Command(
    script="python -m tablemates.agents.learn.curves",
    settings=CurvesConfig,
    purpose="Draw the learning curves of training runs into one picture.",
    examples=["--runs runs/a runs/b --out curves.svg"],
    main="--runs",
    words="--runs",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, lambda asked: write_curves(asked.runs, asked.out))


def write_curves(runs: Sequence[Path], file: Path) -> None:
    """Draw learning curves of run folders over decisions and over time as an SVG file."""
    with mpl.rc_context(STYLE):
        figure = Figure((8.0, 3.0), layout="constrained")
        over_steps, over_time = figure.subplots(1, 2, sharey=True)
        for number, folder in enumerate(runs):
            for line, (minutes, steps, values) in _series(folder).items():
                _, words, style = line
                alone = len(runs) == 1
                look: dict[str, Any] = {
                    "label": words if alone else f"{folder.name}: {words}",
                    "color": COLOURS[(_LINES.index(line) if alone else number) % len(COLOURS)],
                    "linestyle": style,
                }
                over_steps.plot(steps, values, **look)
                over_time.plot(minutes, values, **look)
        over_steps.set(xlabel="decisions", ylabel="%", ylim=(0, 100))
        over_steps.xaxis.set_major_formatter(EngFormatter(sep=""))
        over_time.set(xlabel="minutes")
        for axes in (over_steps, over_time):
            axes.set_xlim(left=0)
            axes.grid(alpha=0.3)
        if handles := over_steps.get_legend_handles_labels()[0]:
            figure.legend(handles=handles, loc="outside lower center", ncols=4, frameon=False)
    write_whole(file, svg_of(figure))
    print(f"learning curves: {file}")


def _series(folder: Path) -> dict[tuple[str, str, str], tuple[Any, Any, Any]]:
    """Return minutes, decisions and per cent of each line that a run has logged."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    logging.getLogger("tensorboard").setLevel(logging.ERROR)  # it reports every resumed run
    logs = EventAccumulator(str(folder / "tensorboard"), {"scalars": 0})
    if (folder / "tensorboard").is_dir():
        logs.Reload()
    if not (known := logs.Tags()["scalars"]):
        raise FolderError(f"{folder} has no learning curves: it is no run folder of train.py")
    start = logs.FirstEventTimestamp()
    found = {}
    for line in _LINES:
        if line[0] not in known:
            continue
        table = np.array([(one.wall_time, one.step, one.value) for one in logs.Scalars(line[0])])
        parts = np.array_split(table, min(len(table), _POINTS))
        means = np.array([part.mean(axis=0) for part in parts])
        found[line] = (means[:, 0] - start) / 60, means[:, 1], means[:, 2] * 100
    return found


if __name__ == "__main__":
    sys.exit(main())
