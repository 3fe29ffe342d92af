"""The one list of games, and their names in Gymnasium's and PettingZoo's registries."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import gymnasium
import pettingzoo

from tablemates.envs.core.errors import FormatError, SettingsError
from tablemates.envs.core.files.documents import nearest

if TYPE_CHECKING:
    from tablemates.envs.core.game.game import Game
    from tablemates.envs.core.game.settings import Settings


@dataclass(frozen=True, slots=True)
class RegisteredGame:
    """Places and names of a game's environments."""

    gymnasium_id: str  # id for ``gymnasium.make`` and ``gymnasium.make_vec``
    pettingzoo_id: str  # id for ``pettingzoo.make`` (kinds ``aec`` and ``parallel``)
    # Dotted name of the module with ``env``, ``parallel_env``, ``gym_env`` and ``vector_env``.
    module: str
    game: str  # the class of its game objects, ``module:name``


def _registered(key: str) -> RegisteredGame:
    """Return where a game is found, which is called after its folder."""
    name, module = key.title().replace("_", ""), f"tablemates.envs.{key}"
    return RegisteredGame(f"{name}-v0", f"{key}-v0", f"{module}_v0", f"{module}.game:{name}")


_KEYS: Final = ("portal_dash", "explorers", "builders_biomes", "orcs_must_die")
GAMES: Final[Mapping[str, RegisteredGame]] = {key: _registered(key) for key in _KEYS}

#: Which one commands play unless told.
DEFAULT_GAME: Final = "portal_dash"


def find_game(key: str) -> type[Game]:
    """Return the class of a game's objects, which is imported now.

    Args:
        key: Of ``GAMES``, such as ``"portal_dash"``, or ``module:class`` for a game of your own.

    Raises:
        SettingsError: There is no such game; the message names the nearest one.
    """
    target = GAMES[key].game if key in GAMES else key
    module, colon, name = target.partition(":")
    if not colon:
        raise SettingsError(f"no game is called {key!r}{nearest(key, GAMES)}")
    try:
        found: type[Game] = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise SettingsError(f"the game {key!r} cannot be imported: {error}") from error
    return found


def game_named(name: str, own: str | None = None) -> type[Game]:
    """Return the class of a recorded game by its name with version, such as ``"portal_dash_v0"``.

    A file may come from a stranger: of games that are not registered, only ``own``, which the user
    names, is imported.
    """
    key = name.rpartition("_v")[0]
    if key in GAMES and (found := find_game(key)).name == name:
        return found
    if own is not None and (found := find_game(own)).name == name:
        return found
    raise FormatError(f"a game of {name!r} is not known here; --game names a game of your own")


def new_game(settings: Settings) -> Game:
    """Return a game object of some game's settings, which begins games where they say."""
    made: Any = find_game(settings.game)
    game: Game = made(settings)
    from tablemates.envs.core.history.start_schedule import begin_at_starts

    begin_at_starts(game)
    return game


def register_games() -> None:
    """Register every game with Gymnasium and PettingZoo; importing ``tablemates`` does it."""
    for game in GAMES.values():
        gymnasium.register(
            game.gymnasium_id,
            entry_point=f"{game.module}:gym_env",
            vector_entry_point=f"{game.module}:vector_env",
        )
        # Checkers sample actions without looking at the mask, so an environment
        # that is made by its id does not end on an illegal action.
        for kind, view in (("aec", "env"), ("parallel", "parallel_env")):
            pettingzoo.register(
                kind,
                game.pettingzoo_id,
                entry_point=f"{game.module}:{view}",
                kwargs={"illegal_action": "penalty"},
            )
