"""The observation's blocks, declared as a table; ``observation`` fills them.

Seats are relative: the observer first, then clockwise. Tiles, mobs and weapons are told by their
numbers, never by name, so that a policy can play with other parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.vocabulary import (
    Chance,
    Characteristic,
    Colour,
    Decision,
    Kind,
    Source,
)
from tablemates.envs.core.observation_forms import Number, table_of_blocks

#: Changes whenever the same numbers come to mean something else.
VERSION: Final = 1

MOST: Final = 127
_SHOWS: Final = [one.name.lower() for one in Characteristic]
_COLOURS: Final = [one.name.lower() for one in Colour]
MOB_HEARTS: Final = 7  # of a mob that have a number of their own, from 0
TOKEN_HEARTS: Final = 6
LOOKS: Final = V.COLOURS + 2  # of a block: a colour, not visible, gone
_EFFECTS: Final = ("draws", "gives_xp", "mines", "once")


def _number(name: str, meaning: str, high: int = MOST, low: int = 0) -> Number:
    return Number(name, meaning, low, high)


def _numbers(
    names: Iterable[str], meaning: str, high: int = MOST, prefix: str = ""
) -> tuple[Number, ...]:
    """Return numbers of one sort, from 0 to ``high``."""
    return tuple(
        Number(f"{prefix}{name}", meaning.format(name.replace("_", " ")), 0, high) for name in names
    )


def _flags(names: Iterable[str], meaning: str, prefix: str = "") -> tuple[Number, ...]:
    return _numbers(names, meaning, 1, prefix)


DECISIONS: Final = tuple(one.name.lower() for one in Decision)[Decision.ACTION :]
CHANCES: Final = tuple(one.name.lower() for one in Chance)[1:]
KINDS: Final = tuple(one.name.lower() for one in Kind)
_TABLE: Final = (
    (
        "decision",
        (),
        (
            *_flags(DECISIONS, "the decision is: {}"),
            *_flags(CHANCES, "chance decides: {}", "chance_"),
            *_flags(KINDS, "the turn has had: {}", "used_"),
            _number("actions_left", "of the two actions of the turn, not begun", V.ACTIONS_A_TURN),
            _number("more", "blocks that the collecting still takes", V.COLLECT),
            *_flags(_SHOWS, "the building to be placed shows: {}", "placing_"),
            _number("placing_xp", "XP of the building to be placed"),
            _number("mob_hearts", "hearts of the mob that is fought"),
            _number("hearts", "hearts revealed, without TNT"),
            _number("reveals", "tokens still to be revealed"),
            _number("tnt", "TNT revealed"),
            _number("pickaxes", "stone pickaxes that may still take a block"),
        ),
        "What is to be decided, and what is under way.",
    ),
    (
        "table",
        (),
        (
            _number("seats", "number of players", V.SEATS),
            _number("order", "turns from the first player to the observer", V.SEATS),
            _number("turn", "turns begun, by all seats"),
            _number("scored", "scorings that have taken place", V.SCORINGS),
            _number("gone", "blocks of layers 1 to 3 that are gone", V.BLOCKS),
            *_numbers("1234", "blocks left in layer {}", V.COLUMNS, "layer_"),
            *_numbers(_SHOWS, "points a space in a scoring: {}", prefix="points_"),
            *_numbers(_COLOURS, "blocks in the cube that are not visible: {}", prefix="unseen_"),
            *_numbers(_SHOWS, "buildings that have never been face up: {}", prefix="unseen_show_"),
            *_numbers(map(str, range(MOB_HEARTS)), "unseen mobs of {} hearts", prefix="mobs_"),
            *_numbers(map(str, range(TOKEN_HEARTS)), "unseen tokens of {} hearts", 99, "tokens_"),
            *_numbers(_EFFECTS, "unseen tokens that: {}", prefix="tokens_"),
        ),
        "How far the game has come, what scorings are worth, what may still turn up.",
    ),
    (
        "cube",
        (("column", V.COLUMNS),),
        (
            *(
                _number(f"layer_{V.LAYERS - level}_{look}", f"the block of the layer is {look}", 1)
                for level in range(V.LAYERS)
                for look in (*_COLOURS, "not_visible", "gone")
            ),
            _number("exposed", "the top block can be taken", 1),
        ),
        "The block cube, the bottom layer first.",
    ),
    (
        "cells",
        (("cell", V.CELLS),),
        (
            _number("left", "tiles or tokens here", V.STACK),
            _number("face_down", "the top one is face down", 1),
            _number("building", "a building is face up", 1),
            *_flags(_SHOWS, "it shows: {}"),
            *_numbers(_COLOURS[: Colour.EMERALD], "blocks that it costs: {}", prefix="cost_"),
            _number("lack", "blocks that the observer lacks for it, without emeralds"),
            _number("mob", "a mob is face up", 1),
            _number("hearts", "hearts of the mob or token"),
            _number("xp", "XP of the building or mob"),
            _number("action", "the mob gives an additional action", 1),
            *_numbers(_SHOWS, "points of the mob for each space: {}", prefix="bonus_"),
            _number("token", "a weapon token is face up", 1),
            *_flags(_EFFECTS, "the token: {}"),
        ),
        "The 6 x 6 cells of the Overworld.",
    ),
    (
        "crossings",
        (("crossing", V.CROSSINGS),),
        _flags("0123", "the piece of relative seat {} is here", "piece_"),
        "The pieces, the observer's first, then clockwise.",
    ),
    (
        "seats",
        (("seat", V.SEATS),),
        (
            *_numbers(_SHOWS, "spaces in the largest group: {}", V.SPACES, "group_"),
            *_numbers(_SHOWS, "spaces: {}", V.SPACES, "count_"),
            _number("present", "somebody sits there", 1),
            _number("active", "it is the seat's turn", 1),
            _number("beginner", "scorings count spaces instead of the largest group", 1),
            _number("half_xp", "XP, halved"),
            _number("lead", "XP minus the observer's", MOST, -MOST),
            *_numbers([one.name.lower() for one in Source], "XP by: {}", prefix="xp_"),
            *_numbers(_COLOURS, "blocks in the supply: {}"),
            _number("action_mobs", "mobs that give an additional action"),
            *_numbers(_SHOWS, "points of mobs for each space: {}", prefix="bonus_"),
            _number("tokens", "weapon tokens in the pile"),
            *_numbers(map(str, range(TOKEN_HEARTS)), "of them with {} hearts", prefix="hearts_"),
            *_numbers(_EFFECTS, "of them that: {}"),
        ),
        "The seats, the observer's first, then clockwise.",
    ),
    (
        "spaces",
        (("seat", V.SEATS), ("space", V.SPACES)),
        (_number("built", "a building is here", 1), *_flags(_SHOWS, "the space shows: {}")),
        "The player boards, the observer's first, then clockwise.",
    ),
)

LAYOUT: Final = table_of_blocks(VERSION, _TABLE)
#: Block whose rows the actions of a group are about.
ABOUT: Final = {"block": "cube", "go": "crossings", "space": "spaces"}
