"""Portal Dash, a co-operative board game for 1 to 4 players against the clock of a block cube.

| view | class | illegal actions by default | observation by default |
|---|---|---|---|
| ``env``, ``raw_env`` | PettingZoo ``AECEnv`` | raise | dict with ``action_mask`` |
| ``gym_env`` | Gymnasium ``Env``, one controller for every seat | penalty | flat int8 array |

The mask is in ``info["action_mask"]`` too. Every parameter is described in
``envs.portal_dash.settings.Settings``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from envs.core.aec import GameAECEnv
from envs.core.policies import Policies
from envs.core.single import GameEnv
from envs.core.view import Look
from envs.portal_dash.components import BOARD_SHAPE
from envs.portal_dash.game import Game
from envs.portal_dash.observation.layout import Layout, make_layout
from envs.portal_dash.settings import Settings

__all__ = ["env", "gym_env", "layout", "load_position", "raw_env"]

_P = ParamSpec("_P")
_Made = TypeVar("_Made")


def _view(
    settings: Callable[_P, Settings], **defaults: Any
) -> Callable[[Callable[[Settings], _Made]], Callable[_P, _Made]]:
    """Make a function of settings one that takes every setting as a keyword.

    Args:
        settings: The class of the settings; their defaults stand there alone.
        **defaults: What this view does otherwise.
    """
    signature = inspect.signature(settings)
    parameters = [
        parameter.replace(default=defaults.get(name, parameter.default))
        for name, parameter in signature.parameters.items()
    ]

    def wrap(make: Callable[[Settings], _Made]) -> Callable[_P, _Made]:
        @wraps(make)
        def made(*args: _P.args, **kwargs: _P.kwargs) -> _Made:
            return make(settings(*args, **{**defaults, **kwargs}))

        made.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        return made

    return wrap


def _parts(settings: Settings) -> tuple[Game, Policies, Look]:
    look = Look(settings.observation, settings.mask_in_observation, settings.render_mode)
    policies = Policies(settings.illegal_action, settings.max_turns)
    return Game(settings), policies, look


@_view(Settings)
def env(settings: Settings) -> GameAECEnv:
    """Return the game as a PettingZoo AEC environment; it checks order and bounds itself."""
    return GameAECEnv(*_parts(settings))


#: The same as ``env``: there are no wrappers to leave out.
raw_env = env


@_view(Settings, illegal_action="penalty", mask_in_observation=False)
def gym_env(settings: Settings) -> GameEnv:
    """Return the game as a Gymnasium environment in which one controller plays every seat."""
    return GameEnv(*_parts(settings))


gym_env.metadata = GameEnv.metadata  # type: ignore[attr-defined]


def layout(board_shape: tuple[int, int] = BOARD_SHAPE, privileged: bool = False) -> Layout:
    """Return what stands where in an observation, by named blocks.

    Args:
        board_shape: The environment's.
        privileged: Of ``state(privileged=True)``.
    """
    return make_layout(board_shape, privileged)


def load_position(position: Mapping[str, Any], **settings: Any) -> GameAECEnv:
    """Return an AEC environment with the game that a position describes.

    Args:
        position: What ``dump_position`` returned, perhaps edited.
        **settings: As for ``env``; level and players are the position's.
    """
    chance = position.get("chance", "sampled") if isinstance(position, dict) else "sampled"
    made = env(**{"players": [1, 2, 3, 4], "chance": chance, **settings})
    made.load_position(position)
    return made
