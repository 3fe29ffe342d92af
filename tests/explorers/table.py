"""A table for tests of the rules: a short position, choices and cards, what came of them.

    table = Table.at(row=["woods"], food=2)
    table.do("slot 0", "wood") == [("food_paid", 0, 2), ("landscape_explored", 0, "woods", ...)]

Chance is explicit unless a position says otherwise. A choice is its name in the catalogue, a card
its name: a front, ``"wood"`` or ``"iron +1"`` for a back, a creature or ``"game_over"``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tablemates.envs.core.answers import CHANCE, ILLEGAL
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.parts import load_components
from tablemates.envs.explorers.settings import Settings
from tablemates.envs.explorers.speech import decision_key
from tablemates.envs.explorers.vocabulary import Creature, Front, Item

#: A box that is small enough to list every arrangement of its cards.
SMALL = Path(__file__).with_name("small_box.yaml")
LEVELS = ("first", "easy", "normal", "hard", "hardcore")
WORDS = {
    "front": [front.name.lower() for front in Front],
    "item": [item.name.lower() for item in Item],
    "creature": [creature.name.lower() for creature in Creature],
    "holding": [V.holding_name(holding) for holding in range(V.HOLDINGS)],
    "cause": ["none", "chests", "game_over_card", "illegal_action"],
}


def all_but(left: dict[str, int]) -> list[str]:
    """Return the cards of the box but for some of each front: explored ones."""
    cards = []
    for front, landscape in load_components().parts.landscapes.items():
        backs = [
            f"{front.name.lower()}: {item.name.lower()}" + f" +{creatures}" * (creatures > 0)
            for (item, creatures), copies in landscape.different.items()
            for _ in range(copies)
        ]
        cards += backs[left.get(front.name.lower(), 0) :]
    return cards


@cache
def game(chance: str, components: Path | None) -> Explorers:
    """Return the game object that the tables of these settings share."""
    return Explorers(
        Settings(level="first", players=[1, 2, 3, 4], chance=chance, components=components)
    )


class Table:
    """A game at which a test chooses and looks."""

    def __init__(self, table: Explorers) -> None:
        self.game = table
        self.p = table.public
        self.events = self._events()

    @classmethod
    def at(cls, components: Path | None = None, **position: Any) -> Table:
        """Return the game of a position, with explicit chance unless it says otherwise."""
        made = game(position.setdefault("chance", "explicit"), components)
        made.load_position(position)
        return cls(made)

    @classmethod
    def new(cls, seed: int = 1, components: Path | None = None, **settings: Any) -> Table:
        """Return a new game with sampled chance."""
        made = Explorers(Settings(**{"components": components, **settings}))
        made.new(seed)
        return cls(made)

    def do(self, *choices: str) -> list[tuple[Any, ...]]:
        """Make choices and turn over cards; return the events of all of them."""
        self.events = []
        for choice in choices:
            action = self._cards().get(choice, -1)
            if self.game.to_move() != CHANCE:
                action = self.game.catalogue.parse(choice)
            assert self.game.step(action) != ILLEGAL, f"{choice!r} is not among {self.choices}"
            self.events += self._events()
        return self.events

    @property
    def decision(self) -> str:
        """The kind of decision or, at chance, of the card that is turned over."""
        return decision_key(self.p)

    @property
    def choices(self) -> list[str]:
        """The legal choices or the possible cards."""
        if self.game.to_move() == CHANCE:
            return list(self._cards())
        return [self.game.catalogue.name(n) for n in self.game.mask.nonzero()[0]]

    @property
    def chances(self) -> dict[str, float]:
        """The possible cards with their probabilities."""
        return dict(zip(self._cards(), self.game.chance_outcomes()[1].tolist(), strict=True))

    @property
    def row(self) -> list[str | None]:
        """The fronts of the row, without empty slots at the end."""
        row = self.position["row"]
        while row and row[-1] is None:
            row.pop()
        return row

    @property
    def position(self) -> dict[str, Any]:
        """The whole game as data."""
        return self.game.dump_position()

    @property
    def line(self) -> dict[str, int]:
        """The creatures of the line."""
        return self.position["line"]

    def items(self, seat: int = 0) -> dict[str, int]:
        """Return what a seat has."""
        return self.position["items"][seat]

    def trophies(self, seat: int = 0) -> dict[str, int]:
        """Return a seat's trophies."""
        return self.position["trophies"][seat]

    def happened(self, *names: str) -> list[tuple[Any, ...]]:
        """Return the events with some names."""
        return [event for event in self.events if event[0] in names]

    def _cards(self) -> dict[str, int]:
        """Return the outcomes of chance by name."""
        if self.game.to_move() != CHANCE:
            return {}
        values = self.game.chance_outcomes()[0].tolist()
        if self.decision in ("front", "creature"):
            return {WORDS[self.decision][value]: value for value in values}
        front = Front(self.p.place_front[self.p.slot])
        backs = list(self.game.components.parts.landscapes[front].different)
        names = [item.name.lower() + f" +{n}" * (n > 0) for item, n in backs]
        return {names[value]: value for value in values}

    def _events(self) -> list[tuple[Any, ...]]:
        return [
            (
                event.pop("event"),
                *(WORDS[f][n] if f in WORDS else n for f, n in event.items() if f != "text"),
            )
            for event in self.game.events()
        ]
