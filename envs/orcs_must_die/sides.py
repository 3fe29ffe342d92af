"""The two fortresses of rivalry for Python: a record with the other one open."""

from __future__ import annotations

from typing import Any

from tablemates.envs.core.records.layout import Bytes, RecordView
from tablemates.envs.orcs_must_die.rules.teams import seats_of
from tablemates.envs.orcs_must_die.state import SIDE, STATE


def turn(record: Bytes) -> None:
    """Open the other fortress of the game in a record."""
    public = record.view(STATE)[0]["public"]
    for name in SIDE.names or ():
        kept = public[name].copy()
        public[name] = public["far"][name]
        public["far"][name] = kept
    public["team"] = 1 - public["team"]


def turned(record: Bytes) -> Any:
    """Return a copy of the game in a record in which the other fortress is open."""
    copy = record.copy()
    turn(copy)
    state: Any = RecordView(copy, STATE)
    return state


class Aside:
    """A game seen with the fortress open in which nothing is under way: only to be drawn.

    Everything but the public record is that of the game.
    """

    def __init__(self, game: Any) -> None:
        self._game, self.public = game, turned(game.record).public

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def members(p: Any) -> list[int]:
    """Return the seats of the team whose fortress is open."""
    seats = seats_of(p, p.team)
    return [seat for seat in range(p.players) if seats >> seat & 1]


def own_types(p: Any, numbers: Any) -> Any:
    """Return the rows of the box for the minions of the open fortress."""
    half = len(numbers) // 2
    return numbers[half * p.team : half * (p.team + 1)]
