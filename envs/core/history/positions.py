"""Positions, whole games as plain data: types of keys, and plain fields.

A key that is called like a field of the public record has that field's value: a number, a
flag, a word of an enum, or counts by name. The other keys are the game's own affair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args, get_origin

import numpy as np
import numpy.typing as npt
from pydantic import Field, StrictBool

from tablemates.envs.core.engine.buffers import GameBuffers
from tablemates.envs.core.engine.codes import DESCRIBED, OVER, RESUME, SHOW
from tablemates.envs.core.errors import PositionError
from tablemates.envs.core.files.documents import DocumentModel, nearest, validated
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.seeds import checked_seed, word
from tablemates.envs.core.records.layout import Bytes, RecordView
from tablemates.envs.core.records.ranges import Range
from tablemates.envs.core.records.vocabulary import word_of

_Position = TypeVar("_Position", bound="GamePosition")


Count: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=127)]
Word64: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=2**64)]


class GamePosition(DocumentModel):
    """The keys of the positions of every game."""

    chance: Literal["sampled", "explicit"] = "sampled"
    skip_forced: StrictBool = True
    turn: Annotated[int, Field(strict=True, ge=1, lt=2**14)] = 1  # with room for a whole game
    seed: Word64 = 0


def within(told: Range) -> Any:
    """Return the bounds of a key whose values go into a field of this range."""
    return Field(strict=True, ge=told.low, le=told.high)


def refuse(wrong: object, reason: str) -> None:
    """Refuse a position, with a reason that names the place, if something is wrong."""
    if wrong:
        raise PositionError(reason)


def index_of(place: str, kind: str, name: object, known: Iterable[object]) -> int:
    """Return the index of a name among the known ones, or refuse it."""
    names = list(known)
    if name not in names:
        raise PositionError(f"{place}: unknown {kind} {name!r}{nearest(name, names)}")
    return names.index(name)


def counts_by_name(counts: npt.NDArray[Any], names: Sequence[str]) -> dict[str, int]:
    """Return the counts that are not 0 by the names of their places."""
    return {names[n]: int(count) for n, count in enumerate(counts) if count}


def dump_fields(
    model: type[DocumentModel], p: Any, names: Mapping[str, Sequence[str]], seat: int | None = None
) -> dict[str, Any]:
    """Return the keys of a model that are plain fields of a record.

    ``names`` are those of the things that a field counts, by field, which may have a row for each
    seat; ``seat`` asks for its part of the fields, None for fields that no seat has for itself.
    """
    position: dict[str, Any] = {}
    for key, kind in _plain_keys(model):
        if hasattr(p, key):
            value = _part(p, key, seat)
            position[key] = word_of(kind(value)) if issubclass(kind, IntEnum) else kind(value)
    for key in filter(model.model_fields.__contains__, names):
        counts, known = _part(p, key, seat), names[key]
        position[key] = (
            counts_by_name(counts, known)
            if counts.ndim == 1
            else [counts_by_name(row, known) for row in counts[: p.players]]
        )
    if seat is None:
        position["chance"] = "explicit" if p.explicit_chance else "sampled"
    return position


def write_fields(
    given: DocumentModel, p: Any, names: Mapping[str, Sequence[str]], seat: int | None = None
) -> None:
    """Write what ``dump_fields`` returns into a record; None leaves a field as it is."""
    if isinstance(given, GamePosition):
        p.explicit_chance = given.chance == "explicit"
    for key, _ in _plain_keys(type(given)):
        if hasattr(p, key) and (value := getattr(given, key)) is not None:
            if seat is None:
                setattr(p, key, value)
            else:
                getattr(p, key)[seat] = value
    for key in filter(type(given).model_fields.__contains__, names):
        value, field = getattr(given, key), _part(p, key, seat)
        rows = (
            [(field, value)]
            if isinstance(value, Mapping)
            else zip(field, value or (), strict=False)
        )
        for row, counts in rows:
            row[:] = 0
            for n, count in counts.items():
                row[n] = count


def _part(p: Any, key: str, seat: int | None) -> Any:
    return getattr(p, key) if seat is None else getattr(p, key)[seat]


def _plain_keys(model: type[DocumentModel]) -> Iterator[tuple[str, type[Any]]]:
    """Yield the keys that are whole numbers, flags or words, perhaps None, and their types."""
    for key, field in model.model_fields.items():
        kinds = get_args(field.annotation)
        kind: Any = kinds[0] if type(None) in kinds else field.annotation
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        if isinstance(kind, type) and issubclass(kind, int):
            yield key, kind


class PositionReader:
    """Writes a position over a new game; a game's own is made of the position, game and seed."""

    def __init__(self, game: Game, scenario: Bytes, seed: int, players: int) -> None:
        sizes = len(game.catalogue), game.layout.size
        self.game = game
        self.box = game.box_record  # what is in the box, by fields
        # The new game; ``record``: its bytes, ``p``, ``h``: public and hidden part by fields.
        self.one = GameBuffers(game.engine, game.box, scenario[None], np.zeros(1, np.uint8), sizes)
        lane = self.one.lane
        lane.seed, lane.players, lane.first_player = word(seed), players, 0
        self.one.step(DESCRIBED)
        self.record: Bytes = self.one.record
        state: Any = RecordView(self.record, game.engine.state)
        self.p, self.h = state.public, state.hidden

    def check(self) -> None:
        """Refuse what breaks a law of the game; nothing may be played before."""
        for place, reason in self.game.faults(self.record):
            raise PositionError(f"{place}: {reason}")

    def go_on(self, key: str | None = None) -> None:
        """Go on to the next decision, for a position may stand between two.

        ``key`` is the decision that it states, which has to leave a choice.
        """
        if key is not None:
            self.one.step(SHOW)
            refuse(not self.one.mask.any(), f"decision: {key!r} leaves nothing to choose")
        over = self.one.step(RESUME) == OVER
        refuse(not (over or self.one.mask.any()), "position: it leaves nothing to decide")
        self._look()

    def _look(self) -> None:
        """Refuse what has no room in the observation of a seat."""
        game, seen = self.game, np.empty_like(self.one.observation)
        space = game.observation_space
        for seat in range(self.p.players):
            game.engine.observe(self.record, game.box, seat, seen)
            for n in np.flatnonzero((seen < space.low) | (seen > space.high)).tolist():
                raise PositionError(
                    f"{game.layout.name_of(n)}: {seen[n]} is not from {space.low[n]} to "
                    f"{space.high[n]}, which is all that the observation has room for"
                )


def loader_of(
    model: type[_Position], read: Callable[[_Position, Any, int], PositionReader]
) -> Callable[..., Bytes]:
    """Return a game's ``load_position``, made of the keys of its positions and of its reader."""

    def load_position(game: Game, position: Mapping[str, Any], seed: int | None = None) -> Bytes:
        """Return the record of the game that a position describes; a dump gives the same bytes.

        What the position leaves open is drawn from the seed, None: its own.

        Raises:
            PositionError: The position is invalid; the message names place and reason.
            SettingsError: The seed is out of range.
        """
        given = validated(model, position, PositionError, game.components)
        return read(given, game, given.seed if seed is None else checked_seed(seed)).record

    return load_position
