"""A table for tests of the rules: a short position, choices and cards, what came of them.

    table = Table.at(row=["woods"], food=2)
    table.do("slot 0", "wood") == [("food_paid", 0, 2), ("landscape_explored", 0, "woods", ...)]

Chance is explicit unless a position says otherwise. A choice is its name in the catalogue, a card
its name: a front, ``"wood"`` or ``"iron +1"`` for a back, a creature or ``"game_over"``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tablemates.envs.core.records.vocabulary import word_of, words_of
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.parts import load_components
from tablemates.envs.explorers.speech import decision_key
from tablemates.envs.explorers.vocabulary import Creature, Front, Item
from tests.game_table import GameTable

#: A box that is small enough to list every arrangement of its cards.
SMALL = Path(__file__).with_name("small_box.yaml")
LEVELS = ("first", "easy", "normal", "hard", "hardcore")
WORDS = {
    "front": words_of(Front),
    "item": words_of(Item),
    "creature": words_of(Creature),
    "holding": [V.holding_name(holding) for holding in range(V.HOLDINGS)],
    "cause": ["none", "chests", "game_over_card", "illegal_action"],
}


def all_but(left: dict[str, int]) -> list[str]:
    """Return the cards of the box but for some of each front: explored ones."""
    cards = []
    for front, landscape in load_components().parts.landscapes.items():
        backs = [
            f"{word_of(front)}: {word_of(item)}" + f" +{creatures}" * (creatures > 0)
            for (item, creatures), copies in landscape.different.items()
            for _ in range(copies)
        ]
        cards += backs[left.get(word_of(front), 0) :]
    return cards


class Table(GameTable):
    """A game at which a test chooses and looks."""

    KIND = Explorers
    WORDS = WORDS

    @property
    def decision(self) -> str:
        """The kind of decision or, at chance, of the card that is turned over."""
        return decision_key(self.p)

    @property
    def row(self) -> list[str | None]:
        """The fronts of the row, without empty slots at the end."""
        row = self.position["row"]
        while row and row[-1] is None:
            row.pop()
        return row

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

    def _outcomes(self) -> dict[Any, int]:
        values = self.game.chance_outcomes()[0].tolist()
        if self.decision in ("front", "creature"):
            return {WORDS[self.decision][value]: value for value in values}
        front = Front(self.p.place_front[self.p.slot])
        backs = list(self.game.components.parts.landscapes[front].different)
        names = [word_of(item) + f" +{n}" * (n > 0) for item, n in backs]
        return {names[value]: value for value in values}
