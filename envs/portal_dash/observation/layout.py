"""The observation, declared once: every block, its rows, its numbers and their ranges.

All blocks but the board's planes have the same place for every capacity of the board; the planes
come last. ``features`` has the numbers of the larger rows.
"""

from __future__ import annotations

from collections import namedtuple
from dataclasses import replace
from functools import cache
from typing import Any, Final

from tablemates.envs.core.observation_forms import (
    Block,
    Layout,
    Number,
    block,
    flags,
    layout_of,
    numbers,
)
from tablemates.envs.core.vocabulary import words_of
from tablemates.envs.portal_dash.observation import features as F
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import BlocksFace, Colour, Decision, ItemType

#: Changes whenever the same numbers come to mean something else.
VERSION: Final = 1

#: Pieces of the mob line that are shown, front first.
LINE_SHOWN: Final = 5
#: Numbers of the mob die on which a boss acts.
FACES: Final = 3
#: Results of a combat die that are told apart.
HITS: Final = 4
#: Qualities by which the stack is counted, see ``stack``.
QUALITIES: Final = 6


def _rows(*names: str) -> tuple[Number, ...]:
    """Return the numbers of a row that is made of these parts."""
    return tuple(one for name in names for one in F.ROWS[name])


_COLOURS: Final = words_of(Colour)
_FACES: Final = words_of(BlocksFace)
_DIE_FACES: Final = (
    *(f"combat_{hits}" for hits in range(HITS)),
    *(f"mob_{number + 1}" for number in range(FACES)),
    *(f"blocks_{face}" for face in _FACES),
)
_DICE: Final = numbers(map(str, range(L.DICE)), "hits on the die + 1, 0: no die", F.PRINTED)
_QUALITIES: Final = numbers(
    map(str, range(1, QUALITIES + 1)),
    "tiles whose greatest number is {}; with the last, or more",
    L.DRAWABLE_TILES,
)
# fmt: off
FIXED: Final = layout_of(
    VERSION,
    block("decision_kind", "What is to be decided.",
          *flags(words_of(Decision), "the decision is: {}")),
    block("decision_colour", "Colour that `remove_block`, `use` or `player` is about.",
          *flags(_FACES, "it is about {}")),
    block("decision", "What goes with the decision and the action under way.",
          *_rows("decision")),
    block("offer",
          "The tiles drawn for the finder; one that is kept stays first until it has its place.",
          *_rows("item", "tile"), tile=2),
    block("dice", "Combat dice, fewest hits first.", *_DICE),
    block("blocks_die", "The blocks die of this turn.",
          *flags(_FACES, "the blocks die shows {}")),
    block("die_faces",
          "How many faces of each die show what: combat die (the last: that many hits or more), "
          "mob die, blocks die.", *numbers(_DIE_FACES, "faces: {}", 6)),
    block("game", "Counters of the whole game.", *_rows("game")),
    block("players", "The seats, clockwise from the one whose view it is.", *_rows("player"),
          seat=L.PLAYERS),
    block("items", "The inventories, slot by slot, enchantments added to the numbers.",
          *_rows("item", "owned"), seat=L.PLAYERS, slot=L.SLOTS),
    block("supply",
          "The Netherite supply: numbers of the face-up tiles, whereabouts of those shuffled in.",
          *_rows("item", "supply"), place=L.NETHERITE),
    block("stack",
          "Tiles left in the stack, enchantments apart, by type and by the greatest of dice, "
          "steps, hearts, and blocks with blind ones.", *_QUALITIES, type=len(ItemType) - 1),
    block("stack_enchantments", "Enchantments left in the stack.", *_rows("enchantment")),
    block("discards", "Tiles in the discard pile, which becomes the next stack.",
          *numbers(words_of(ItemType), "tiles of type {}", L.DRAWABLE_TILES)),
    block("cube", "The cube's columns, 4 × row + column.", *_rows("cube"),
          column=L.CUBE_COLUMNS),
    block("cube_colours",
          "Blocks that show a face, by colour; level 0 is the base. Below the height and without "
          "a colour: not seen yet.", *flags(_COLOURS, "the block is {}"),
          column=L.CUBE_COLUMNS, level=L.CUBE_LAYERS),
    block("blocks", "Blocks that show no face, blocks in the used pile, blocks in hand.",
          *numbers(_COLOURS, "{} blocks", L.BLOCKS), where=3),
    block("places", "The columns of the piglin board, 3 × task + column.",
          *_rows("place"), *flags(_COLOURS, "its blocks are {}"), place=L.PLACES),
    block("tasks", "Tasks A, B, C.", *_rows("task"), task=L.TASKS),
    block("line", "The first mobs of the line, front first.", *_rows("mob"), place=LINE_SHOWN),
    block("mobs",
          "Regular mobs on the board, those nearest to seat 0 first, then by row and column.",
          *_rows("mob", "stand"), mob=L.REGULAR_MOBS),
    block("bosses", "The end bosses, on the board or waiting.", *_rows("boss", "stand"),
          boss=L.BOSSES),
    block("boss_faces", "What each boss does by the number on the mob die.", *_rows("face"),
          boss=L.BOSSES, number_rolled=FACES),
)
# fmt: on


def _starts() -> Any:
    make: Any = namedtuple  # whose names are not literals
    starts = {one.name: one.start for one in FIXED.blocks} | {"board": FIXED.size}
    return make("Start", starts)(**starts)


#: Where each block begins that has the same place for every capacity of the board.
START: Final = _starts()


@cache
def make_layout(board_shape: tuple[int, int]) -> Layout:
    """Return the layout of the observation for one capacity of the board."""
    rows, columns = board_shape
    if not (1 <= rows <= L.ROWS and 1 <= columns <= L.COLUMNS):
        raise ValueError(
            f"board_shape {board_shape}: rows must be 1 to {L.ROWS}, columns 1 to {L.COLUMNS}"
        )
    planes, axes = _rows("plane"), ("plane", "row", "column")
    shape, meaning = (len(planes), rows, columns), "The board's capacity, plane by plane."
    board = Block("board", FIXED.size, shape, axes, 0, planes, meaning)
    bounds = {F.LAST_ROW: rows - 1, F.LAST_COLUMN: columns - 1, F.FARTHEST: rows + columns - 2}

    def bounded(one: Block) -> Block:
        own = (number._replace(high=bounds.get(number.high, number.high)) for number in one.numbers)
        return replace(one, numbers=tuple(own))

    return Layout(VERSION, (rows, columns), tuple(map(bounded, (*FIXED.blocks, board))))
