"""A game that is being judged: its table, its log, and what both need again and again."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from tests.portal_dash.referee.log import Entry, Log
from tests.portal_dash.referee.printed import Box, Item
from tests.portal_dash.referee.table import ItemNow, Table


class OverError(Exception):
    """The game has ended as it should."""


class Match:
    """A game under way.

    Args:
        box: The parts.
        snapshot: Of the game's first decision.
        entries: The log.
        forced: Whether the engine takes decisions with one choice by itself.
    """

    def __init__(
        self, box: Box, snapshot: dict[str, Any], entries: list[Entry], forced: bool
    ) -> None:
        self.box = box
        self.t = Table(box, snapshot)
        self.log = Log(entries, forced, self.t.compare)
        self.event = self.log.event
        self.decide = self.log.decide
        #: Netherite tiles in the stack's top: (name, tiles that may still be drawn until it comes).
        self.near: list[list[Any]] = []

    def require(self, check: str, right: bool, sentence: Callable[[], str]) -> None:
        """Object unless something is right."""
        if not right:
            raise self.log.objection(check, sentence())

    def decide_by_name(
        self,
        check: str,
        kind: str,
        decider: int,
        names: Collection[str],
        name_of: Callable[[int], str],
    ) -> int:
        """Take a decision whose actions count by their names, equal ones being one choice."""
        entry = self.log.next_entry()
        legal = [entry["action"]] if entry.get("event") == "forced" else self._coming_legal()
        right = {name_of(action) for action in legal} == set(names) and len(legal) == len(
            set(legal)
        )
        self.require(
            check, right, lambda: f"{kind}: {sorted(set(names))} may be chosen, not {legal} {entry}"
        )
        return self.decide(check, kind, decider, legal)

    def _coming_legal(self) -> list[int]:
        for entry in self.log.entries[self.log.at :]:
            if "legal" in entry:
                return list(entry["legal"])
            if "event" in entry:
                break
        return []

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
        return item["row"] == "active" and (
            self.printed(item["name"]).type == "armour" or item["mode"] == "armour"
        )

    def lose_game(self, check: str, cause: str, player: int = -1, source: Any = -1) -> None:
        """Expect the end of the game.

        Raises:
            OverError: It has come.
        """
        self.event(check, "game_lost", cause=cause, player=player, source=source)
        self.t.outcome = "lost"
        raise OverError

    def win_game(self) -> None:
        """Expect the victory.

        Raises:
            OverError: It has come.
        """
        self.event("victory", "game_won", cause="boss defeated")
        self.t.outcome = "won"
        raise OverError
