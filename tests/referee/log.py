"""The log of a game and the referee's named checks."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

#: The rules that each check goes by.
CHECKS: dict[str, str] = {
    # Setting up
    "set-up track": "SETUP-02 SETUP-10 LEVEL-1 LEVEL-2 LEVEL-3 LEVEL-4 LEVEL-5",
    "set-up cube": "SETUP-03",
    "set-up piglins": "SETUP-04 PIG-02",
    "set-up mobs": "SETUP-05 SETUP-06 LEVEL-1 LEVEL-2 LEVEL-3 LEVEL-4 LEVEL-5 MOB-01",
    "set-up players": "SETUP-01 SETUP-07",
    "set-up stack": "SETUP-09",
    "set-up boss": "SETUP-11",
    "start spaces": "SETUP-08",
    # The turn
    "turn order": "TURN-01",
    "two actions": "ACT-01 TURN-01",
    "action choices": "ACT-01 ACT-02 ACT-03 ACT-04 REPAIR-03",
    "dice": "BLOCK-01 MOB-01 FIGHT-06",
    # The blocks die
    "die removal": "BLOCK-03 BLOCK-05 BLOCK-02 BOSS-01 BOSS-02",
    "no removal": "BLOCK-04",
    "block removed": "BLOCK-06 MINE-03",
    "blocks seen": "BLOCK-02",
    "deadline": "PIG-03",
    "cube empty": "END-04",
    # Mobs
    "mob order": "MOB-02 MOB-04",
    "spawn": "MOB-03 MOB-04",
    "mob way": "MOB-05 MOB-06 MOB-07 MOB-08 MOB-12 MOB-15 BOSS-04",
    "mob moved": "MOB-08",
    "mob target": "MOB-09 MOB-10",
    "attack": "MOB-10 MOB-12 BOSS-01 BOSS-02",
    "armour": "MOB-11",
    "worn out": "MOB-11",
    "life lost": "MOB-11 BOSS-02 MOVE-03",
    "push": "MOB-13 BOSS-03",
    "item damage": "MOB-14 BOSS-03",
    "boss block": "BOSS-01 BOSS-02 BOSS-03",
    "death": "END-02 TURN-02",
    # Moving
    "step": "MOVE-01 MOVE-02 MOVE-04 MOVE-05 MOVE-07 ACT-03",
    "step cost": "MOVE-04 MOVE-05 ITEM-09",
    "magma": "MOVE-03 MOVE-05",
    "item used": "ACT-05 FIGHT-03",
    "chest": "MOVE-06",
    # Fighting
    "fight target": "FIGHT-01 FIGHT-02 FIGHT-07",
    "fight dice": "FIGHT-01 FIGHT-02 FIGHT-06 ITEM-09",
    "reroll": "FIGHT-05 FIGHT-06 ITEM-09",
    "fight result": "FIGHT-04 FIGHT-07",
    "victory": "END-01 TURN-02",
    # Items
    "find": "ITEM-02 ITEM-07",
    "shuffle": "ITEM-07",
    "keep": "ITEM-02 ITEM-03 ITEM-08",
    "discard": "ITEM-02 ITEM-03 ITEM-04 ITEM-08",
    "replace": "ITEM-01 ITEM-03",
    "new item": "ITEM-01 ITEM-02 ITEM-05",
    "enchant": "ITEM-08",
    "leggings": "ITEM-06 REPAIR-02",
    "repair": "REPAIR-01 USE-02 ITEM-08",
    # Mining
    "mine": "MINE-01 MINE-02 BLOCK-02",
    "blind blocks": "MINE-04",
    "hand": "MINE-03",
    "use": "PIG-01 PIG-02 USE-06",
    "whom": "USE-01 USE-02 USE-03",
    "heal": "USE-01",
    "netherite": "USE-04",
    "cover": "USE-05",
    "placed": "PIG-01",
    # Revealing
    "reveal": "REVEAL-01 REVEAL-03 REVEAL-04",
    "revealed": "REVEAL-02 SETUP-10",
    "boss appears": "REVEAL-03",
    # The whole
    "conservation": "SETUP-03 SETUP-09 SETUP-10 ITEM-01 MOB-01",
    "table": "TURN-01 BLOCK-06 USE-06",
    "ending": "TURN-02 END-01 END-02 END-03 END-04",
}


class ObjectionError(Exception):
    """The referee does not agree with the game."""

    def __init__(self, check: str, sentence: str, place: int = -1) -> None:
        assert check in CHECKS, check
        super().__init__(f"{check} ({CHECKS[check]}): {sentence}")
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
