"""The command ``train.py``."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.running import under_way
from tablemates.agents.cli.settings_models import narrowed, option_of
from tablemates.agents.errors import LibraryError
from tablemates.agents.learn.settings import CONFIG, SHORT, Seed, TrainConfig
from tablemates.envs.core.errors import SettingsError


class Training(TrainConfig):
    """The settings of ``train.py``: a training run, and whether it goes on or is repeated."""

    resume: bool = False
    """Continue the run in the run folder."""
    seeds: Annotated[tuple[Seed, ...], Field(min_length=1)] | None = None
    """Repeat the run with several seeds, one after the other in RUN/seed_N, and draw their mean
    learning curve; null: once, with seed."""


COMMAND: Final = Command(
    script="train.py",
    settings=Training,
    purpose="Learn to play, and write the network into the run folder.\n"
    "The recipe configs/train/quick.yaml learns to win in three minutes.",
    examples=[
        "--config configs/train/quick.yaml --run runs/quick",
        "--config configs/train/td.yaml --scenario level=1,2 players=2 --seed 1 --run runs/two",
        "--game {game} --learner ppo --ppo.learning-rate 1e-4 --total-timesteps 1e6",
        "--run runs/quick --resume --total-timesteps 20e6 --config configs/train/quick.yaml",
        "--config configs/train/quick.yaml --run runs/five --seeds 1 2 3 4 5",
    ],
    main="--run",
    short=SHORT,
    renamed={f"--{old.replace('_', '-')}": option_of(old, SHORT) for old in SHORT}
    | {"--rllib.address": "--ray"},
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""

    def run(asked: Training) -> None:
        config = narrowed(TrainConfig, asked)
        if asked.seeds is None:
            start(config, asked.resume)
        else:
            start_all(config, asked.seeds, asked.resume)

    return COMMAND.run(argv, run)


def start_all(config: TrainConfig, seeds: Sequence[int], resume: bool) -> None:
    """Train a policy with each seed in a folder of its own, and draw their curves together.

    Args:
        config: The settings; the runs lie in its run folder.
        seeds: The seeds.
        resume: Continue the runs that have begun.

    Raises:
        SettingsError: A seed is named twice.
    """
    if len(set(seeds)) < len(seeds):
        raise SettingsError(f"seeds: each seed once, not {' '.join(map(str, seeds))}")
    _check_libraries(config)
    from tablemates.agents.learn.curves import write_curves, write_mean_curves  # imports Matplotlib

    folders = [config.run / f"seed_{seed}" for seed in seeds]
    for n, (seed, folder) in enumerate(zip(seeds, folders, strict=True), 1):
        print(f"seed {seed} ({n} of {len(seeds)}): {folder}", file=sys.stderr)
        one = config.model_copy(update={"run": folder, "seed": seed})
        start(one, resume and (folder / CONFIG).exists())
    draw = write_mean_curves if config.evaluate_games else write_curves
    draw(folders, config.run / "curves.svg")


def start(config: TrainConfig, resume: bool) -> None:
    """Train a policy.

    Raises:
        LibraryError: Libraries are missing.
    """
    _check_libraries(config)
    if config.learner == "rllib":
        with under_way("Loading Ray RLlib; it takes a minute or more until games begin"):
            import tablemates.agents.learn.rllib  # noqa: F401
    from tablemates.agents.learn.training_run import train  # imports PyTorch

    train(config, resume)


def _check_libraries(config: TrainConfig) -> None:
    needed = ["torch", "tensorboard", "matplotlib"]
    needed += ["stable_baselines3", "sb3_contrib"] if config.learner != "td" else []
    needed += ["ray", "pyarrow", "tree"] if config.learner == "rllib" else []
    if missing := [name for name in needed if importlib.util.find_spec(name) is None]:
        extra = "rllib" if config.learner == "rllib" else "train"
        raise LibraryError(
            f"learner={config.learner} needs {', '.join(missing)}: pip install "
            f"'tablemates[{extra}]', for rllib in an environment of its own"
        )
    if config.tracker is not None and importlib.util.find_spec(config.tracker) is None:
        raise LibraryError(
            f"tracker={config.tracker} needs {config.tracker}: pip install 'tablemates[tracker]'"
        )
