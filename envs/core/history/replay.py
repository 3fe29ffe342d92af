"""Replays: the history of a game as its beginning and its actions, in a JSON file of about 1 KB.

A game begins with a seed or, if it was restored, edited or resampled, with a
record. Outcomes of explicit chance stand among the actions. An
illegal last action means that the game was forfeited by it: by who decided, or,
with a number past the last action's, by the seat which that many more is. At the table what is
hidden may have been drawn anew on the way.
"""

from __future__ import annotations

import base64
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.envs.core.engine.codes import ILLEGAL, OVER
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game.game import Game

FORMAT: Final = "game-replay"
VERSION: Final = 1
#: Stands for a human player among the agents.
PERSON: Final = "person"
LONGEST: Final = 1_000_000  # actions; a game has some hundreds


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that can be played again."""

    game: str  # name of the game with its version
    hashes: Mapping[str, str]  # of rules, interface and engine when it was played
    recipe: Mapping[str, Any]  # what a game object with the same rules and seats is made of
    seed: int | None  # how it began, ``None`` if it began with a record
    record: bytes | None  # how it began, ``None`` if it began with a seed
    actions: list[int] = field(default_factory=list)  # what was played, in order
    agents: tuple[str, ...] = ()  # ``PERSON`` or the name of an agent by seat; empty: unknown
    # How the game ended where its rules do not tell, a sentence; None: they do.
    end: str | None = None
    # Seeds by which what is hidden was drawn anew, by the number of actions before.
    redraws: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, seed: int | None = None) -> Replay:
        """Return the replay of a game that begins here: with a seed, or from its present state."""
        record = game.save() if seed is None else None
        return cls(game.name, dict(game.hashes), dict(game.recipe), seed, record)

    def play(self, game: Game) -> Iterator[int]:
        """Play the game again, one move for each item taken from the iterator.

        Args:
            game: A game object made of ``recipe``.

        Yields:
            Who is next: first at the beginning, then after every move.

        Raises:
            FormatError: The rules or the record's layout differ, or an action is not legal.
        """
        self._check(game)
        if self.seed is not None:
            answer = game.new(self.seed)
        else:
            assert self.record is not None
            game.check(self.record)
            answer = game.restore(self.record)
        yield answer
        last = len(self.actions) - 1
        for n, action in enumerate(self.actions):
            if n in self.redraws:
                game.resample(self.redraws[n])
            if answer == OVER:
                raise FormatError(f"the replay goes on after the end of the game, with move {n}")
            past = action - len(game.catalogue)
            loser = past if 0 <= past < game.seats else answer
            answer = game.step(action) if past < 0 <= action else ILLEGAL
            if answer == ILLEGAL:
                if n < last or loser < 0:
                    raise FormatError(f"move {n} of the replay, action {action}, is not legal")
                answer = game.forfeit(loser)
            yield answer

    def _check(self, game: Game) -> None:
        if self.game != game.name:
            raise FormatError(f"the replay is of {self.game}, not of {game.name}")
        for name in ("ruleset", "interface"):
            if self.hashes[name] != game.hashes[name]:
                raise FormatError(
                    f"the replay was made with another {name} "
                    f"({self.hashes[name]}, here {game.hashes[name]})"
                )

    def to_json(self) -> dict[str, Any]:
        """Return the replay as plain data."""
        who = {"agents": list(self.agents)} if self.agents else {}
        end = {} if self.end is None else {"end": self.end}
        redraws = {"redraws": [*map(list, self.redraws.items())]} if self.redraws else {}
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "hashes": dict(self.hashes),
            "recipe": dict(self.recipe),
            "seed": self.seed,
            "record": None if self.record is None else _pack(self.record),
            "actions": pack_actions(self.actions),
            **who,
            **end,
            **redraws,
        }

    @classmethod
    def from_json(cls, data: Any) -> Replay:
        """Return the replay that plain data describes."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise FormatError(f"this is no replay: its 'format' is not {FORMAT!r}")
        if data.get("version") != VERSION:
            raise FormatError(
                f"the replay has version {data.get('version')!r}; this one reads {VERSION}"
            )
        names = {"game": str, "hashes": dict, "recipe": dict, "actions": str}
        for name, kind in names.items():
            if not isinstance(data.get(name), kind):
                raise FormatError(f"the replay's {name!r} is missing or no {kind.__name__}")
        if not all(isinstance(data["hashes"].get(name), str) for name in ("ruleset", "interface")):
            raise FormatError("the replay's 'hashes' lack 'ruleset' or 'interface'")
        seed, record = data.get("seed"), data.get("record")
        if (seed is None) == (record is None):
            raise FormatError("a replay has either a 'seed' or a 'record'")
        agents, end = data.get("agents", _seats_at_the_table(data)), data.get("end")
        if not isinstance(agents, list) or not all(isinstance(one, str) for one in agents):
            raise FormatError("the replay's 'agents' are no list of names")
        if not isinstance(end, str | None):
            raise FormatError("the replay's 'end' is no sentence")
        if seed is not None and not _is_seed(seed):
            raise FormatError(f"the replay's seed {seed!r} is no integer from 0 to 2**64 - 1")
        return cls(
            data["game"],
            data["hashes"],
            data["recipe"],
            seed,
            None if record is None else _unpack(record, "record"),
            unpack_actions(data["actions"]),
            tuple(agents),
            end,
            _redraws(data.get("redraws", [])),
        )

    def write(self, file: Path) -> None:
        """Write the replay as a JSON file, which is never seen half written."""
        unfinished = file.with_name(f"{file.name}.{os.getpid()}.tmp")
        try:
            unfinished.write_text(json.dumps(self.to_json(), indent=1) + "\n", encoding="utf-8")
            unfinished.replace(file)
        finally:
            unfinished.unlink(missing_ok=True)

    @classmethod
    def read(cls, file: Path) -> Replay:
        """Read a JSON file; the message of an error names it."""
        try:
            return cls.from_json(json.loads(file.read_text(encoding="utf-8")))
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise FormatError(f"{file}: this is no replay: it is no JSON ({error})") from error
        except (FormatError, ValueError, RecursionError) as error:
            raise FormatError(f"{file}: {error}") from error


