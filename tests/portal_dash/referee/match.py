"""A game that is being judged: its table, its log read entry by entry, and its items."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from tests.portal_dash.referee.printed import Box, Item
from tests.portal_dash.referee.table import ItemNow, ObjectionError, Table

Entry = dict[str, Any]


class OverError(Exception):
    """The game has ended as it should."""


class Match:
    """A game under way: the box of its parts, and its log, which begins with a snapshot."""

    def __init__(self, box: Box, entries: list[Entry], forced: bool) -> None:
        self.box = box
        self.t = Table(box, entries[0]["snapshot"])
        self.entries = entries
        self.at = 0
        self._forced = forced
        #: Netherite tiles in the stack's top: (name, tiles that may still be drawn until it comes).
        self.near: list[list[Any]] = []

    # -- the log ----------------------------------------------------------------
    def require(self, right: bool, sentence: str) -> None:
        """Object unless something is right."""
        if not right:
            raise ObjectionError(f"entry {self.at}: {sentence}")

    def next_entry(self) -> Entry:
        """Return the next entry; an empty one at the end."""
        return self.entries[self.at] if self.at < len(self.entries) else {}

    def event(self, name: str, **fields: Any) -> Entry:
        """Take the next entry, which must be this event with these fields."""
        entry = self._take()
        right = entry.get("event") == name and fields.items() <= entry.items()
        self.require(right, f"{name} {fields} should come, not {entry}")
        return entry

    def decide(self, kind: str, decider: int, choices: Collection[int], about: str = "") -> int:
        """Take the next entry, a decision with these legal actions; return the action taken."""
        legal = sorted(set(choices))
        self.require(bool(legal), f"{kind}: there is nothing to choose, yet a choice is due")
        if len(legal) == 1 and self._forced:
            self.event("forced", player=decider, action=legal[0])
            return legal[0]
        entry = self._take()
        while "snapshot" in entry:
            self.t.compare(entry["snapshot"])
            entry = self._take()
        wanted = {"decision": kind, "decider": decider, "legal": legal}
        self.require(wanted.items() <= entry.items(), f"{wanted} {about} should come, not {entry}")
        self.require(entry["action"] in legal, f"an illegal action was taken: {entry}")
        return int(entry["action"])

    def decide_by_name(
        self, kind: str, decider: int, names: Collection[str], name_of: Callable[[int], str]
    ) -> int:
        """Take a decision whose actions count by their names, equal ones being one choice."""
        entry = self.next_entry()
        coming = next((e for e in self.entries[self.at :] if "snapshot" not in e), {})
        legal = [entry["action"]] if entry.get("event") == "forced" else coming.get("legal", [])
        right = {name_of(action) for action in legal} == set(names)
        self.require(right, f"{kind}: {sorted(set(names))} may be chosen, not {legal} {entry}")
        return self.decide(kind, decider, legal)

    def end(self) -> None:
        """Make sure that nothing but snapshots is left."""
        for entry in self.entries[self.at :]:
            self.require("snapshot" in entry, f"the game is over, yet there is {entry}")
            self.t.compare(entry["snapshot"])

    def lose_game(self, cause: str, player: int = -1, source: Any = -1) -> None:
        """Expect the end of the game, which raises ``OverError``."""
        self.event("game_lost", cause=cause, player=player, source=source)
        self.t.outcome = "lost"
        raise OverError

    def win_game(self) -> None:
        """Expect the victory, which raises ``OverError``."""
        self.event("game_won", cause="boss defeated")
        self.t.outcome = "won"
        raise OverError

    def _take(self) -> Entry:
        self.require(self.at < len(self.entries), "the game has ended too early")
        self.at += 1
        return self.entries[self.at - 1]

    # -- items ------------------------------------------------------------------
    def item(self, seat: int, slot: int) -> ItemNow:
        """Return the item in a slot."""
        found: ItemNow = self.t.players[seat]["items"][slot]
        return found

    def printed(self, name: str) -> Item:
        """Return what is printed on a tile."""
        return self.box.items[name]

    def total(self, item: ItemNow, what: str) -> int:
        """Return a number of an item with its enchantments (ITEM-09)."""
        names = [item["name"], *item["enchantments"]]
        return sum(int(getattr(self.printed(name), what)) for name in names)

    def is_armour(self, item: ItemNow) -> bool:
        """Return whether an item protects its owner when it has hearts."""
        worn = self.printed(item["name"]).type == "armour" or item["mode"] == "armour"
        return item["row"] == "active" and worn
