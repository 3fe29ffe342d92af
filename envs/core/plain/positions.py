"""Positions of a game that has no such module: the fields of its record by name.

The public fields are keys; those of the other parts are below ``private`` and ``hidden``. What a
position leaves out is as after set-up, and what is hidden is drawn from its ``seed``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.engine.engine import PRIVATE
from tablemates.envs.core.engine.header import Header
from tablemates.envs.core.errors import PositionError
from tablemates.envs.core.files.documents import nearest, quoted
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.seeds import checked_seed, word
from tablemates.envs.core.history.positions import PositionReader, index_of
from tablemates.envs.core.records.layout import Bytes, dtype_of
from tablemates.envs.core.records.ranges import Range
from tablemates.envs.core.records.vocabulary import word_of, words_of

#: Keys that say how a game is set up.
SETTINGS: Final = dtype_of(Header).names or ()
#: Keys of the parts that not everybody sees.
HIDDEN: Final = (PRIVATE, "hidden")


def dump_position(game: Game, record: Bytes) -> dict[str, Any]:
    """Return the game in a record as plain data."""
    state, parts = game.fields(record), game.engine.state.names or ()
    told = {part: fields_of(game, part, getattr(state, part)) for part in parts}
    return {**told.pop("public"), **told}


def load_position(game: Game, position: Mapping[str, Any], seed: int | None = None) -> Bytes:
    """Return the record of the game that a position describes; a dump gives the same bytes.

    Raises:
        PositionError: The position is invalid; the message names place and reason.
        SettingsError: The seed is out of range.
    """
    if not isinstance(position, Mapping):
        raise PositionError(f"{quoted(position)} is no position: keys with values are needed")
    seed = checked_seed(position.get("seed", 0) if seed is None else seed)
    players = position.get("players", game.settings.player_choices[0])
    if type(players) is not int or players not in game.settings.seats:
        raise PositionError(f"players: {quoted(players)} is not the number of players of a game")
    reader = PositionReader(game, game.scenarios[0], seed, players)
    others = [part for part in game.engine.state.names or () if part != "public"]
    public = {key: one for key, one in position.items() if key not in (*others, "seed")}
    _write(reader, "public", public, others)
    if not all(part in position for part in others):
        game.engine.resample(reader.record, game.box, word(seed))
    for part in others:
        if part in position:
            _write(reader, part, position[part])
    reader.check()
    reader.go_on()
    return reader.record


def fields_of(game: Game, part: str, fields: Any) -> dict[str, Any]:
    """Return the fields of a part of a record: numbers, lists of them, or words."""
    found: dict[str, Any] = {}
    for name in game.engine.state[part].names or ():
        value, words = getattr(fields, name), _range(game, part, name).words
        if isinstance(value, np.ndarray):
            found[name] = value.tolist()
        else:
            found[name] = int(value) if words is None else word_of(words(value))
    return found


def private_to(game: Game, seat: int) -> dict[str, Any]:
    """Return what is private to a seat; nothing where there is no such part or seat."""
    if not game.engine.has_private or seat < 0:
        return {}
    told = fields_of(game, PRIVATE, game.fields(game.record).private)
    return {name: rows[seat] for name, rows in told.items()}


def _range(game: Game, part: str, name: str) -> Range:
    """Return the range of a field, which is that of its numbers where none is told."""
    told = game.engine.rules.ranges.get(part, {})
    limits = np.iinfo(game.engine.state[part][name].base)
    return told.get(name, Range(int(limits.min), int(limits.max)))


def _write(reader: PositionReader, part: str, given: Any, more: Sequence[str] = ()) -> None:
    """Write fields of a part of the record, and refuse what is none."""
    game, place = reader.game, "" if part == "public" else f"{part}."
    if not isinstance(given, Mapping):
        raise PositionError(f"{part}: fields with their numbers are needed")
    fields, known = getattr(game.fields(reader.record), part), game.engine.state[part]
    for name, value in given.items():
        if name not in (known.names or ()):
            raise PositionError(
                f"{place}{name}: unknown key{nearest(name, [*(known.names or ()), *more])}"
            )
        told = _range(game, part, name)
        setattr(fields, name, _numbers(f"{place}{name}", value, known[name], told))


def _numbers(place: str, value: Any, kind: np.dtype[Any], told: Range) -> npt.NDArray[Any]:
    """Return a value of a position as the numbers of a field."""
    words: type[IntEnum] | None = told.words
    if words is not None and not kind.shape:
        value = min(words) + index_of(place, "word", value, words_of(words))
    try:
        numbers = np.array(value, object)
    except ValueError:  # lists of several lengths
        numbers = np.array(None, object)
    if numbers.shape != kind.shape or not all(type(one) is int for one in numbers.flat):
        many = " x ".join(map(str, kind.shape)) + " whole numbers" * bool(kind.shape)
        raise PositionError(f"{place}: {many or 'a whole number'} must stand here")
    for one in numbers.flat:
        if not told.low <= one <= told.high:
            raise PositionError(f"{place}: {one} is not from {told.low} to {told.high}")
    return numbers.astype(kind.base)
