"""Measures our cases and those of other projects side by side: ``python -m benchmarks``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import Field

from benchmarks.collect import chosen, collect
from benchmarks.measure import PUBLISHED
from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel, UserPath
from tablemates.envs.core.errors import SettingsError


class Measuring(SettingsModel):
    """Rounds and names of the cases to measure."""

    rounds: Annotated[int, Field(ge=1)] = 5
    """Runs of each case."""
    seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 1.0
    """Seconds of each run."""
    only: str = ""
    """Measure the cases with this in their name."""


class BenchmarkConfig(Measuring):
    """All settings of the command."""

    ours: bool = False
    """Measure our own views, engine and bots only."""
    out: UserPath | None = None
    """File of the results; without it, a whole run goes into the documentation."""


COMMAND: Final = Command(
    script="python -m benchmarks",
    settings=BenchmarkConfig,
    purpose=str(__doc__).partition(":")[0] + ".",
    examples=["--ours --only vector_env --seconds 2", "--out results.json"],
    main="--only",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, run)


def run(asked: BenchmarkConfig) -> None:
    """Measure, print what was found, and write it."""
    found = chosen(asked.only, asked.ours)
    if not found:
        raise SettingsError(f"no case has {asked.only!r} in its name")
    results = collect(found, asked.rounds, asked.seconds)
    if asked.out or not (asked.only or asked.ours):
        results.write(asked.out or PUBLISHED)
    print("\n".join(results.lines()))


if __name__ == "__main__":
    sys.exit(main())
