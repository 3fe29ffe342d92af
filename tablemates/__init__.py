"""Tablemates: modern board games as reinforcement-learning environments.

Importing the package registers every game, so ``gymnasium.make(id)`` works after ``import
tablemates``, and ``gymnasium.make(f"tablemates:{id}")`` without it.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

_HERE = Path(__file__).parent
if not (_HERE / "envs").is_dir() and (_HERE.parent / "pyproject.toml").is_file():
    # A checkout: the folders that a wheel holds beside this file lie at its top.
    __path__.append(str(_HERE.parent))

from tablemates.envs.registry import register_games  # noqa: E402  found by the path above

if TYPE_CHECKING:
    from tablemates.agents.registry import load_agent
    from tablemates.envs.core.views.agent import Agent, Situation
    from tablemates.envs.testing import check_game

__all__ = ["Agent", "Situation", "check_game", "load_agent"]
__version__ = "0.2.0"

register_games()


# Imported on first use: whoever only wants an environment imports no agents.
_HOMES = {
    "Agent": "tablemates.envs.core.views.agent",
    "Situation": "tablemates.envs.core.views.agent",
    "check_game": "tablemates.envs.testing",
    "load_agent": "tablemates.agents.registry",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'tablemates' has no attribute {name!r}")
