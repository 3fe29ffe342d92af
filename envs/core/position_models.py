"""What positions, whole games as plain data, have in common: types of keys, and plain fields.

A key that is called like a field of the public record is written as that field stands: a number, a
flag, a word of an enum, or counts by name. The other keys are the game's own affair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Annotated, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from pydantic import Field, StrictBool

from tablemates.envs.core.answers import DESCRIBED
from tablemates.envs.core.documents import DocumentModel
from tablemates.envs.core.game import Game, word
from tablemates.envs.core.one_game import OneGame
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.core.vocabulary import word_of

Count: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=127)]
Word64: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=2**64)]


class GamePosition(DocumentModel):
    """The keys of the positions of every game."""

    chance: Literal["sampled", "explicit"] = "sampled"
    skip_forced: StrictBool = True
    turn: Annotated[int, Field(strict=True, ge=1, lt=2**15)] = 1
    seed: Word64 = 0


def counts_by_name(counts: npt.NDArray[Any], names: Sequence[str]) -> dict[str, int]:
    """Return the counts that are not 0 by the names of their places."""
    return {names[n]: int(count) for n, count in enumerate(counts) if count}


def dump_fields(
    model: type[GamePosition], p: Any, names: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """Return the keys of a model that are plain fields of a record.

    Args:
        model: The model.
        p: The public record.
        names: Of the things that a field counts, by field; it may have a row for each seat.
    """
    position: dict[str, Any] = {"chance": "explicit" if p.explicit_chance else "sampled"}
    for key, kind in _plain_keys(model):
        if hasattr(p, key):
            value = getattr(p, key)
            position[key] = word_of(kind(value)) if issubclass(kind, IntEnum) else kind(value)
    for key, known in names.items():
        counts = getattr(p, key)
        position[key] = (
            counts_by_name(counts, known)
            if counts.ndim == 1
            else [counts_by_name(row, known) for row in counts[: p.players]]
        )
    return position


def write_fields(given: GamePosition, p: Any, names: Mapping[str, Sequence[str]]) -> None:
    """Write what ``dump_fields`` returns into a record; None leaves a field as it is."""
    p.explicit_chance = given.chance == "explicit"
    for key, _ in _plain_keys(type(given)):
        if hasattr(p, key):
            setattr(p, key, getattr(given, key))
    for key in names:
        value, field = getattr(given, key), getattr(p, key)
        rows = (
            [(field, value)]
            if isinstance(value, Mapping)
            else zip(field, value or (), strict=False)
        )
        for row, counts in rows:
            row[:] = 0
            for n, count in counts.items():
                row[n] = count


def _plain_keys(model: type[GamePosition]) -> Iterator[tuple[str, type[Any]]]:
    for key, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, int):
            yield key, field.annotation


class PositionReader:
    """Writes a position over a new game.

    Args:
        game: A game of the same parts; it stays as it is.
        scenario: What is put on the table.
        seed: Of the new game.
        players: How many there are.

    Attributes:
        box: What is in the box, by fields.
        one: The new game; ``record``: its bytes, ``p``, ``h``: public and hidden part by fields.
    """

    def __init__(self, game: Game, scenario: Bytes, seed: int, players: int) -> None:
        sizes = len(game.catalogue), game.layout.size
        self.box = game.box_record
        self.one = OneGame(game.engine, game.box, scenario[None], np.zeros(1, np.uint8), sizes)
        lane = self.one.lane
        lane.seed, lane.players, lane.first_player = word(seed), players, 0
        self.one.step(DESCRIBED)
        self.record: Bytes = self.one.record
        state: Any = RecordView(self.record, game.engine.state)
        self.p, self.h = state.public, state.hidden
