"""Train a policy: ``python train.py --config configs/train/quick.yaml [key=value ...]``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def parser() -> argparse.ArgumentParser:
    """Return the command line of ``train.py``."""
    made = argparse.ArgumentParser(
        prog="train.py",
        description="Train a policy and write it into its run folder.",
        epilog="The settings and their defaults stand in configs/train/base.yaml.",
    )
    made.add_argument("--config", type=Path, required=True, metavar="FILE", help="YAML file")
    made.add_argument(
        "--resume", action="store_true", help="go on with the run that lies in the run folder"
    )
    made.add_argument(
        "words",
        nargs="*",
        metavar="key=value",
        help="settings that go over those of the file, such as ppo.learning_rate=1e-4",
    )
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    options = parser().parse_intermixed_args(argv)
    # Only now: whoever asks for help shall not wait for the engine or PyTorch.
    from tablemates.agents.commands import run
    from tablemates.agents.learn import start

    return run("train.py", lambda: start(options.config, options.words, options.resume))


if __name__ == "__main__":
    sys.exit(main())
