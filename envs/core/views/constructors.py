"""The public constructors of a game's views: functions that take every setting as a keyword.

A game's module of them is one line: ``env, raw_env, ... = views_of(Explorers)``.

| view | class | illegal actions by default | observation by default |
|---|---|---|---|
| ``env``, ``raw_env`` | PettingZoo ``AECEnv`` | raise | dict with ``action_mask`` |
| ``parallel_env`` | PettingZoo ``ParallelEnv`` | raise | dict with ``action_mask`` |
| ``gym_env`` | Gymnasium ``Env``, one controller for all seats, or one seat | penalty | flat int8 |
| ``vector_env`` | Gymnasium ``VectorEnv``, many games at once | penalty | flat int8 |

The mask is in ``info["action_mask"]`` too. ``raw_env`` is ``env``: there are no wrappers to leave
out.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

from tablemates.envs.core.engine.random_actions import sample_legal
from tablemates.envs.core.errors import ComponentsError, PositionError, SettingsError
from tablemates.envs.core.files.documents import nearest
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.history.start_schedule import begin_at_starts
from tablemates.envs.core.views.aec import GameAECEnv
from tablemates.envs.core.views.agent import Agent
from tablemates.envs.core.views.gym import GameEnv
from tablemates.envs.core.views.one_seat import OneSeatEnv
from tablemates.envs.core.views.parallel import GameParallelEnv
from tablemates.envs.core.views.partners import Partners
from tablemates.envs.core.views.seat_options import Pool, SeatOptions, VectorOptions, with_options
from tablemates.envs.core.views.vector import GameVectorEnv

_P = ParamSpec("_P")
_Made = TypeVar("_Made")
_Given = TypeVar("_Given", bound=Settings)


class Views(NamedTuple):
    """The public names of a game: its views, and what is often used with them."""

    env: Callable[..., GameAECEnv]
    raw_env: Callable[..., GameAECEnv]
    parallel_env: Callable[..., GameParallelEnv]
    gym_env: Callable[..., GameEnv]
    vector_env: Callable[..., GameVectorEnv]
    load_position: Callable[..., GameAECEnv]
    sample_legal: Callable[..., None]
    Pool: type[Pool]


def views_of(game: type[Game]) -> Views:
    """Return the constructors of a game; the parameters are its settings, the defaults too."""
    settings = game.settings_type
    env = aec_env(game, settings)
    return Views(
        env,
        env,
        parallel_env(game, settings),
        gym_env(game, with_options(SeatOptions, settings)),
        vector_env(game, with_options(VectorOptions, settings)),
        position_loader(env, settings),
        sample_legal,
        Pool,
    )


def aec_env(game: type[Game], settings: Callable[_P, _Given]) -> Callable[_P, GameAECEnv]:
    """Return the constructor of a game's AEC environment."""

    def env(given: _Given) -> GameAECEnv:
        """Return the game as a PettingZoo AEC environment; it checks order and bounds itself."""
        return GameAECEnv(_table(game, given))

    return _by_keywords(env, settings)


def parallel_env(game: type[Game], settings: Callable[_P, _Given]) -> Callable[_P, GameParallelEnv]:
    """Return the constructor of a game's parallel environment."""

    def parallel_env(given: _Given) -> GameParallelEnv:
        """Return the game as a PettingZoo parallel environment; who does not decide waits."""
        return GameParallelEnv(_table(game, given))

    return _by_keywords(parallel_env, settings)


def gym_env(game: type[Game], settings: Callable[_P, SeatOptions]) -> Callable[_P, GameEnv]:
    """Return the constructor of a game's Gymnasium environment."""

    def gym_env(given: SeatOptions) -> GameEnv:
        """Return the game as a Gymnasium environment: one controller plays every seat, or one."""
        table = _table(game, given)
        partners = _partners(given, table)
        if partners is None:
            return GameEnv(table)
        return OneSeatEnv(table, partners)

    made = _by_keywords(gym_env, settings, illegal_action="penalty", mask_in_observation=False)
    made.metadata = GameEnv.metadata  # type: ignore[attr-defined]
    return made


def vector_env(
    game: type[Game], settings: Callable[_P, VectorOptions]
) -> Callable[_P, GameVectorEnv]:
    """Return the constructor of a game's vector environment."""

    def vector_env(given: VectorOptions) -> GameVectorEnv:
        """Return many games as a Gymnasium vector environment, stepped by one compiled call."""
        table = _table(game, given)
        batch = GameBatch(table, given.num_envs, given.threads)
        partners = _partners(given, table)
        return GameVectorEnv(batch, given.autoreset_mode, partners, given.copy)

    return _by_keywords(vector_env, settings, illegal_action="penalty", mask_in_observation=False)


def position_loader(
    env: Callable[..., GameAECEnv], settings: type[Settings]
) -> Callable[..., GameAECEnv]:
    """Return the function that makes an AEC environment of a position.

    Settings of which a reset draws one are all allowed; others that a position states are its own.
    """

    def load_position(
        position: Mapping[str, Any], seed: int | None = None, **given: Any
    ) -> GameAECEnv:
        """Return an AEC environment with the game that a position describes.

        Args:
            position: What ``dump_position`` returned, perhaps edited, or a short one.
            seed: What the position leaves open is drawn from it; None: from its own ``seed``.
            **given: As for ``env``; level and players are the position's, and so is ``chance``,
                like anything else that the position states, where it is left out.

        Raises:
            PositionError: The position is invalid; the message names place and reason.
        """
        try:
            made = env(**settings.stated_in(position) | given)
        except (SettingsError, ComponentsError) as error:
            env(**given)  # raises it where what is given is wrong by itself
            raise PositionError(str(error)) from error
        made.load_position(position, seed)
        return made

    return load_position


def _by_keywords(
    make: Callable[[_Given], _Made], settings: Callable[_P, _Given], **defaults: Any
) -> Callable[_P, _Made]:
    """Return a function that takes every setting as a keyword, and makes a settings object of them.

    ``settings`` is the only home of their defaults but for those that differ in this view.
    """
    signature = inspect.signature(settings)
    parameters = [
        parameter.replace(default=defaults.get(name, parameter.default))
        for name, parameter in signature.parameters.items()
    ]
    known = list(signature.parameters)

    def made(*args: _P.args, **kwargs: _P.kwargs) -> _Made:
        for name in kwargs:
            if name not in known:
                hint = nearest(name, known)
                raise TypeError(f"{make.__name__}() has no parameter {name!r}{hint}")
        return make(settings(*args, **{**defaults, **kwargs}))

    made.__name__ = made.__qualname__ = make.__name__
    made.__doc__ = make.__doc__
    made.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return made


def _table(game: type[Game], settings: Settings) -> Game:
    """Return a new game object of the game's own settings, which begins games where they say."""
    kind, make = game.settings_type, cast("Callable[[Settings], Game]", game)
    table = make(kind(**{one.name: getattr(settings, one.name) for one in fields(kind)}))
    begin_at_starts(table)
    return table


def _partners(settings: SeatOptions, game: Any) -> Partners | None:
    if settings.seat is None:
        return None
    find = partial(_find_partner, replace(game.settings, components=game.components))
    return Partners(settings.seat, settings.partners, settings.player_choices, find)


def _find_partner(settings: Any, name: str) -> Agent:
    # The only imports of a higher layer: partners are looked up by name.
    from tablemates.agents.facts import GameFacts
    from tablemates.agents.registry import find_agent

    return find_agent(name, GameFacts.of(settings))
