"""Training. PyTorch, Stable-Baselines3 and Ray are imported here and nowhere else."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence

from tablemates.agents.errors import LibraryError
from tablemates.agents.learn.config import TrainConfig


def start(config: TrainConfig, resume: bool) -> None:
    """Train a policy.

    Args:
        config: The settings.
        resume: Continue the run in the run folder.

    Raises:
        GameError, DocumentError, ComponentsError: Settings or folder are unusable, or
            libraries are missing.
    """
    needed = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib")
    if missing := _missing(needed):
        raise LibraryError(f"training needs {', '.join(missing)}: pip install 'tablemates[train]'")
    if config.learner == "rllib" and (missing := _missing(("ray", "pyarrow", "tree"))):
        raise LibraryError(
            f"learner=rllib needs {', '.join(missing)}: pip install 'tablemates[rllib]', in an "
            "environment of its own (RLlib requires one version of Gymnasium)"
        )
    from tablemates.agents.learn.training import train  # imports PyTorch

    train(config, resume)


def _missing(names: Sequence[str]) -> list[str]:
    return [name for name in names if importlib.util.find_spec(name) is None]
