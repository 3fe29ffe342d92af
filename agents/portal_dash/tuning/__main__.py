"""Tune the planner's weights: ``python -m tablemates.agents.portal_dash.tuning [key=value ...]``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tablemates.agents.portal_dash.tuning",
        description="Tune the planner's weights by CMA-ES on tuning seeds.",
    )
    parser.add_argument(
        "--config", type=Path, default=Path("configs/tune/planner.yaml"), metavar="FILE"
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on with the run that lies in the run folder"
    )
    parser.add_argument(
        "words", nargs="*", metavar="key=value", help="settings that go over those of the file"
    )
    options = parser.parse_intermixed_args(argv)
    # Only now: whoever asks for help shall not wait for the engine.
    from tablemates.agents.commands import run
    from tablemates.agents.configs import read_config
    from tablemates.agents.portal_dash.tuning.config import TuneConfig
    from tablemates.agents.portal_dash.tuning.tuning import tune

    return run(
        "tuning",
        lambda: tune(read_config(TuneConfig, options.config, options.words), options.resume),
    )


if __name__ == "__main__":
    sys.exit(main())
