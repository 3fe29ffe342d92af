"""The observation, declared once: every block, its rows, its numbers and their ranges.

A block's axes are named in order; the one without a size holds the numbers of a row. All
blocks but the board's planes have the same place for every capacity of the board; the planes
come last. ``features`` has the numbers of the larger rows.
"""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from itertools import accumulate
from math import prod
from typing import Any, Final, NamedTuple

from tablemates.envs.core.observation_forms import Block, Layout, Number, flags, numbers
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


class Plan(NamedTuple):
    """A block before it has a place; 0 in ``sizes`` is the axis of the numbers."""

    name: str
    axes: tuple[str, ...]
    sizes: tuple[int, ...]
    numbers: tuple[Number, ...]
    meaning: str


def _plan(name: str, axes: str, numbers: tuple[Number, ...], meaning: str, *sizes: int) -> Plan:
    return Plan(name, tuple(axes.split(", ")), (*sizes, 0), numbers, meaning)


def _rows(*names: str) -> tuple[Number, ...]:
    """Return the numbers of a row that is made of these parts."""
    return tuple(one for name in names for one in F.ROWS[name])


_COLOURS: Final = words_of(Colour)
_FACES: Final = words_of(BlocksFace)
_TYPES: Final = words_of(ItemType)
_DIE_FACES: Final = (
    *(f"combat_{hits}" for hits in range(HITS)),
    *(f"mob_{number + 1}" for number in range(FACES)),
    *(f"blocks_{face}" for face in _FACES),
)
# fmt: off
FIXED: Final = (
    _plan("decision_kind", "kind", flags(words_of(Decision), "the decision is: {}"),
          "What is to be decided."),
    _plan("decision_colour", "face", flags(_FACES, "it is about {}"),
          "Colour that `remove_block`, `use` or `player` is about."),
    _plan("decision", "number", _rows("decision"),
          "What goes with the decision and the action under way."),
    _plan("offer", "tile, number", _rows("item", "tile"),
          "The tiles drawn for the finder; one that is kept stays first until it has its place.",
          2),
    _plan("dice", "die",
          numbers(map(str, range(L.DICE)), "hits on the die + 1, 0: no die", F.PRINTED),
          "Combat dice, fewest hits first."),
    _plan("blocks_die", "face", flags(_FACES, "the blocks die shows {}"),
          "The blocks die of this turn."),
    _plan("die_faces", "face", numbers(_DIE_FACES, "faces: {}", 6),
          "How many faces of each die show what: combat die (the last: so many hits or more), mob "
          "die, blocks die."),
    _plan("game", "number", _rows("game"), "Counters of the whole game."),
    _plan("players", "seat, number", _rows("player"),
          "The seats, clockwise from the one whose view it is.", L.PLAYERS),
    _plan("items", "seat, slot, number", _rows("item", "owned"),
          "The inventories, slot by slot, enchantments added to the numbers.",
          L.PLAYERS, L.SLOTS),
    _plan("supply", "place, number", _rows("item", "supply"),
          "The Netherite supply: numbers of the face-up tiles, whereabouts of those shuffled in.",
          L.NETHERITE),
    _plan("stack", "type, quality",
          numbers(map(str, range(1, QUALITIES + 1)),
                  "tiles whose greatest number is {}; with the last, or more", L.DRAWABLE_TILES),
          "Tiles left in the stack, enchantments apart, by type and by the greatest of dice, "
          "steps, hearts, and blocks with blind ones.", len(ItemType) - 1),
    _plan("stack_enchantments", "number", _rows("enchantment"),
          "Enchantments left in the stack."),
    _plan("discards", "type", numbers(_TYPES, "tiles of type {}", L.DRAWABLE_TILES),
          "Tiles in the discard pile, which becomes the next stack."),
    _plan("cube", "column, number", _rows("cube"), "The cube's columns, 4 × row + column.",
          L.CUBE_COLUMNS),
    _plan("cube_colours", "column, level, colour", flags(_COLOURS, "the block is {}"),
          "Blocks that show a face, by colour; level 0 is the base. Below the height and without "
          "a colour: not seen yet.", L.CUBE_COLUMNS, L.CUBE_LAYERS),
    _plan("blocks", "where, colour", numbers(_COLOURS, "{} blocks", L.BLOCKS),
          "Blocks that show no face, blocks in the used pile, blocks in hand.", 3),
    _plan("places", "place, number",
          _rows("place") + flags(_COLOURS, "its blocks are {}"),
          "The columns of the piglin board, 3 × task + column.", L.PLACES),
    _plan("tasks", "task, number", _rows("task"), "Tasks A, B, C.", L.TASKS),
    _plan("line", "place, number", _rows("mob"),
          "The first mobs of the line, front first.", LINE_SHOWN),
    _plan("mobs", "mob, number", _rows("mob", "stand"),
          "Regular mobs on the board, those nearest to seat 0 first, then by row and column.",
          L.REGULAR_MOBS),
    _plan("bosses", "boss, number", _rows("boss", "stand"),
          "The end bosses, on the board or waiting.", L.BOSSES),
    _plan("boss_faces", "boss, number rolled, number", _rows("face"),
          "What each boss does by the number on the mob die.", L.BOSSES, FACES),
)
# fmt: on


def _starts() -> Any:
    sizes = [prod(size or len(plan.numbers) for size in plan.sizes) for plan in FIXED]
    make: Any = namedtuple  # whose names are not literals
    return make("Start", [*(plan.name for plan in FIXED), "board"])(*accumulate([0, *sizes]))


#: Where each block begins that has the same place for every capacity of the board.
START: Final = _starts()


@cache
def make_layout(board_shape: tuple[int, int]) -> Layout:
    """Return the layout of the observation for one capacity of the board.

    Args:
        board_shape: Rows and columns of the capacity.

    Raises:
        ValueError: The capacity is larger than the compiled limits.
    """
    rows, columns = board_shape
    if not (1 <= rows <= L.ROWS and 1 <= columns <= L.COLUMNS):
        raise ValueError(
            f"board_shape {board_shape}: rows must be 1 to {L.ROWS}, columns 1 to {L.COLUMNS}"
        )
    bounds = {F.LAST_ROW: rows - 1, F.LAST_COLUMN: columns - 1, F.FARTHEST: rows + columns - 2}
    board = Plan(
        *("board", ("plane", "row", "column"), (0, rows, columns)),
        *(_rows("plane"), "The board's capacity, plane by plane."),
    )
    blocks: list[Block] = []
    start = 0
    for name, axes, sizes, given, meaning in (*FIXED, board):
        own = tuple(n._replace(high=bounds.get(n.high, n.high)) for n in given)
        shape = tuple(size or len(own) for size in sizes)
        blocks.append(Block(name, start, shape, axes, sizes.index(0), own, meaning))
        start += blocks[-1].size
    return Layout(VERSION, (rows, columns), tuple(blocks))
