"""A table for tests of the rules: a short position, choices and outcomes, what came of them.

    table = Table.at(cells={"C3": [4, 44]})
    table.do("fight nw", "bow", "iron_sword", ...) == [("fight_started", 0, 44), ...]

Chance is explicit unless a position says otherwise. A choice is its name in the catalogue; an
outcome a colour, a kind of weapon, or the number of a tile.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.settings import Settings
from tablemates.envs.builders_biomes.speech import decision_key
from tablemates.envs.builders_biomes.vocabulary import (
    Characteristic,
    Colour,
    Source,
    Weapon,
)
from tests.game_table import GameTable, words

WORDS = {
    "colour": words(Colour),
    "weapon": words(Weapon),
    "characteristic": words(Characteristic),
    "source": words(Source),
    "cause": ["none", "third_scoring", "illegal_action"],
}


@cache
def game(chance: str, components: Path | None, skip_forced: bool) -> BuildersBiomes:
    """Return the game object that the tables of these settings share."""
    return BuildersBiomes(
        Settings(players=[2, 3, 4], chance=chance, components=components, skip_forced=skip_forced)
    )


def columns(*heights: int, colour: str = "wood") -> list[list[str]]:
    """Return a cube of one colour, all of it known."""
    return [[colour] * height for height in heights]


class Table(GameTable):
    """A game at which a test chooses and looks."""

    WORDS = WORDS

    @classmethod
    def at(cls, components: Path | None = None, players: int = 2, **position: Any) -> Table:
        """Return the game of a position, with explicit chance unless it says otherwise."""
        given = [*position.get("seats", [])]
        position["seats"] = given + [{}] * (players - len(given))
        made = game(
            position.setdefault("chance", "explicit"),
            components,
            position.setdefault("skip_forced", True),
        )
        made.load_position(position)
        return cls(made)

    @classmethod
    def new(cls, seed: int = 1, **settings: Any) -> Table:
        """Return a new game with sampled chance."""
        made = BuildersBiomes(Settings(**settings))
        made.new(seed)
        return cls(made)

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
