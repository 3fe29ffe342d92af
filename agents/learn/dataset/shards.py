"""Files of decisions: what stands in one, how it is written and read.

Decisions of a game lie one after the other. Of each observation only what has
changed since the one before is kept (exclusive or), which is 0 nearly
everywhere: compressed, a decision takes tens of bytes instead of thousands.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import FolderError
from tablemates.envs.core.files import read_plain
from tablemates.envs.core.record import Array8

#: Choices that scores are kept of.
SCORED: Final = 6
#: In the place of a choice: there are fewer.
NONE: Final = -1

#: Bytes of a file, and values in a row of it.
_LARGEST: Final = 500_000_000
_WIDEST: Final = 65_536
#: Characters of a library's message that are shown.
_LONGEST: Final = 200
#: Type of each array in a file, and what its first axis counts.
_KINDS: Final = {
    "observations": ("int8", "decisions"),
    "masks": ("int8", "decisions"),
    "actions": ("int16", "decisions"),
    "played": ("int16", "decisions"),
    "scored": ("int16", "decisions"),
    "scores": ("float16", "decisions"),
    "game": ("int32", "decisions"),
    "number": ("int32", "decisions"),
    "sound": ("bool", "decisions"),
    "seeds": ("uint64", "games"),
    "levels": ("int8", "games"),
    "players": ("int8", "games"),
    "teams": ("int8", "games"),
    "won": ("bool", "games"),
    "turns": ("int32", "games"),
}
#: What a shard holds of each decision.
OF_DECISIONS: Final = [name for name, (_, counted) in _KINDS.items() if counted == "decisions"]
#: Those that have a second axis.
_WIDTHS: Final = frozenset({"observations", "masks", "scored", "scores"})

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Shard:
    """Decisions, and the games that they were taken in.

    Attributes:
        observations: ``int8``, shape ``(decisions, values)``; with the plans beside them
            where the data set has plans, see ``tablemates.agents.networks.plan_rows``.
        masks: Legal actions, ``int8``, shape ``(decisions, actions)``; marked by the
            adviser that the data set names.
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
    data = io.BytesIO()
    np.savez_compressed(data, **arrays)
    new = file.with_name(f".{file.name}.new")
    new.write_bytes(data.getvalue())
    new.replace(file)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a data set's card and the game say of a file, before any memory is asked for it.

    Attributes:
        decisions: How many are in it.
        games: How many games.
        values: Numbers of an observation; None: whatever they are.
        actions: Actions in all; None: whatever they are.
        sha256: Digest of the file; None: whatever it is.
    """

    decisions: int
    games: int
    values: int | None = None
    actions: int | None = None
    sha256: str | None = None


def read_shard(file: Path, claim: Claim | None = None) -> Shard:
    """Return what ``write_shard`` wrote.

    Args:
        file: The file; it may come from a stranger.
        claim: What it has to hold; None: whatever it holds.

    Raises:
        FolderError: The file is damaged, none of ours, or not what was claimed.
    """
    try:
        data = io.BytesIO(read_plain(file, _LARGEST))
        told = None if claim is None else claim.sha256
        if told is not None and told != hashlib.sha256(data.getbuffer()).hexdigest():
            raise ValueError("it is not the file that the card names")
        reason = _unfit(_headers(data), claim)
        if reason is None:
            with np.load(data, allow_pickle=False) as found:
                arrays = {field.name: found[field.name] for field in fields(Shard)}
            shard = _unpacked(arrays)
            reason = _senseless(shard)
    # What the library raises depends on where the file is cut.
    except (
        *(OSError, KeyError, ValueError, EOFError, TypeError, RuntimeError, NotImplementedError),
        *(MemoryError, RecursionError, OverflowError, zipfile.BadZipFile, zlib.error),
    ) as error:
        reason = str(error).partition("\n")[0][:_LONGEST]
    if reason is not None:
        raise FolderError(f"{file} is cut or damaged ({reason}): delete it and make it anew")
    return shard


def _unpacked(arrays: dict[str, Array]) -> Shard:
    observations = arrays["observations"]
    # Row by row: NumPy's own accumulation goes column by column, a hundred times as long.
    for before, row in pairwise(observations):
        row ^= before
    return Shard(**arrays)


def _headers(data: io.BytesIO) -> dict[str, tuple[tuple[int, ...], np.dtype[Any]]]:
    """Return shape and type that each array claims to have."""
    found = {}
    with zipfile.ZipFile(data) as archive:
        for name in archive.namelist():
            with archive.open(name) as stream:
                if np.lib.format.read_magic(stream) != (1, 0):
                    raise ValueError(f"{name} is no array")
                shape, _, kind = np.lib.format.read_array_header_1_0(stream)
            found[name.removesuffix(".npy")] = shape, kind
    data.seek(0)
    return found


def _unfit(
    found: dict[str, tuple[tuple[int, ...], np.dtype[Any]]], claim: Claim | None
) -> str | None:
    """Return why shapes and types are not those of a shard, None: they are."""
    if missing := sorted(_KINDS.keys() - found.keys()):
        return f"{missing[0]} is missing"
    shapes = {name: found[name][0] for name in _KINDS}
    if claim is None:
        decisions, games = (sum(shapes[name][:1]) for name in ("actions", "seeds"))
        claim = Claim(decisions, games)
    for name, (kind, size) in _KINDS.items():
        rows = {"decisions": claim.decisions, "games": claim.games}[size]
        shape = shapes[name]
        wrong = not shape or shape[0] != rows or len(shape) != 1 + (name in _WIDTHS)
        if wrong or found[name][1] != np.dtype(kind):
            return f"{name} is {found[name][1]} of shape {shape}"
    values, actions = shapes["observations"][1], shapes["masks"][1]
    if values != (claim.values or values) or actions != (claim.actions or actions):
        return f"{values} values and {actions} actions are not this game's"
    if values > _WIDEST or actions > _WIDEST or shapes["scored"][1:] != (SCORED,):
        return f"arrays are {values}, {actions} and {shapes['scored'][1]} wide"
    return None if shapes["scores"] == shapes["scored"] else "scores and choices do not fit"


def _senseless(shard: Shard) -> str | None:
    """Return what of the numbers means nothing, None: all of them mean something."""
    if not len(shard):
        return None
    actions, games = shard.masks.shape[1], len(shard.seeds)
    rows = np.arange(len(shard))
    for name, array, least, most in (
        ("game", shard.game, 0, games),
        ("actions", shard.actions, 0, actions),
        ("played", shard.played, 0, actions),
        ("scored", shard.scored, NONE, actions),
    ):
        if array.min() < least or array.max() >= most:
            return f"{name} has {array.min()} to {array.max()}, not {least} to {most - 1}"
    if not shard.masks[rows, shard.actions].all():
        return "an action is not legal"
    if not np.isfinite(shard.scores[shard.scored != NONE]).all():
        return "a score is not finite"
    return None
