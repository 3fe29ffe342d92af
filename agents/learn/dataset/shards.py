"""Files of decisions: what stands in one, how it is written and read.

Decisions of a game lie one after the other. Of each observation only what has
changed since the one before is kept (exclusive or), which is 0 nearly
everywhere: compressed, a decision takes about fifty bytes instead of 2,700.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from agents.errors import FolderError
from envs.core.record import Array8

#: Choices that scores are kept of.
SCORED: Final = 4
#: In the place of a choice: there are fewer.
NONE: Final = -1

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Shard:
    """Decisions, and the games that they were taken in.

    Attributes:
        observations: ``int8``, shape ``(decisions, values)``.
        masks: Legal actions, ``int8``, shape ``(decisions, actions)``.
        actions: What the teacher plays, ``int16``.
        played: What was played, ``int16``: noise, or whoever else plays, may do otherwise.
        scored: Choices that it has a score for, best first, then ``NONE``; ``int16``,
            shape ``(decisions, SCORED)``.
        scores: What it says of them, for most a chance of winning; ``float16``.
        game: Which game of this file it was, ``int32``.
        number: Decisions taken before in that game, ``int32``.
        sound: Whether the game went on without noise from there, so that its outcome
            says what the position was worth.
        seeds: Of the games, ``uint64``, shape ``(games,)``; the rest is of games, too.
        levels: Their levels.
        players: How many played.
        teams: Who played, a place in the settings' ``play``.
        won: Whether they won.
        turns: Turns begun.
    """

    observations: Array8
    masks: Array8
    actions: Array
    played: Array
    scored: Array
    scores: Array
    game: Array
    number: Array
    sound: Array
    seeds: Array
    levels: Array
    players: Array
    teams: Array
    won: Array
    turns: Array

    def __len__(self) -> int:
        return len(self.actions)


def write_shard(file: Path, shard: Shard) -> None:
    """Write a file so that it is there as a whole or not at all."""
    arrays = {field.name: getattr(shard, field.name) for field in fields(Shard)}
    changed = shard.observations.copy()
    changed[1:] ^= shard.observations[:-1]
    arrays["observations"] = changed
    arrays["masks"] = np.packbits(shard.masks, axis=1)
    arrays["actions_in_all"] = np.int64(shard.masks.shape[1])
    data = io.BytesIO()
    np.savez_compressed(data, **arrays)
    new = file.with_name(f".{file.name}.new")
    new.write_bytes(data.getvalue())
    new.replace(file)


def read_shard(file: Path) -> Shard:
    """Return what ``write_shard`` wrote.

    Raises:
        FolderError: The file is damaged, or none of ours.
    """
    try:
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as found:
            arrays = {field.name: found[field.name] for field in fields(Shard)}
            count = int(found["actions_in_all"])
    # What the library raises depends on where the file is cut.
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise FolderError(f"{file} is cut or damaged ({error}): delete it and make it anew") from (
            error
        )
    arrays["observations"] = np.bitwise_xor.accumulate(arrays["observations"], axis=0)
    arrays["masks"] = np.unpackbits(arrays["masks"], axis=1, count=count).view(np.int8)
    return Shard(**arrays)
