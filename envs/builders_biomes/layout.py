"""The observation's blocks, declared as a table; ``observation`` fills them.

Seats are relative: the observer first, then clockwise. Tiles, mobs and weapons are told by their
numbers, never by name, so that a policy can play with other parts.
"""

from __future__ import annotations

from typing import Final

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.vocabulary import Characteristic, Colour, Decision, Kind
from tablemates.envs.core.observation_forms import MOST, block, flags, layout_of, number, numbers
from tablemates.envs.core.vocabulary import words_of

#: Changes whenever the same numbers come to mean something else.
VERSION: Final = 1

_SHOWS: Final = words_of(Characteristic)
_COLOURS: Final = words_of(Colour)
MOB_HEARTS: Final = 7  # of a mob that have a number of their own, from 0
TOKEN_HEARTS: Final = 6
LOOKS: Final = V.COLOURS + 2  # of a block: a colour, not visible, gone
_EFFECTS: Final = ("draws", "gives_xp", "mines", "once")

LAYOUT: Final = layout_of(
    VERSION,
    block(
        "decision",
        "What is to be decided, and what is under way.",
        *flags(words_of(Decision)[Decision.ACTION :], "the decision is: {}"),
        *flags(words_of(V.Chance)[1:], "chance decides: {}", "chance_"),
        *flags(words_of(Kind), "the turn has had: {}", "used_"),
        number("actions_left", "of the two actions of the turn, not begun", V.ACTIONS_A_TURN),
        number("more", "blocks that the collecting still takes", V.COLLECT),
        *flags(_SHOWS, "the building to be placed shows: {}", "placing_"),
        number("placing_xp", "XP of the building to be placed"),
        number("mob_hearts", "hearts of the mob that is fought"),
        number("hearts", "hearts revealed, without TNT"),
        number("reveals", "tokens still to be revealed"),
        number("tnt", "TNT revealed"),
        number("pickaxes", "stone pickaxes that may still take a block"),
    ),
    block(
        "table",
        "How far the game has come, what scorings are worth, what may still turn up.",
        number("seats", "number of players", V.SEATS),
        number("order", "turns from the first player to the observer", V.SEATS),
        number("turn", "turns begun, by all seats"),
        number("scored", "scorings that have taken place", V.SCORINGS),
        number("gone", "blocks of layers 1 to 3 that are gone", V.BLOCKS),
        *numbers("1234", "blocks left in layer {}", V.COLUMNS, "layer_"),
        *numbers(_SHOWS, "points a space in a scoring: {}", prefix="points_"),
        *numbers(_COLOURS, "blocks in the cube that are not visible: {}", prefix="unseen_"),
        *numbers(_SHOWS, "buildings that have never been face up: {}", prefix="unseen_show_"),
        *numbers(map(str, range(MOB_HEARTS)), "unseen mobs of {} hearts", prefix="mobs_"),
        *numbers(map(str, range(TOKEN_HEARTS)), "unseen tokens of {} hearts", 99, "tokens_"),
        *numbers(_EFFECTS, "unseen tokens that: {}", prefix="tokens_"),
    ),
    block(
        "cube",
        "The block cube, the bottom layer first.",
        *(
            number(f"layer_{V.LAYERS - level}_{look}", f"the block of the layer is {look}", 1)
            for level in range(V.LAYERS)
            for look in (*_COLOURS, "not_visible", "gone")
        ),
        number("exposed", "the top block can be taken", 1),
        column=V.COLUMNS,
    ),
    block(
        "cells",
        "The 6 x 6 cells of the Overworld.",
        number("left", "tiles or tokens here", V.STACK),
        number("face_down", "the top one is face down", 1),
        number("building", "a building is face up", 1),
        *flags(_SHOWS, "it shows: {}"),
        *numbers(_COLOURS[: Colour.EMERALD], "blocks that it costs: {}", prefix="cost_"),
        number("lack", "blocks that the observer lacks for it, without emeralds"),
        number("mob", "a mob is face up", 1),
        number("hearts", "hearts of the mob or token"),
        number("xp", "XP of the building or mob"),
        number("action", "the mob gives an additional action", 1),
        *numbers(_SHOWS, "points of the mob for each space: {}", prefix="bonus_"),
        number("token", "a weapon token is face up", 1),
        *flags(_EFFECTS, "the token: {}"),
        cell=V.CELLS,
    ),
    block(
        "crossings",
        "The pieces, the observer's first, then clockwise.",
        *flags("0123", "the piece of relative seat {} is here", "piece_"),
        crossing=V.CROSSINGS,
    ),
    block(
        "seats",
        "The seats, the observer's first, then clockwise.",
        *numbers(_SHOWS, "spaces in the largest group: {}", V.SPACES, "group_"),
        *numbers(_SHOWS, "spaces: {}", V.SPACES, "count_"),
        number("present", "somebody sits there", 1),
        number("active", "it is the seat's turn", 1),
        number("beginner", "scorings count spaces instead of the largest group", 1),
        number("half_xp", "XP, halved"),
        number("lead", "XP minus the observer's", MOST, -MOST),
        *numbers(words_of(V.Source), "XP by: {}", prefix="xp_"),
        *numbers(_COLOURS, "blocks in the supply: {}"),
        number("action_mobs", "mobs that give an additional action"),
        *numbers(_SHOWS, "points of mobs for each space: {}", prefix="bonus_"),
        number("tokens", "weapon tokens in the pile"),
        *numbers(map(str, range(TOKEN_HEARTS)), "of them with {} hearts", prefix="hearts_"),
        *numbers(_EFFECTS, "of them that: {}"),
        seat=V.SEATS,
    ),
    block(
        "spaces",
        "The player boards, the observer's first, then clockwise.",
        number("built", "a building is here", 1),
        *flags(_SHOWS, "the space shows: {}"),
        seat=V.SEATS,
        space=V.SPACES,
    ),
)

#: Block whose rows the actions of a group are about.
ABOUT: Final = {"block": "cube", "go": "crossings", "space": "spaces"}
