"""Saved batches: the records of all lanes, and what their view keeps beside them, as JSON.

The bytes have the form of a saved game, see ``saving``; their name says how
many lanes there are and when they begin anew.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablemates.envs.core import saving
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game import OVER
from tablemates.envs.core.lockstep import Lockstep
from tablemates.envs.core.policies import PATIENCE, Referee


@dataclass(frozen=True, slots=True)
class _Named:
    """What ``saving`` asks of a game."""

    name: str
    hashes: Any
    record_layout: str
    record: bytes = b""

    def save(self) -> bytes:
        return self.record


def _named(lockstep: Lockstep, mode: str, record: bytes = b"") -> _Named:
    game = lockstep.batch.game
    name = f"{game.name}, {len(lockstep.batch)} lanes, autoreset {mode}"
    return _Named(name, game.hashes, game.record_layout, record)


def pack(lockstep: Lockstep, mode: str) -> bytes:
    """Return all games as bytes, with everything that the next ones come from."""
    batch, seating = lockstep.batch, lockstep.seating
    edge = {
        "seeds": batch.seeds.tolist(),
        "moves": batch.moves.tolist(),
        "ended": lockstep.ended.tolist(),
        "illegal_in_a_row": lockstep.illegal_in_a_row.tolist(),
        "sequences": batch.sequences.tolist(),
        "places": batch.places.tolist(),
        "line_ups": None if seating is None else seating.to_json(),
    }
    text = json.dumps(edge, separators=(",", ":"))
    return saving.pack(_named(lockstep, mode, batch.save()), text.encode())


def pack_game(lockstep: Lockstep, lane: int) -> bytes:
    """Return one lane's game as a view of one game saves it."""
    batch, seating = lockstep.batch, lockstep.seating
    game = batch.game_of(lane)
    answer = game.restore(batch.record(lane))
    referee = Referee(game, lockstep.policies)
    referee.begin(answer)
    referee.truncated = bool(lockstep.ended[lane]) and not referee.terminated
    referee.illegal_in_a_row = int(lockstep.illegal_in_a_row[lane])
    edge = referee.to_bytes(0)
    if seating is not None:
        seed, moves = int(batch.seeds[lane]), int(batch.moves[lane])
        edge += seating.partners.to_bytes(seating.line_ups[lane], seed, moves)
    return saving.pack(game, edge)


def restore(lockstep: Lockstep, mode: str, saved: bytes) -> None:
    """Go on from ``pack``.

    Raises:
        FormatError: The bytes are cut, damaged, foreign, of other rules, of no possible
            games, or of other lanes or partners; nothing has changed.
    """
    batch, seating = lockstep.batch, lockstep.seating
    count = len(batch)
    records, text = saving.unpack(_named(lockstep, mode), saved)
    size = len(batch.record(0))
    if len(records) != count * size:
        raise FormatError(f"{count} games have {count * size} bytes, not {len(records)}")
    players: list[int] = []
    for lane in range(count):
        record = records[lane * size : (lane + 1) * size]
        game = batch.game_of(lane)
        game.check(record)
        game.restore(record)
        players.append(game.seats)
    try:
        edge = json.loads(text)
        seeds = np.array(edge["seeds"], np.uint64)
        moves = np.array(edge["moves"], np.int64)
        ended = np.array(edge["ended"], np.bool_)
        in_a_row = np.array(edge["illegal_in_a_row"], np.int64)
        sequences = np.array(edge["sequences"], np.uint64)
        places = np.array(edge["places"], np.int32)
        line_ups = edge["line_ups"]
    except (ValueError, TypeError, LookupError, OverflowError, RecursionError) as error:
        raise FormatError(f"the saved games are damaged: {error}") from error
    numbers = (seeds, moves, ended, in_a_row, sequences, places)
    if {one.shape for one in numbers} != {(count,)}:
        raise FormatError(f"the saved games are damaged: their numbers are not of {count} lanes")
    if not all(0 <= refused <= PATIENCE for refused in in_a_row.tolist()):
        raise FormatError("the saved games are damaged: no game goes on after so many refusals")
    if (line_ups is None) != (seating is None):
        raise FormatError("the games were saved with partners and here are none, or the reverse")
    seated = None if seating is None else seating.read(line_ups, players)
    # Nothing can fail from here on.
    batch.restore(records, seeds, moves)
    batch.sequences[:], batch.places[:] = sequences, places
    if seating is not None and seated is not None:
        seating.restore(seated)
    lockstep.ended = ended
    lockstep.illegal_in_a_row = in_a_row
    lockstep.seats = np.where(ended, OVER, batch.answers)
