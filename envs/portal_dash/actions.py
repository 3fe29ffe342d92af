"""The catalogue of actions: what each id means, and the parts of a mask."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypeAlias

import numpy.typing as npt

from tablemates.envs.core.catalogue import Catalogue, Group
from tablemates.envs.core.errors import IllegalActionError, SettingsError
from tablemates.envs.portal_dash.components import BOARD_SHAPE
from tablemates.envs.portal_dash.naming import DIRECTIONS, MODES, colour_name
from tablemates.envs.portal_dash.rules import catalogue as A
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import Colour

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
#: The name of each group by its first id in the rules.
GROUP_NAMES: Final[Mapping[int, str]] = {
    getattr(A, name.upper()): name for name in (*(group.name for group in _FIXED), "space")
}


@cache
def make_catalogue(board_shape: tuple[int, int]) -> Catalogue:
    """Return the actions for boards of up to ``board_shape`` rows and columns."""
    return Catalogue([*_FIXED, Group("space", board_shape, (), "Space of the board.")])


def group_of(action: int) -> int:
    """Return the first id of the group that an id lies in."""
    if action < 0:
        raise IllegalActionError(f"action {action}: ids of the catalogue begin at 0")
    return max(first for first in GROUP_NAMES if first <= action)


Mask: TypeAlias = npt.NDArray[Any]


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


def id_ranges(board_shape: tuple[int, int] = BOARD_SHAPE) -> dict[str, range]:
    """Return the ids of each group of actions by its name."""
    catalogue = make_catalogue(board_shape)
    return {
        group.name: range(catalogue.first(group.name), catalogue.first(group.name) + group.size)
        for group in catalogue.groups
    }


def split_mask(mask: Mask, board_shape: tuple[int, int] = BOARD_SHAPE) -> dict[str, Mask]:
    """Return the parts of a mask by group of actions, as views into it.

    Args:
        mask: One mask, or a batch of them along the first axes; shape
            ``(..., len(make_catalogue(board_shape)))``.
        board_shape: Rows and columns of the board's capacity.

    Raises:
        SettingsError: The mask has another length.
    """
    length = len(make_catalogue(board_shape))
    if mask.shape[-1] != length:
        raise SettingsError(f"the catalogue has {length} actions, the mask {mask.shape[-1]}")
    return {name: mask[..., ids.start : ids.stop] for name, ids in id_ranges(board_shape).items()}
