"""The observation, declared once: every block, its rows, its numbers and their ranges.

A block's axes are named in order; the one without a size holds the numbers of a row. All
blocks but the board's planes have the same place for every capacity of the board; the planes
come last. ``features`` has the numbers of the larger rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import prod
from typing import Final, NamedTuple

from tablemates.envs.core.observation_forms import Block, Layout, Number
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


def _rows(*kinds: type[F.Feature]) -> tuple[Number, ...]:
    """Return the numbers of a row that is made of these parts."""
    return tuple(
        Number(feature.name.lower(), feature.meaning, feature.low, feature.high)
        for kind in kinds
        for feature in kind
    )


def _counts(names: Iterable[str], meaning: str, high: int = 1) -> tuple[Number, ...]:
    """Return numbers from 0 to ``high``, flags by default, with their names in the meaning."""
    lower = [name.lower() for name in names]
    return tuple(Number(name, meaning.format(name.replace("_", " ")), 0, high) for name in lower)


_COLOURS: Final = tuple(Colour.__members__)
_FACES: Final = tuple(BlocksFace.__members__)
_TYPES: Final = tuple(ItemType.__members__)
_DIE_FACES: Final = (
    *(f"combat_{hits}" for hits in range(HITS)),
    *(f"mob_{number + 1}" for number in range(FACES)),
    *(f"blocks_{face}" for face in _FACES),
)
# fmt: off
FIXED: Final = (
    _plan("decision_kind", "kind", _counts(Decision.__members__, "the decision is: {}"),
          "What is to be decided."),
    _plan("decision_colour", "face", _counts(_FACES, "it is about {}"),
          "Colour that `remove_block`, `use` or `player` is about."),
    _plan("decision", "number", _rows(F.DecisionFeature),
          "What goes with the decision and the action under way."),
    _plan("offer", "tile, number", _rows(F.ItemFeature, F.TileFeature),
          "The tiles drawn for the finder; one that is kept stays first until it has its place.",
          2),
    _plan("dice", "die",
          _counts(map(str, range(L.DICE)), "hits on the die + 1, 0: no die", F.PRINTED),
          "Combat dice, fewest hits first."),
    _plan("blocks_die", "face", _counts(_FACES, "the blocks die shows {}"),
          "The blocks die of this turn."),
    _plan("die_faces", "face", _counts(_DIE_FACES, "faces: {}", 6),
          "How many faces of each die show what: combat die (the last: so many hits or more), mob "
          "die, blocks die."),
    _plan("game", "number", _rows(F.GameFeature), "Counters of the whole game."),
    _plan("players", "seat, number", _rows(F.PlayerFeature),
          "The seats, clockwise from the one whose view it is.", L.PLAYERS),
    _plan("items", "seat, slot, number", _rows(F.ItemFeature, F.OwnedFeature),
          "The inventories, slot by slot, enchantments added to the numbers.",
          L.PLAYERS, L.SLOTS),
    _plan("supply", "place, number", _rows(F.ItemFeature, F.SupplyFeature),
          "The Netherite supply: numbers of the face-up tiles, whereabouts of those shuffled in.",
          L.NETHERITE),
    _plan("stack", "type, quality",
          _counts(map(str, range(1, QUALITIES + 1)),
                  "tiles whose greatest number is {}; with the last, or more", L.DRAWABLE_TILES),
          "Tiles left in the stack, enchantments apart, by type and by the greatest of dice, "
          "steps, hearts, and blocks with blind ones.", len(ItemType) - 1),
    _plan("stack_enchantments", "number", _rows(F.EnchantmentFeature),
          "Enchantments left in the stack."),
    _plan("discards", "type", _counts(_TYPES, "tiles of type {}", L.DRAWABLE_TILES),
          "Tiles in the discard pile, which becomes the next stack."),
    _plan("cube", "column, number", _rows(F.CubeFeature), "The cube's columns, 4 × row + column.",
          L.CUBE_COLUMNS),
    _plan("cube_colours", "column, level, colour", _counts(_COLOURS, "the block is {}"),
          "Blocks that show a face, by colour; level 0 is the base. Below the height and without "
          "a colour: not seen yet.", L.CUBE_COLUMNS, L.CUBE_LAYERS),
    _plan("blocks", "where, colour", _counts(_COLOURS, "{} blocks", L.BLOCKS),
          "Blocks that show no face, blocks in the used pile, blocks in hand.", 3),
    _plan("places", "place, number",
          _rows(F.PlaceFeature) + _counts(_COLOURS, "its blocks are {}"),
          "The columns of the piglin board, 3 × task + column.", L.PLACES),
    _plan("tasks", "task, number", _rows(F.TaskFeature), "Tasks A, B, C.", L.TASKS),
    _plan("line", "place, number", _rows(F.MobFeature),
          "The first mobs of the line, front first.", LINE_SHOWN),
    _plan("mobs", "mob, number", _rows(F.MobFeature, F.StandFeature),
          "Regular mobs on the board, those nearest to seat 0 first, then by row and column.",
          L.REGULAR_MOBS),
    _plan("bosses", "boss, number", _rows(F.BossFeature, F.StandFeature),
          "The end bosses, on the board or waiting.", L.BOSSES),
    _plan("boss_faces", "boss, number rolled, number", _rows(F.FaceFeature),
          "What each boss does by the number on the mob die.", L.BOSSES, FACES),
)
# fmt: on


def _start_of() -> dict[str, int]:
    starts: dict[str, int] = {}
    end = 0
    for plan in FIXED:
        starts[plan.name] = end
        end += prod(size or len(plan.numbers) for size in plan.sizes)
    return starts | {"board": end}


#: Where each block begins that has the same place for every capacity of the board.
START: Final = _start_of()


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
        *(_rows(F.Plane), "The board's capacity, plane by plane."),
    )
    blocks: list[Block] = []
    start = 0
    for name, axes, sizes, given, meaning in (*FIXED, board):
        numbers = tuple(n._replace(high=bounds.get(n.high, n.high)) for n in given)
        shape = tuple(size or len(numbers) for size in sizes)
        blocks.append(Block(name, start, shape, axes, sizes.index(0), numbers, meaning))
        start += blocks[-1].size
    return Layout(VERSION, (rows, columns), tuple(blocks))
