"""The catalogue of actions: what each id means, and which rows of the observation show it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from tablemates.envs.core.catalogue import Catalogue, Group
from tablemates.envs.core.vocabulary import words_of
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import Colour

_FIXED: Final = (
    Group("wait", meaning="Whoever does not decide; never legal for the decider."),
    Group("done", meaning="Stop, no, decline."),
    Group("yes", meaning="Yes."),
    Group("step", (4,), ("north", "east", "south", "west"), "A step to an adjacent space."),
    Group("column", (L.CUBE_COLUMNS,), (), "Column of the cube, 4 × row + column."),
    Group("slot", (L.SLOTS,), (), "Slot of the decider's inventory."),
    Group("mode", (2,), ("boots", "armour"), "Which way up leggings lie."),
    Group("player", (L.PLAYERS,), (), "Seat relative to the decider, 0: the decider."),
    Group("tile", (2,), (), "One of the two tiles drawn."),
    Group("supply", (L.NETHERITE,), (), "Place in the Netherite supply."),
    Group("colour", (L.COLOURS,), words_of(Colour), "Colour of a block in hand."),
    Group("ability", meaning="Use the block's ability."),
    Group("place", (L.PLACES,), (), "Column of the piglin board, 3 × task + column."),
    Group("count", (L.DICE + 1,), (), "Number of dice, the lowest ones."),
)


@cache
def make_catalogue(board_shape: tuple[int, int]) -> Catalogue:
    """Return the actions for boards of up to ``board_shape`` rows and columns."""
    return Catalogue([*_FIXED, Group("space", board_shape, (), "Space of the board.")])


#: Block of the observation whose rows the actions of a group choose; a slot is seat 0's.
ABOUT: Final[Mapping[str, str]] = {
    "column": "cube",
    "slot": "items",
    "player": "players",
    "tile": "offer",
    "supply": "supply",
    "place": "places",
    "space": "board",
}
