"""Generated sections about the views of every game: parameters, methods, seeds."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Final

from docs.generators.interface import described, info, shaping
from docs.generators.pages import Text, table
from tablemates.envs.core.game.seeds import PURPOSES, seed_for
from tablemates.envs.core.views.aec import AgentsView
from tablemates.envs.core.views.common import GameProperties, View
from tablemates.envs.core.views.gym import GameEnv
from tablemates.envs.core.views.seat_options import VectorOptions, with_options
from tablemates.envs.core.views.vector import GameVectorEnv
from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game

_VIEWS: Final = ("env", "parallel_env", "gym_env", "vector_env")
#: Members that PettingZoo's and Gymnasium's own documentation describes.
_FRAMEWORK: Final = {
    *("render", "close", "infos", "step", "reset", "last", "np_random"),
    *("observation_space", "action_space"),
}


def parameters() -> str:
    """Return the table of the views' parameters."""
    views = import_module(GAMES[DEFAULT_GAME].module)
    settings = with_options(VectorOptions, find_game(DEFAULT_GAME).settings_type)
    signatures = [inspect.signature(getattr(views, view)).parameters for view in _VIEWS]
    rows = [
        (f"`{name}`", *(_default(signature.get(name)) for signature in signatures), text)
        for name, text in described(settings).items()
    ]
    return table(["parameter", *(f"`{name}`" for name in _VIEWS), "meaning"], rows)


def _default(parameter: inspect.Parameter | None) -> str:
    if parameter is None:
        return "–"
    return "required" if parameter.default is parameter.empty else f"`{parameter.default!r}`"


def methods() -> str:
    """Return the tables of methods that the views add to those of the frameworks."""
    one = _members(GameProperties, View, AgentsView, GameEnv)
    many = _members(GameProperties, GameVectorEnv)
    return "\n\n".join(
        [table(["views of one game", "purpose"], one), table(["`vector_env`", "purpose"], many)]
    )


def _members(*owners: type) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for owner in owners:
        for name, member in vars(owner).items():
            is_property = isinstance(member, property)
            if name.startswith("_") or name in _FRAMEWORK | seen:
                continue
            if is_property or callable(member):
                seen.add(name)
                first = (inspect.getdoc(member) or "").split("\n\n")[0].replace("``", "`")
                yield f"`{name}`" if is_property else f"`{name}()`", first


def seeds() -> str:
    """Return the table of seed ranges."""
    return table(["purpose", "first seed"], ((f"`{p}`", seed_for(p, 0)) for p in PURPOSES))


SECTIONS: Final[dict[str, dict[str, Text]]] = {
    "docs/environments.md": {
        "parameters": parameters,
        "shaping": partial(shaping, DEFAULT_GAME),
        "info": info,
        "methods": methods,
        "seeds": seeds,
    }
}
