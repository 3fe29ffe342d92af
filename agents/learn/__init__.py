"""Learning: networks, learners and policy files.

The only place that imports PyTorch and Stable-Baselines3.
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
    from agents.configs import read_config
    from agents.errors import LibraryError
    from agents.learn.config import TrainConfig

    config = read_config(TrainConfig, path, words)
    missing = [
        name
        for name in ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib")
        if importlib.util.find_spec(name) is None
    ]
    if missing:
        raise LibraryError(
            f"training needs {', '.join(missing)}: pip install 'portal-dash[train]' "
            "(in a checkout: make setup)"
        )
    # Only now: wrong settings shall not wait for PyTorch.
    from agents.learn.training import train

    train(config, resume)