def _is_seed(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**64


def _redraws(given: Any) -> dict[int, int]:
    """Return the seeds by which what is hidden was drawn anew, by the number of actions before."""
    found = {}
    for one in given if isinstance(given, list) else [given]:
        match one:
            case [int(moves), seed] if _is_seed(moves) and _is_seed(seed):
                found[moves] = seed
            case _:
                raise FormatError("the replay's 'redraws' are no list of [actions before, seed]")
    return found


def _seats_at_the_table(data: Mapping[str, Any]) -> list[Any]:
    """Return who played a game that the game table has saved, which tells it in its own part."""
    table = data.get("table")
    seats = table.get("seats") if isinstance(table, dict) else None
    known = isinstance(seats, list) and all(isinstance(seat, str) for seat in seats)
    return seats if known and isinstance(seats, list) else []


def pack_actions(actions: list[int]) -> str:
    """Return a list of action numbers as short text (16-bit integers, deflated, base64)."""
    return _pack(np.array(actions, "<u2").tobytes())


def unpack_actions(text: str) -> list[int]:
    """Return the action numbers of ``pack_actions``."""
    data = _unpack(text, "actions")
    if len(data) % 2:
        raise FormatError("the replay's 'actions' are cut")
    numbers: list[int] = np.frombuffer(data, "<u2").tolist()
    return numbers


def _pack(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode("ascii")


def _unpack(text: Any, what: str) -> bytes:
    if not isinstance(text, str):
        raise FormatError(f"the replay's {what!r} is no text")
    try:
        # Bounded, because a few hundred bytes can inflate to gigabytes.
        reader = zlib.decompressobj()
        data = reader.decompress(base64.b64decode(text, b"-_", validate=True), 2 * LONGEST)
    except (ValueError, zlib.error) as error:
        raise FormatError(f"the replay's {what!r} are damaged: {error}") from error
    if not reader.eof or reader.unused_data:
        raise FormatError(f"the replay's {what!r} are cut, or longer than any game")
    return data
