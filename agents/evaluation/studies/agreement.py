"""Agreement of two sets of strangers: whether they rank entrants the same way.

``python -m tablemates.agents.evaluation.studies.agreement --boards runs/a runs/b`` reads
the cells of two runs of ``evaluate.py --benchmark`` with the same entrants and states Kendall's tau
of their mean proximities, with an interval by a bootstrap over the cells of each.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel, UserPath
from tablemates.agents.errors import FolderError
from tablemates.agents.evaluation.report.proximities import BOARD, CELLS
from tablemates.agents.evaluation.stats.estimates import Estimate

Numbers: TypeAlias = npt.NDArray[np.float64]

_RESAMPLES: Final = 2_000
_SEED: Final = 1938
_OUTSIDE: Final = 0.025


class AgreementConfig(SettingsModel):
    """All settings of the command."""

    boards: Annotated[tuple[UserPath, ...], Field(max_length=2)] = ()
    """Folders of two runs of evaluate.py --benchmark."""


COMMAND: Final = Command(
    script="python -m tablemates.agents.evaluation.studies.agreement",
    settings=AgreementConfig,
    purpose="State whether two sets of strangers rank entrants the same way.",
    examples=["--boards runs/sealed_a runs/sealed_b"],
    main="--boards",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, compare)


def compare(config: AgreementConfig) -> None:
    """Print Kendall's tau.

    Raises:
        FolderError: There are not two boards, or they have fewer than two entrants in common.
    """
    if len(config.boards) != 2:
        raise FolderError("--boards names the folders of two runs of evaluate.py --benchmark")
    found = agreement_of(*config.boards)
    print(
        f"Kendall's tau of {found.entrants} entrants over {' and '.join(map(str, found.cells))} "
        f"cells: {found.tau.value:.2f} [{found.tau.low:.2f}, {found.tau.high:.2f}]"
    )


class Agreement(NamedTuple):
    """Kendall's tau of so many ``entrants``, over the ``cells`` of two boards."""

    entrants: int
    cells: tuple[int, int]
    tau: Estimate


def agreement_of(one: Path, other: Path) -> Agreement:
    """Return how far the boards in two folders agree about the entrants of both.

    Raises:
        FolderError: There are not two boards, or they have fewer than two entrants in common.
    """
    boards = _read(one), _read(other)
    entrants = [name for name in boards[0] if name in boards[1]]
    if len(entrants) < 2:
        raise FolderError(
            f"{one} and {other} have {len(entrants)} entrants in common: it takes two to rank them"
        )
    first, second = (np.array([board[name] for name in entrants]) for board in boards)
    for folder, board in ((one, first), (other, second)):
        if not board.shape[1]:
            raise FolderError(f"{folder} has no cell that counts: nobody is above the floor")
    return Agreement(len(entrants), (first.shape[1], second.shape[1]), agreement(first, second))


def agreement(one: Numbers, other: Numbers) -> Estimate:
    """Return Kendall's tau of mean proximities; both have shape ``(entrants, cells)``."""
    rng = np.random.default_rng(_SEED)

    def resampled(board: Numbers) -> Numbers:
        drawn = rng.integers(board.shape[1], size=board.shape[1])
        return np.asarray(board[:, drawn].mean(axis=1))

    samples = [tau(resampled(one), resampled(other)) for _ in range(_RESAMPLES)]
    low, high = np.quantile(samples, [_OUTSIDE, 1 - _OUTSIDE])
    return Estimate(tau(one.mean(axis=1), other.mean(axis=1)), float(low), float(high))


def tau(one: Numbers, other: Numbers) -> float:
    """Return Kendall's tau, tau-b where some are equal; 0 if one ranks nobody."""
    from scipy.stats import kendalltau

    if len(np.unique(one)) == 1 or len(np.unique(other)) == 1:
        return 0.0
    return float(kendalltau(one, other).statistic)


def _read(folder: Path) -> dict[str, list[float]]:
    """Return the proximities of each entrant in the cells that have room."""
    try:
        with (folder / BOARD).open(encoding="utf-8", newline="") as stream:
            entrants = [row["agent"] for row in csv.DictReader(stream)]
        with (folder / CELLS).open(encoding="utf-8", newline="") as stream:
            rows = [row for row in csv.DictReader(stream) if row["proximity"]]
        return {
            name: [float(row["proximity"]) for row in rows if row["agent"] == name]
            for name in entrants
        }
    except (OSError, KeyError, ValueError) as error:
        raise FolderError(
            f"{folder} holds no board ({error}): make one with evaluate.py --benchmark ... --out"
        ) from error


if __name__ == "__main__":
    sys.exit(main())
