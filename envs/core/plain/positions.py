"""Positions of a game that writes none itself: the fields of its record by name.

The public fields are keys; those of the other parts are below ``hidden`` and the like. What a
position leaves out is as after set-up, and what is hidden is drawn from the seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from tablemates.envs.core.engine.header import Header
from tablemates.envs.core.errors import PositionError
from tablemates.envs.core.files.documents import nearest, quoted
from tablemates.envs.core.game.game import Game, word
from tablemates.envs.core.game.seeds import checked_seed
from tablemates.envs.core.history.positions import PositionReader
from tablemates.envs.core.records.layout import Bytes, RecordView, dtype_of

#: Keys that say how a game is set up.
SETTINGS: Final = dtype_of(Header).names or ()


def dump_position(game: Game, record: Bytes) -> dict[str, Any]:
    """Return the game in a record as plain data."""
    state = RecordView(record, game.engine.state)
    parts = {name: dict(_fields(getattr(state, name))) for name in game.engine.state.names or ()}
    return {**parts.pop("public"), **parts}


def load_position(game: Game, position: Mapping[str, Any], seed: int | None = None) -> Bytes:
    """Return the record of the game that a position describes; a dump gives the same bytes.

    Raises:
        PositionError: The position is invalid; the message names place and reason.
        SettingsError: The seed is out of range.
    """
    if not isinstance(position, Mapping):
        raise PositionError(f"{quoted(position)} is no position: keys with values are needed")
    seed = checked_seed(position.get("seed", 0) if seed is None else seed)
    players = position.get("players", game.settings.seats[0])
    if type(players) is not int or players not in game.settings.seats:
        raise PositionError(f"players: {quoted(players)} is not the number of players of a game")
    reader = PositionReader(game, game.scenarios[0], seed, players)
    state: Any = RecordView(reader.record, game.engine.state)
    others = [name for name in game.engine.state.names or () if name != "public"]
    public = {key: one for key, one in position.items() if key not in (*others, "seed")}
    _write(state.public, public, "", others)
    if not all(part in position for part in others):
        game.engine.resample(reader.record, game.box, word(seed))
    for part in others:
        if part in position:
            _write(getattr(state, part), position[part], f"{part}.", ())
    reader.check()
    reader.go_on()
    return reader.record


def seen_of(game: Game) -> dict[str, Any]:
    """Return the fields that can be seen."""
    return dict(_fields(game.public))


def _fields(part: Any) -> Iterator[tuple[str, Any]]:
    for name in part._dtype.names:
        value = getattr(part, name)
        yield name, value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def _write(part: Any, given: Any, place: str, more: Any) -> None:
    """Write fields of a part of the record, and refuse what is none."""
    if not isinstance(given, Mapping):
        raise PositionError(f"{place[:-1]}: fields with their numbers are needed")
    known = part._dtype.fields
    for name, value in given.items():
        if name not in known:
            raise PositionError(f"{place}{name}: unknown key{nearest(name, [*known, *more])}")
        base, shape = known[name][0].base, known[name][0].shape
        limits = np.iinfo(base)
        numbers = np.array(value, object)
        if numbers.shape != shape or not all(type(one) is int for one in numbers.flat):
            many = " x ".join(map(str, shape)) + " whole numbers" if shape else "a whole number"
            raise PositionError(f"{place}{name}: {many} must stand here, not {quoted(value)}")
        for one in numbers.flat:
            if not limits.min <= one <= limits.max:
                raise PositionError(
                    f"{place}{name}: {one} is not from {limits.min} to {limits.max}"
                )
        setattr(part, name, numbers.astype(base) if shape else value)
