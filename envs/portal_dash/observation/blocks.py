"""The blocks of the observation: names, shapes, numbers, and where the fixed ones begin."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Final, NamedTuple

from tablemates.envs.core.observation_forms import Number
from tablemates.envs.portal_dash.observation import features as F
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import BlocksFace, Colour, Decision, ItemType

#: Pieces of the mob line that are shown, front first.
LINE_SHOWN: Final = 5
#: Numbers of the mob die on which a boss acts.
FACES: Final = 3
#: Results of a combat die that are told apart.
HITS: Final = 4
#: Qualities by which the stack is counted, see ``stack``.
QUALITIES: Final = 6

_COLOURS: Final = tuple(colour.name.lower() for colour in Colour)
_FACES: Final = tuple(face.name.lower() for face in BlocksFace)
_TYPES: Final = tuple(kind.name.lower() for kind in ItemType)


class Plan(NamedTuple):
    """A block before it has a place; ``None`` in the shape is the place of the numbers."""

    name: str
    axes: tuple[str, ...]
    counts: tuple[int | None, ...]
    numbers: tuple[Number, ...]
    meaning: str


def _rows(*kinds: type[F.Feature]) -> tuple[Number, ...]:
    """Return the numbers of a row that is made of these parts."""
    return tuple(
        Number(feature.name.lower(), feature.meaning, feature.low, feature.high)
        for kind in kinds
        for feature in kind
    )


def _flags(names: Iterable[str], meaning: str) -> tuple[Number, ...]:
    return _counts(names, meaning, 1)


def _counts(names: Iterable[str], meaning: str, high: int) -> tuple[Number, ...]:
    return tuple(Number(name, meaning.format(name.replace("_", " ")), 0, high) for name in names)


FIXED: Final = (
    Plan(
        "decision_kind",
        ("kind",),
        (None,),
        _flags((kind.name.lower() for kind in Decision), "the decision is: {}"),
        "What is to be decided.",
    ),
    Plan(
        "decision_colour",
        ("face",),
        (None,),
        _flags(_FACES, "it is about {}"),
        "Colour that `remove_block`, `use` or `player` is about.",
    ),
    Plan(
        "decision",
        ("number",),
        (None,),
        _rows(F.DecisionFeature),
        "What goes with the decision and the action under way.",
    ),
    Plan(
        "offer",
        ("tile", "number"),
        (2, None),
        _rows(F.ItemFeature, F.TileFeature),
        "The tiles drawn for the finder; one that is kept stays first until it has its place.",
    ),
    Plan(
        "dice",
        ("die",),
        (None,),
        _counts((str(i) for i in range(L.DICE)), "hits on the die + 1, 0: no die", F.PRINTED),
        "Combat dice, fewest hits first.",
    ),
    Plan(
        "blocks_die",
        ("face",),
        (None,),
        _flags(_FACES, "the blocks die shows {}"),
        "The blocks die of this turn.",
    ),
    Plan(
        "die_faces",
        ("face",),
        (None,),
        _counts((f"combat_{hits}" for hits in range(HITS)), "faces: {}", 6)
        + _counts((f"mob_{number + 1}" for number in range(FACES)), "faces: {}", 6)
        + _counts((f"blocks_{face}" for face in _FACES), "faces: {}", 6),
        "How many faces of each die show what: combat die (the last: so many hits or more), mob "
        "die, blocks die.",
    ),
    Plan("game", ("number",), (None,), _rows(F.GameFeature), "Counters of the whole game."),
    Plan(
        "players",
        ("seat", "number"),
        (L.PLAYERS, None),
        _rows(F.PlayerFeature),
        "The seats, clockwise from the one whose view it is.",
    ),
    Plan(
        "items",
        ("seat", "slot", "number"),
        (L.PLAYERS, L.SLOTS, None),
        _rows(F.ItemFeature, F.OwnedFeature),
        "The inventories, slot by slot, enchantments added to the numbers.",
    ),
    Plan(
        "supply",
        ("place", "number"),
        (L.NETHERITE, None),
        _rows(F.ItemFeature, F.SupplyFeature),
        "The Netherite supply: numbers of the face-up tiles, whereabouts of those shuffled in.",
    ),
    Plan(
        "stack",
        ("type", "quality"),
        (len(ItemType) - 1, None),
        _counts(
            (str(i + 1) for i in range(QUALITIES)),
            "tiles whose greatest number is {}; with the last, or more",
            L.DRAWABLE_TILES,
        ),
        "Tiles left in the stack, enchantments apart, by type and by the greatest of dice, "
        "steps, hearts, and blocks with blind ones.",
    ),
    Plan(
        "stack_enchantments",
        ("number",),
        (None,),
        _rows(F.EnchantmentFeature),
        "Enchantments left in the stack.",
    ),
    Plan(
        "discards",
        ("type",),
        (None,),
        _counts(_TYPES, "tiles of type {}", L.DRAWABLE_TILES),
        "Tiles in the discard pile, which becomes the next stack.",
    ),
    Plan(
        "cube",
        ("column", "number"),
        (L.CUBE_COLUMNS, None),
        _rows(F.CubeFeature),
        "The cube's columns, 4 × row + column.",
    ),
    Plan(
        "cube_colours",
        ("column", "level", "colour"),
        (L.CUBE_COLUMNS, L.CUBE_LAYERS, None),
        _flags(_COLOURS, "the block is {}"),
        "Blocks that show a face, by colour; level 0 is the base. Below the height and without "
        "a colour: not seen yet.",
    ),
    Plan(
        "blocks",
        ("where", "colour"),
        (3, None),
        _counts(_COLOURS, "{} blocks", L.BLOCKS),
        "Blocks that show no face, blocks in the used pile, blocks in hand.",
    ),
    Plan(
        "places",
        ("place", "number"),
        (L.PLACES, None),
        _rows(F.PlaceFeature) + _flags(_COLOURS, "its blocks are {}"),
        "The columns of the piglin board, 3 × task + column.",
    ),
    Plan("tasks", ("task", "number"), (L.TASKS, None), _rows(F.TaskFeature), "Tasks A, B, C."),
    Plan(
        "line",
        ("place", "number"),
        (LINE_SHOWN, None),
        _rows(F.MobFeature),
        "The first mobs of the line, front first.",
    ),
    Plan(
        "mobs",
        ("mob", "number"),
        (L.REGULAR_MOBS, None),
        _rows(F.MobFeature, F.StandFeature),
        "Regular mobs on the board, those nearest to seat 0 first, then by row and column.",
    ),
    Plan(
        "bosses",
        ("boss", "number"),
        (L.BOSSES, None),
        _rows(F.BossFeature, F.StandFeature),
        "The end bosses, on the board or waiting.",
    ),
    Plan(
        "boss_faces",
        ("boss", "number rolled", "number"),
        (L.BOSSES, FACES, None),
        _rows(F.FaceFeature),
        "What each boss does by the number on the mob die.",
    ),
)

BOARD: Final = Plan(
    "board",
    ("plane", "row", "column"),
    (None, 0, 0),
    _rows(F.Plane),
    "The board's capacity, plane by plane.",
)


def _start_of() -> dict[str, int]:
    starts: dict[str, int] = {}
    end = 0
    for plan in FIXED:
        starts[plan.name] = end
        end += prod(len(plan.numbers) if count is None else count for count in plan.counts)
    starts[BOARD.name] = end
    return starts


#: Where each block begins that has the same place for every capacity of the board.
START: Final = _start_of()
