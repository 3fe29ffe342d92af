"""The learning curves of training runs as a picture.

``train.py`` draws those of its run, ``python -m tablemates.agents.learn.curves --runs a b`` those
of several side by side, and with ``--mean`` one line for runs that differ in their seed alone: the
interquartile mean of their evaluations with a stratified bootstrap interval (Agarwal et al. 2021).
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter
from pydantic import Field
from scipy import stats

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel, UserPath
from tablemates.agents.errors import FolderError
from tablemates.agents.learn.greedy_play import SCENARIO_WON
from tablemates.agents.learn.settings import CONFIG
from tablemates.agents.output.figures import COLOURS, STYLE, svg_of
from tablemates.agents.output.folders import write_whole
from tablemates.envs.core.files.documents import read_document

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
_RESAMPLES: Final = 2_000
#: Fixed, so that intervals are reproducible.
_BOOTSTRAP_SEED: Final = 2021

Floats = npt.NDArray[np.float64]


class CurvesConfig(SettingsModel):
    """All settings of the command."""

    runs: Annotated[tuple[UserPath, ...], Field(min_length=1)] = (Path("runs/train"),)
    """Run folders."""
    mean: bool = False
    """Draw the interquartile mean of the runs with its interval."""
    out: UserPath = Path("curves.svg")
    """The picture."""


COMMAND: Final = Command(
    script="python -m tablemates.agents.learn.curves",
    settings=CurvesConfig,
    purpose="Draw the learning curves of training runs into one picture.",
    examples=[
        "--runs runs/a runs/b --out curves.svg",
        "--runs runs/five/seed_1 runs/five/seed_2 runs/five/seed_3 --mean",
    ],
    main="--runs",
    words="--runs",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""

    def run(asked: CurvesConfig) -> None:
        (write_mean_curves if asked.mean else write_curves)(asked.runs, asked.out)

    return COMMAND.run(argv, run)


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


def write_mean_curves(runs: Sequence[Path], file: Path) -> None:
    """Draw the mean learning curve of runs with several seeds, and print how each of them ended.

    The line is the interquartile mean over runs and scenarios of the share of games won in each
    evaluation, the band its 95 % interval: runs are drawn again within each scenario.
    """
    logs = [_evaluations(folder) for folder in runs]
    played = [(_environment(folder), log[0]) for folder, log in zip(runs, logs, strict=True)]
    for folder, one in zip(runs, played, strict=True):
        if one != played[0]:
            raise FolderError(
                f"{runs[0]} and {folder} were evaluated in different scenarios: a mean is of runs "
                "that differ in their seed alone"
            )
    count = min(len(steps) for _, steps, _ in logs)
    steps = np.mean([steps[:count] for _, steps, _ in logs], axis=0)
    scores = np.stack([won[:, :count] for *_, won in logs])  # runs, scenarios, evaluations
    middle, low, high = 100 * _interquartile(scores)
    with mpl.rc_context(STYLE):
        figure = Figure((6.0, 3.0), layout="constrained")
        axes = figure.subplots()
        for *_, won in logs:
            axes.plot(steps, 100 * won[:, :count].mean(axis=0), color=COLOURS[0], alpha=0.25)
        axes.fill_between(steps, low, high, color=COLOURS[0], alpha=0.2, linewidth=0)
        axes.plot(steps, middle, color=COLOURS[0], label=f"interquartile mean of {len(runs)} runs")
        axes.set(xlabel="decisions", ylabel="games won, %", ylim=(0, 100))
        axes.xaxis.set_major_formatter(EngFormatter(sep=""))
        axes.set_xlim(left=0)
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    write_whole(file, svg_of(figure))
    for folder, (*_, won) in zip(runs, logs, strict=True):
        each = 100 * won.mean(axis=0)
        print(f"{folder}: won {each[-1]:.1f} % in its last evaluation, {each.max():.1f} % at best")
    print(f"interquartile mean: {middle[-1]:.1f} % [{low[-1]:.1f}, {high[-1]:.1f}]")
    print(f"learning curves: {file}")


def _environment(folder: Path) -> Any:
    """Return what a run has played, by its settings; None: they are not there."""
    file = folder / CONFIG
    return read_document(file).values.get("environment") if file.exists() else None


def _evaluations(folder: Path) -> tuple[list[str], Floats, Floats]:
    """Return the scenarios of a run's evaluations, their steps, and the shares won, one row each.

    A single scenario has no name in the logs.
    """
    logs = _logs(folder)
    known = logs.Tags()["scalars"]
    tags = [one for one in known if one.startswith(SCENARIO_WON)] or ["eval/success_rate"]
    if tags[0] not in known:
        raise FolderError(f"{folder} has no evaluations: train it with --evaluate-games")
    tables = [logs.Scalars(tag) for tag in tags]
    return (
        tags,
        np.array([one.step for one in tables[0]], np.float64),
        np.array([[one.value for one in table] for table in tables]),
    )


def _interquartile(scores: Floats) -> Floats:
    """Return interquartile mean, lower and upper end of its interval at each evaluation.

    Args:
        scores: Of shape ``(runs, scenarios, evaluations)``.

    Returns:
        An array of shape ``(3, evaluations)``.
    """
    runs, scenarios, count = scores.shape
    rng = np.random.default_rng(_BOOTSTRAP_SEED)
    drawn = rng.integers(runs, size=(_RESAMPLES, runs, scenarios))
    again = scores[drawn, np.arange(scenarios)]
    means = stats.trim_mean(again.reshape(_RESAMPLES, -1, count), 0.25, axis=1)
    middle = stats.trim_mean(scores.reshape(-1, count), 0.25, axis=0)
    return np.vstack([middle, np.quantile(means, [0.025, 0.975], axis=0)])


def _series(folder: Path) -> dict[tuple[str, str, str], tuple[Any, Any, Any]]:
    """Return minutes, decisions and per cent of each line that a run has logged."""
    logs = _logs(folder)
    known = logs.Tags()["scalars"]
    start = logs.FirstEventTimestamp()
    found = {}
    for line in _LINES:
        logged = logs.Scalars(line[0]) if line[0] in known else []
        if not logged:  # a resumed run may have taken back all that it had logged of a line
            continue
        table = np.array([(one.wall_time, one.step, one.value) for one in logged])
        parts = np.array_split(table, min(len(table), _POINTS))
        means = np.array([part.mean(axis=0) for part in parts])
        found[line] = (means[:, 0] - start) / 60, means[:, 1], means[:, 2] * 100
    return found


def _logs(folder: Path) -> Any:
    """Return what a run has logged."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    logging.getLogger("tensorboard").setLevel(logging.ERROR)  # it reports every resumed run
    logs = EventAccumulator(str(folder / "tensorboard"), {"scalars": 0})
    if (folder / "tensorboard").is_dir():
        logs.Reload()
    if not logs.Tags()["scalars"]:
        raise FolderError(f"{folder} has no learning curves: it is no run folder of train.py")
    return logs


if __name__ == "__main__":
    sys.exit(main())
