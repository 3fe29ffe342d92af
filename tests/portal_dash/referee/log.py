"""The log of a game, read entry by entry."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any


class ObjectionError(Exception):
    """The referee does not agree with the game."""

    def __init__(self, check: str, sentence: str, place: int = -1) -> None:
        super().__init__(f"{check}: {sentence}")
        self.check = check
        self.place = place


Entry = dict[str, Any]


class Log:
    """A log and how far it has been read.

    Args:
        entries: The log.
        forced: Whether the engine takes decisions with one choice by itself.
        compare: Called with each snapshot.
    """

    def __init__(
        self, entries: list[Entry], forced: bool, compare: Callable[[Entry], None]
    ) -> None:
        self.entries = entries
        self.at = 0
        self._forced = forced
        self._compare = compare

    def next_entry(self) -> Entry:
        """Return the next entry; an empty one at the end."""
        return self.entries[self.at] if self.at < len(self.entries) else {}

    def event(self, check: str, name: str, **fields: Any) -> Entry:
        """Take the next entry, which must be this event with these fields.

        Raises:
            ObjectionError: It is another one.
        """
        entry = self._take(check, f"{name} {fields}")
        if entry.get("event") != name:
            raise self.objection(check, f"{name} {fields} should come, not {_short(entry)}")
        for key, value in fields.items():
            if entry[key] != value:
                raise self.objection(
                    check, f"{name}: {key} should be {value!r}, not {entry[key]!r} ({entry})"
                )
        return entry

    def decide(
        self, check: str, kind: str, decider: int, choices: Collection[int], about: str = ""
    ) -> int:
        """Take the next entry, which must be this decision with these legal actions.

        Returns:
            The action that was taken.

        Raises:
            ObjectionError: It is another one.
        """
        legal = sorted(set(choices))
        if not legal:
            raise self.objection(check, f"{kind}: there is nothing to choose, yet a choice is due")
        if len(legal) == 1 and self._forced:
            self.event(check, "forced", player=decider, action=legal[0])
            return legal[0]
        entry = self._take(check, f"the decision {kind!r}")
        while "snapshot" in entry:
            self._compare(entry["snapshot"])
            entry = self._take(check, f"the decision {kind!r}")
        if entry.get("decision") != kind:
            raise self.objection(check, f"{kind!r} is to be decided, not {_short(entry)}")
        if entry["decider"] != decider:
            raise self.objection(check, f"{kind}: player {decider} decides, not {entry['decider']}")
        if entry["legal"] != legal:
            extra = sorted(set(entry["legal"]) - set(legal))
            missing = sorted(set(legal) - set(entry["legal"]))
            raise self.objection(
                check, f"{kind} {about}: not legal: {extra}; missing: {missing}; right: {legal}"
            )
        action = entry["action"]
        if action not in choices:
            raise self.objection(check, f"{kind}: {action} was taken, which is not legal")
        return int(action)

    def end(self, check: str) -> None:
        """Make sure that nothing but snapshots is left.

        Raises:
            ObjectionError: The game goes on.
        """
        for entry in self.entries[self.at :]:
            self.at += 1
            if "snapshot" not in entry:
                raise self.objection(check, f"the game is over, yet there is {_short(entry)}")
            self._compare(entry["snapshot"])

    def objection(self, check: str, sentence: str) -> ObjectionError:
        """Return an objection that knows its place in the log."""
        return ObjectionError(check, sentence, self.at)

    def _take(self, check: str, wanted: str) -> Entry:
        if self.at >= len(self.entries):
            raise self.objection(check, f"{wanted} should come, but the game has ended")
        entry = self.entries[self.at]
        self.at += 1
        return entry


def _short(entry: Entry) -> str:
    return "a snapshot" if "snapshot" in entry else str(entry)
