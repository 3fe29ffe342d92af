"""The catalogue of actions in words: what each id means, which decision uses which."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

import numpy.typing as npt

from tablemates.envs.core.catalogue import Catalogue, Group
from tablemates.envs.core.errors import IllegalActionError, SettingsError
from tablemates.envs.portal_dash.components import BOARD_SHAPE
from tablemates.envs.portal_dash.naming import DIRECTIONS, MODES, colour_name
from tablemates.envs.portal_dash.rules import catalogue as A
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import Colour, Decision

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
    catalogue = Catalogue([*_FIXED, Group("space", board_shape, (), "Space of the board.")])
    starts = {catalogue.first(group.name): group.name for group in catalogue.groups}
    if starts != GROUP_NAMES:
        raise AssertionError(f"the groups begin at {starts}, the rules say {GROUP_NAMES}")
    return catalogue


def group_of(action: int) -> int:
    """Return the first id of the group that an id lies in."""
    if action < 0:
        raise IllegalActionError(f"action {action}: ids of the catalogue begin at 0")
    return max(first for first in GROUP_NAMES if first <= action)


Mask: TypeAlias = npt.NDArray[Any]


class Choice(NamedTuple):
    """What a decision asks.

    Attributes:
        groups: Kinds of actions that may be legal.
        question: What is chosen, with the rule's id.
        about: What the decision is about, as the observation shows it; empty: nothing.
    """

    groups: tuple[str, ...]
    question: str
    about: str = ""


#: What each decision of a player asks.
CHOICES: Final[Mapping[Decision, Choice]] = {
    Decision.START_SPACE: Choice(("space",), "where to begin (SETUP-08)"),
    Decision.REMOVE_BLOCK: Choice(
        ("column",), "which block a die or boss removes (BLOCK-03, BLOCK-05, BOSS-01)", "colour"
    ),
    Decision.NEXT_MOB: Choice(("space",), "which mob acts next (MOB-02, MOB-04)"),
    Decision.SPAWNER: Choice(("space",), "on which of the nearest spawners a mob appears (MOB-03)"),
    Decision.MOB_END: Choice(("space",), "where the mob's way ends (MOB-08)", "mob"),
    Decision.TARGET: Choice(("player",), "whom the mob attacks (MOB-10)", "mob"),
    Decision.WOUND: Choice(("slot",), "which armour loses a heart (MOB-11)", "damage left"),
    Decision.PUSH: Choice(("step",), "where one is pushed to (MOB-13)", "mob"),
    Decision.DAMAGE_ITEM: Choice(("slot",), "which item is damaged (MOB-14)", "mob"),
    Decision.ACTION: Choice(
        ("step", "column", "slot"),
        "the next action: a step, a block, an item to use or to repair (ACT-01 to ACT-04)",
        "actions done",
    ),
    Decision.STEP: Choice(("done", "step"), "the next step with boots (MOVE-01)", "item"),
    Decision.OPEN_CHEST: Choice(("done", "yes"), "whether the chest is opened (MOVE-06)"),
    Decision.FIGHT: Choice(("space",), "which mob is fought (FIGHT-01, FIGHT-02)", "item"),
    Decision.REROLL: Choice(("count",), "how many dice are rolled again (FIGHT-05)", "item"),
    Decision.MINE: Choice(("done", "column"), "the next block of a pickaxe (MINE-02)", "item"),
    Decision.BLOCK: Choice(("colour",), "which block in hand is used next (MINE-03)"),
    Decision.USE: Choice(
        ("ability", "place"), "the block's ability, or a piglin task (PIG-01)", "colour"
    ),
    Decision.PLAYER: Choice(("player",), "whom the block helps (USE-01 to USE-03)", "colour"),
    Decision.NETHERITE: Choice(("supply",), "which Netherite item is shuffled in (USE-04)"),
    Decision.COVER: Choice(("space",), "which space is covered (USE-05)"),
    Decision.KEEP_TILE: Choice(
        ("done", "tile"), "which tile is kept, with six items: or none (ITEM-02, ITEM-03)", "offer"
    ),
    Decision.REPLACE: Choice(("slot",), "which item is replaced (ITEM-03)", "offer"),
    Decision.ENCHANT: Choice(("slot",), "which item is enchanted (ITEM-08)", "offer"),
    Decision.MODE: Choice(("mode",), "which way up leggings lie (ITEM-06)", "item"),
    Decision.REVEAL: Choice(("done", "yes"), "whether the next part is revealed (REVEAL-01)"),
}

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

#: Parts of the mask that people look for, by the groups in which they are.
MASKS: Final[Mapping[str, tuple[str, ...]]] = {
    "movement": ("step",),
    "mining": ("column",),
    "items": ("slot", "mode", "tile", "supply"),
    "piglin placement": ("ability", "place"),
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
