"""The command ``train.py``."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Sequence

from tablemates.agents.commands import called, run
from tablemates.agents.configs import SettingsParser
from tablemates.agents.errors import LibraryError
from tablemates.agents.learn.config import TrainConfig


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = SettingsParser(
        TrainConfig,
        prog=called("train.py"),
        stray="--run",
        description="Learn to play, and write the network into the run folder. Recipes are in "
        "configs/train: --config configs/train/quick.yaml learns to win in three minutes.",
    )
    parser.add_argument(
        "--resume", action="store_true", help="continue the run in the run folder (default: False)"
    )
    for name in ("game", "scenario"):  # as in the other commands
        words = "+" if name == "scenario" else None
        parser.add_argument(
            f"--{name}",
            dest=f"environment.{name}",
            nargs=words,
            default=argparse.SUPPRESS,
            metavar="WORD",
            help=f"the same as --environment.{name}",
        )
    config, options = parser.parse_settings(argv)
    return run(parser.prog, lambda: start(config, options.resume))


def start(config: TrainConfig, resume: bool) -> None:
    """Train a policy, or say which libraries are missing."""
    needed = ["torch", "tensorboard", "matplotlib"]
    needed += ["stable_baselines3", "sb3_contrib"] if config.learner != "td" else []
    needed += ["ray", "pyarrow", "tree"] if config.learner == "rllib" else []
    if missing := [name for name in needed if importlib.util.find_spec(name) is None]:
        extra = "rllib" if config.learner == "rllib" else "train"
        raise LibraryError(
            f"learner={config.learner} needs {', '.join(missing)}: pip install "
            f"'tablemates[{extra}]', for rllib in an environment of its own"
        )
    if config.learner == "rllib":
        print("Loading Ray; it takes a minute or more until games begin ...", file=sys.stderr)
    from tablemates.agents.learn.training import train  # imports PyTorch

    train(config, resume)
