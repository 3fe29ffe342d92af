"""Learning: networks, learners and policy files.

The only place that imports PyTorch, Stable-Baselines3 and Ray.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path


def start(path: Path, words: Sequence[str], resume: bool) -> None:
    """Train as a file of settings says.

    Args:
        path: The file.
        words: ``key=value`` settings that go over it.
        resume: Go on with the run that lies in the run folder.

    Raises:
        GameError, DocumentError, ComponentsError: The settings or the folder do not do,
            or the libraries for learning are not installed.
    """
    from tablemates.agents.configs import read_config
    from tablemates.agents.errors import LibraryError
    from tablemates.agents.learn.config import TrainConfig

    config = read_config(TrainConfig, path, words)
    needed = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib")
    if missing := _missing(needed):
        raise LibraryError(
            f"training needs {', '.join(missing)}: pip install 'tablemates[train]' "
            "(in a checkout: make setup)"
        )
    # What `pip install ray` alone leaves out would only be missed deep inside RLlib.
    if config.learner == "rllib" and (missing := _missing(("ray", "pyarrow", "tree"))):
        raise LibraryError(
            f"learner=rllib needs {', '.join(missing)}: pip install 'tablemates[rllib]', best in "
            "an environment of its own (RLlib asks for one version of Gymnasium)"
        )
    # Only now: wrong settings shall not wait for PyTorch.
    from tablemates.agents.learn.training import train

    train(config, resume)


def _missing(names: Sequence[str]) -> list[str]:
    return [name for name in names if importlib.util.find_spec(name) is None]
