"""The log of a game as it is played: every event, every decision with what was legal, snapshots.

Events carry numbers for mobs, items, colours and so on; here they get their names. What an event
is called and which fields it has is learned from ``Game.events()``, whose sentences would take
most of the time; ``slow`` asks it for every event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tablemates.envs.portal_dash.game import Game
from tests.judge.referee.log import Entry
from tests.judge.referee.numbers import COLOURS, MODES, TASKS

#: What the numbers of the docs' words mean in events.
SOURCES = (
    "magma cube",
    "ghast",
    "enderman",
    "hoglin",
    "blaze",
    "wither skeleton",
    "Wildfire",
    "Ancient Hoglin",
    "magma",
)
REASONS = (
    "die",
    "boss",
    "mined",
    "used",
    "worn out",
    "attacked",
    "not kept",
    "replaced",
    "starting",
)
CAUSES = (
    "",
    "boss defeated",
    "death",
    "task A late",
    "task B late",
    "task C late",
    "cube empty",
)
_SPACES = ("space", "origin")


class Reader:
    """Reads the games of one game object."""

    def __init__(self, game: Game, slow: bool = False) -> None:
        self.game = game
        self.slow = slow
        self._names = game.strings.names
        self._fields: dict[int, tuple[str, list[str]]] = {}
        self._kinds: dict[int, str] = {}
        items, tiles = self._names.items, self._names.tiles
        self._words: dict[str, Callable[[int], Any]] = {
            "mob": self._mob,
            "item": lambda n: items[n],
            "enchantment": lambda n: items[n],
            "tile": lambda n: tiles[n],
            "colour": COLOURS.__getitem__,
            "face": (*COLOURS, "?").__getitem__,
            "source": lambda n: SOURCES[n] if n >= 0 else n,
            "reason": REASONS.__getitem__,
            "cause": CAUSES.__getitem__,
            "task": TASKS.__getitem__,
            "mode": lambda n: MODES[n - 1],
        }

    def events(self) -> list[Entry]:
        """Return what happened in the last move."""
        if self.slow:
            return [self._named(dict(entry)) for entry in self.game.events()]
        rows = self.game.work.events[: self.game.work.event_count].tolist()
        if any(row[0] not in self._fields for row in rows):
            for row, entry in zip(rows, self.game.events(), strict=True):
                names = [name for name in entry if name not in ("event", "text")]
                self._fields[row[0]] = entry["event"], names
        entries = []
        for row in rows:
            event, names = self._fields[row[0]]
            entry: Entry = {"event": event}
            for name, value in zip(names, row[1:], strict=False):
                if name in _SPACES:
                    value = divmod(value, 64) if value >= 0 else value
                entry[name] = value
            entries.append(self._named(entry))
        return entries

    def decision(self, action: int) -> Entry:
        """Return the decision to be taken, and what is chosen."""
        public = self.game.public
        number = int(public.decision)
        if number not in self._kinds:
            self._kinds[number] = self.game.snapshot()["decision"]["kind"]
        legal = np.flatnonzero(self.game.mask).tolist()
        return {
            "decision": self._kinds[number],
            "decider": int(public.decider),
            "legal": legal,
            "action": action,
        }

    def _named(self, entry: Entry) -> Entry:
        entry.pop("text", None)
        for name, value in entry.items():
            word = self._words.get(name)
            if word is not None:
                entry[name] = word(value)
        return entry

    def _mob(self, piece: int) -> str:
        return self._names.mob(self.game.public, piece)
