"""A table for tests of the rules: a short position, choices and outcomes, what came of them.

    table = Table.at(cells={"C3": [4, 44]})
    table.do("fight nw", "bow", "iron_sword", ...) == [("fight_started", 0, 44), ...]

Chance is explicit unless a position says otherwise. A choice is its name in the catalogue; an
outcome a colour, a kind of weapon, or the number of a tile.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.parts import load_components
from tablemates.envs.builders_biomes.speech import decision_key
from tablemates.envs.builders_biomes.vocabulary import Characteristic, Colour, Source, Weapon
from tablemates.envs.core.records.vocabulary import word_of, words_of
from tests.game_table import GameTable

WORDS = {
    "colour": words_of(Colour),
    "weapon": words_of(Weapon),
    "characteristic": words_of(Characteristic),
    "source": words_of(Source),
    "cause": ["none", "third_scoring", "illegal_action"],
}


def columns(*heights: int, without: Mapping[str, int] = {}) -> list[list[str]]:
    """Return a cube of blocks of the box, sand last, all of them known.

    ``without`` are blocks that are somewhere else.
    """
    blocks = {word_of(colour): n for colour, n in load_components().parts.blocks.items()}
    blocks["sand"] = blocks.pop("sand")
    left = iter([c for c, n in blocks.items() for _ in range(n - without.get(c, 0))])
    return [[next(left) for _ in range(height)] for height in heights]


class Table(GameTable):
    """A game at which a test chooses and looks."""

    KIND = BuildersBiomes
    WORDS = WORDS

    @classmethod
    def at(cls, components: Any = None, players: int = 2, **position: Any) -> Self:
        """Return the game of a position, seats that it leaves out with nothing."""
        given = [*position.get("seats", [])]
        position["seats"] = given + [{}] * (players - len(given))
        return super().at(components, **position)

    @property
    def decision(self) -> str:
        """The kind of decision or, at chance, what it decides."""
        return decision_key(self.p)

    def seat(self, n: int) -> dict[str, Any]:
        """Return what a seat has."""
        return self.position["seats"][n]

    def _outcomes(self) -> dict[Any, int]:
        values = self.game.chance_outcomes()[0].tolist()
        kind = {"colour": "colour", "token": "weapon", "weapon": "weapon"}.get(self.decision)
        return {WORDS[kind][value] if kind else value: value for value in values}
