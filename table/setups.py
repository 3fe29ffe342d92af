"""The set-up of a real table: what people enter replaces what would be drawn."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tablemates.envs.core.errors import FormatError
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.naming import mob_kind_name
from tablemates.envs.portal_dash.positions import load_position
from tablemates.envs.portal_dash.reading import row_and_column, spawner_spaces
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.settings import Settings

#: Keys of a set-up that people may enter.
KEYS: Final = ("tiles", "cube", "line", "mobs", "first_player", "bosses", "chests")
_COLOURS: Final = {"R": "red", "G": "gray", "Y": "gold", "B": "brown", "K": "black"}


def read_setup(file: Path) -> dict[str, Any]:
    """Read a set-up file: a JSON object with some of ``KEYS``.

    Raises:
        FormatError: The file is no set-up.
        OSError: It cannot be read.
    """
    try:
        values = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{file}: is not JSON ({error})") from error
    if not isinstance(values, dict):
        raise FormatError(f"{file}: keys with values are needed at the top")
    return values


def setup_of(game: PortalDash) -> dict[str, Any]:
    """Return the set-up of a game as keys of a position.

    Args:
        game: A game of explicit chance that has just begun.
    """
    whole = game.dump_position()
    p, names = game.public, game.names
    found: dict[str, Any] = {key: whole[key] for key in KEYS if key in whole}
    found["mobs"] = {
        names.mob(p, piece): list(row_and_column(int(p.mob_space[piece])))
        for piece in range(L.REGULAR_MOBS)
        if p.mob_space[piece] >= 0
    }
    return found


def words_of_setup(game: PortalDash) -> dict[str, Any]:
    """Return the vocabulary for entering a set-up."""
    p, names = game.public, game.names
    on_track = [piece for piece in range(L.REGULAR_MOBS) if p.mob_space[piece] >= 0]
    waiting = [int(piece) for piece in p.line[: p.line_length]]
    kinds = [int(names.box.mob_kind[piece]) for piece in on_track + waiting]
    # Those of a kind lie mixed in the box: any of them may be among the few that are in play.
    any_of = [piece for piece in range(L.REGULAR_MOBS) if names.box.mob_kind[piece] in kinds]
    seen = [p.cube[column, : p.height[column]] for column in range(L.CUBE_COLUMNS)]
    return {
        "tiles": list(names.tiles),
        "mobs": [names.mob(p, piece) for piece in any_of],
        "in_play": {mob_kind_name(kind): kinds.count(kind) for kind in sorted(set(kinds))},
        "spawners": [list(row_and_column(space)) for space in spawner_spaces(p, names.box)],
        "colours": dict(_COLOURS),
        "blocks": {sign: int(names.box.cube[index]) for index, sign in enumerate(_COLOURS)},
        "visible_blocks": sum(int((column >= 0).sum()) for column in seen),
    }


def begin_setup(settings: Settings, given: Mapping[str, Any], seed: int) -> bytes:
    """Return the record of a game that starts from an entered set-up.

    Missing keys are drawn as in any set-up. Without ``mobs``, the ``line`` is the
    whole row of mobs, and the first of it stand on the spawners of the tile that lies there.

    Args:
        settings: Of explicit chance.
        given: Some of ``KEYS``.
        seed: For what is drawn.

    Raises:
        FormatError: A key is unknown, or the set-up impossible.
    """
    for key in given:
        if key not in KEYS:
            raise FormatError(f"setup: unknown key {key!r}; known: {', '.join(KEYS)}")
    game = PortalDash(settings)
    game.new(seed)
    position = game.dump_position()
    for key in ("board", "agenda", "decider", "active_player", "counters", "ruleset"):
        position.pop(key, None)
    position["seed"] = seed
    drawn = setup_of(game)
    position |= {"mobs": drawn["mobs"]} | dict(given)
    first = position["first_player"]
    players = len(position["players"])
    if not isinstance(first, int) or not 0 <= first < players:
        raise FormatError(f"setup: first_player is a seat from 0 to {players - 1}")
    order = [(first + n) % players for n in range(players)]
    position["agenda"] = [*({"step": "start", "player": seat} for seat in order), "turn"]
    if "mobs" not in given:
        queue = given.get("line", [*drawn["mobs"], *drawn["line"]])
        position |= _on_spawners(game, position, queue)
    return _loaded(game, position)


def _on_spawners(game: PortalDash, position: Mapping[str, Any], queue: Any) -> dict[str, Any]:
    """Return mobs and line: the first of a queue on the spawners of the tile that lies there."""
    other = PortalDash(game.settings)
    other.restore(_loaded(game, {**position, "mobs": {}, "line": queue}))
    spaces = spawner_spaces(other.public, other.names.box)
    mobs = {mob: list(row_and_column(at)) for mob, at in zip(queue, spaces, strict=False)}
    return {"mobs": mobs, "line": list(queue)[len(mobs) :]}


def _loaded(game: PortalDash, position: Mapping[str, Any]) -> bytes:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a ruleset that is not named here
        try:
            record = load_position(position, game.components)
        except (ValueError, LookupError, TypeError, OverflowError) as error:
            raise FormatError(f"the set-up: {error}") from error
    return record.tobytes()
