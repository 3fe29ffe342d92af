"""Portal Dash, a co-operative board game for 1 to 4 players against the clock of a block cube.

| view | class | illegal actions by default | observation by default |
|---|---|---|---|
| ``env``, ``raw_env`` | PettingZoo ``AECEnv`` | raise | dict with ``action_mask`` |
| ``parallel_env`` | PettingZoo ``ParallelEnv`` | raise | dict with ``action_mask`` |
| ``gym_env`` | Gymnasium ``Env``, one controller for every seat | penalty | flat int8 array |
| ``vector_env`` | Gymnasium ``VectorEnv``, many games at once | penalty | flat int8 arrays |

The mask is in ``info["action_mask"]`` too. Every parameter is described in
``tablemates.envs.portal_dash.settings``.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from tablemates.envs.core.aec import GameAECEnv
from tablemates.envs.core.agent import Agent
from tablemates.envs.core.focal import FocalEnv
from tablemates.envs.core.observation_forms import Layout
from tablemates.envs.core.options import ViewOptions
from tablemates.envs.core.parallel import GameParallelEnv
from tablemates.envs.core.partners import Partners, Pool
from tablemates.envs.core.single import GameEnv
from tablemates.envs.core.vector import GameVectorEnv
from tablemates.envs.portal_dash.batch import Batch
from tablemates.envs.portal_dash.components import BOARD_SHAPE
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.sampling import sample_legal
from tablemates.envs.portal_dash.settings import SeatSettings, Settings, VectorSettings

__all__ = [
    "Pool",
    "env",
    "gym_env",
    "layout",
    "load_position",
    "parallel_env",
    "raw_env",
    "sample_legal",
    "vector_env",
]

_P = ParamSpec("_P")
_Made = TypeVar("_Made")
_Given = TypeVar("_Given", bound=Settings)


def _view(
    settings: Callable[_P, _Given], **defaults: Any
) -> Callable[[Callable[[_Given], _Made]], Callable[_P, _Made]]:
    """Turn a function of a settings object into one that takes every setting as a keyword.

    Args:
        settings: The class of the settings, the only home of their defaults.
        **defaults: Defaults that differ in this view.
    """
    signature = inspect.signature(settings)
    parameters = [
        parameter.replace(default=defaults.get(name, parameter.default))
        for name, parameter in signature.parameters.items()
    ]

    def wrap(make: Callable[[_Given], _Made]) -> Callable[_P, _Made]:
        @wraps(make)
        def made(*args: _P.args, **kwargs: _P.kwargs) -> _Made:
            known = list(signature.parameters)
            for name in kwargs:
                if name not in known:
                    close = difflib.get_close_matches(name, known, 1)
                    hint = f"; did you mean {close[0]!r}?" if close else ""
                    raise TypeError(
                        f"{make.__name__}() has no parameter {name!r}{hint} "
                        f"It takes {', '.join(known)}."
                    )
            return make(settings(*args, **{**defaults, **kwargs}))

        made.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        return made

    return wrap


def _options(settings: Settings) -> ViewOptions:
    return ViewOptions(**{one.name: getattr(settings, one.name) for one in fields(ViewOptions)})


def _partners(settings: SeatSettings, game: Game) -> Partners | None:
    if settings.seat is None:
        return None
    find = partial(_find_partner, replace(settings.plain(), components=game.components))
    return Partners(settings.seat, settings.partners, settings.player_choices, find)


def _find_partner(settings: Settings, name: str) -> Agent:
    # The only import of a higher layer: partners are looked up by name.
    from tablemates.agents.registry import find_partner

    return find_partner(name, settings)


@_view(Settings)
def env(settings: Settings) -> GameAECEnv:
    """Return the game as a PettingZoo AEC environment; it checks order and bounds itself."""
    return GameAECEnv(Game(settings), _options(settings))


#: The same as ``env``: there are no wrappers to leave out.
raw_env = env


@_view(Settings)
def parallel_env(settings: Settings) -> GameParallelEnv:
    """Return the game as a PettingZoo parallel environment; who does not decide waits."""
    return GameParallelEnv(Game(settings), _options(settings))


@_view(SeatSettings, illegal_action="penalty", mask_in_observation=False)
def gym_env(settings: SeatSettings) -> GameEnv:
    """Return the game as a Gymnasium environment: one controller plays every seat, or one seat."""
    game = Game(settings.plain())
    partners = _partners(settings, game)
    if partners is None:
        return GameEnv(game, _options(settings))
    return FocalEnv(game, _options(settings), partners)


gym_env.metadata = GameEnv.metadata  # type: ignore[attr-defined]


@_view(VectorSettings, illegal_action="penalty", mask_in_observation=False)
def vector_env(settings: VectorSettings) -> GameVectorEnv:
    """Return many games as a Gymnasium vector environment, stepped by one compiled call."""
    batch = Batch(settings.plain(), settings.num_envs, settings.threads)
    partners = _partners(settings, batch.game)
    return GameVectorEnv(
        batch, _options(settings), settings.autoreset_mode, partners, settings.copy
    )


def layout(board_shape: tuple[int, int] = BOARD_SHAPE) -> Layout:
    """Return the layout of an observation: its named blocks, their numbers and ranges."""
    return make_layout(board_shape)


def load_position(
    position: Mapping[str, Any], seed: int | None = None, **settings: Any
) -> GameAECEnv:
    """Return an AEC environment with the game that a position describes.

    Args:
        position: What ``dump_position`` returned, perhaps edited, or a short one.
        seed: What the position leaves open is drawn from it; None: from its own ``seed``.
        **settings: As for ``env``; level and players are the position's, and so are edition,
            chance and ``skip_forced`` where they are left out.

    Raises:
        PositionError: The position is invalid; the message names place and reason.
    """
    from tablemates.envs.portal_dash.positions import settings_of

    made = env(**{"players": [1, 2, 3, 4], **settings_of(position), **settings})
    made.load_position(position, seed)
    return made
