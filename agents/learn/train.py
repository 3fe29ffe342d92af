"""The command ``train.py``."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from typing import Final

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import narrowed, option_of
from tablemates.agents.errors import LibraryError
from tablemates.agents.learn.settings import SHORT, TrainConfig


class Training(TrainConfig):
    """The settings of ``train.py``: a training run, and whether it goes on."""

    resume: bool = False
    """Continue the run in the run folder."""


COMMAND: Final = Command(
    script="train.py",
    settings=Training,
    purpose="Learn to play, and write the network into the run folder.\n"
    "The recipe configs/train/quick.yaml learns to win in three minutes.",
    examples=[
        "--config configs/train/quick.yaml --run runs/quick",
        "--config configs/train/td.yaml --scenario level=1,2 players=2 --seed 1 --run runs/two",
        "--game {game} --learner ppo --ppo.learning-rate 1e-4 --total-timesteps 1e6",
        "--run runs/quick --resume --total-timesteps 4e6 --config configs/train/quick.yaml",
    ],
    main="--run",
    short=SHORT,
    renamed={f"--{old.replace('_', '-')}": option_of(old, SHORT) for old in SHORT},
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, lambda asked: start(narrowed(TrainConfig, asked), asked.resume))


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
    from tablemates.agents.learn.training_run import train  # imports PyTorch

    train(config, resume)
