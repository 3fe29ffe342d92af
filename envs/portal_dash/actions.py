"""The catalogue of actions in words, for one capacity of the board."""

from __future__ import annotations

from functools import cache
from typing import Final

from envs.core.catalogue import Catalogue, Group
from envs.portal_dash.naming import DIRECTIONS, MODES, colour_name
from envs.portal_dash.rules import catalogue as A
from envs.portal_dash.rules import limits as L
from envs.portal_dash.rules.vocabulary import Colour

_FIXED: Final = (
    Group("wait", meaning="Whoever does not decide; never legal for the decider."),
    Group("done", meaning="Stop, no, decline."),
    Group("yes", meaning="Yes."),
    Group("step", (4,), DIRECTIONS, "A step to an adjacent space."),
    Group("column", (L.CUBE_COLUMNS,), (), "Column of the cube, 4 × row + column."),
    Group("slot", (L.SLOTS,), (), "Slot of the decider's inventory."),
    Group("mode", (len(MODES),), MODES, "Which way up leggings lie."),
    Group("player", (L.PLAYERS,), (), "Seat relative to the decider, 0: the decider."),
    Group("tile", (2,), (), "One of the two tiles drawn."),
    Group("supply", (L.NETHERITE,), (), "Place in the Netherite supply."),
    Group(
        "colour", (L.COLOURS,), tuple(colour_name(c) for c in Colour), "Colour of a block in hand."
    ),
    Group("ability", meaning="Use the block's ability."),
    Group("place", (L.PLACES,), (), "Column of the piglin board, 3 × task + column."),
    Group("count", (L.DICE + 1,), (), "Number of dice, the lowest ones."),
)
#: Where the rules say that each group begins.
_STARTS: Final = (
    A.WAIT,
    A.DONE,
    A.YES,
    A.STEP,
    A.COLUMN,
    A.SLOT,
    A.MODE,
    A.PLAYER,
    A.TILE,
    A.SUPPLY,
    A.COLOUR,
    A.ABILITY,
    A.PLACE,
    A.COUNT,
    A.SPACE,
)


@cache
def make_catalogue(board_shape: tuple[int, int]) -> Catalogue:
    """Return the actions for boards of up to ``board_shape`` rows and columns."""
    catalogue = Catalogue([*_FIXED, Group("space", board_shape, (), "Space of the board.")])
    starts = tuple(catalogue.first(group.name) for group in catalogue.groups)
    if starts != _STARTS:
        raise AssertionError(f"the groups begin at {starts}, the rules say {_STARTS}")
    return catalogue
