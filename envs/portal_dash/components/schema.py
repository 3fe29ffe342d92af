"""Models of the entries of the parts files.

The models check entries one by one; `checks` compares entries with each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

import numpy as np
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainSerializer,
    StrictBool,
    field_validator,
    model_validator,
)

from tablemates.envs.core.documents import DocumentModel
from tablemates.envs.core.parts import word_reader
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import (
    BlocksFace,
    Colour,
    Effect,
    ItemType,
    MobKind,
)

# Larger numbers can only be typing errors; sums stay far from the ends of int8.
_MOST_LIFE = 99
_MOST = 20
_SIDES_OF_A_DIE = 6


def words_of(member: IntEnum) -> str:
    """Return an enum member's name as words, such as ``magma cube``."""
    return member.name.lower().replace("_", " ")


def _reader(*members: IntEnum) -> BeforeValidator:
    return word_reader({words_of(member): member for member in members})


def _complete(*members: IntEnum) -> AfterValidator:
    """Refuse a mapping in which one of the words is missing."""

    def check(values: Mapping[Any, Any]) -> Mapping[Any, Any]:
        for member in members:
            if member not in values:
                raise ValueError(f"{words_of(member)!r} is missing")
        return values

    return AfterValidator(check)


def _all_blocks(cube: Mapping[Any, int]) -> Mapping[Any, int]:
    if sum(cube.values()) != L.BLOCKS:  # SETUP-03
        raise ValueError(f"the blocks add up to {sum(cube.values())}, not {L.BLOCKS}")
    return cube


#: Sides of a boss's board.
SIDES = ("easy", "hard")
REGULAR_KINDS = tuple(kind for kind in MobKind if kind < L.MOB_KINDS)
BOSS_KINDS = tuple(kind for kind in MobKind if kind >= L.MOB_KINDS)
_TARGETS = (ItemType.SWORD, ItemType.BOW, ItemType.BOOTS)  # ITEM-09

_WORD = PlainSerializer(words_of, return_type=str, when_used="json")

RegularKind: TypeAlias = Annotated[MobKind, _reader(*REGULAR_KINDS), _WORD]
BossKind: TypeAlias = Annotated[MobKind, _reader(*BOSS_KINDS), _WORD]
Face: TypeAlias = Annotated[BlocksFace, _reader(*BlocksFace), _WORD]
Paint: TypeAlias = Annotated[Colour, _reader(*Colour), _WORD]
Consequence: TypeAlias = Annotated[Effect, _reader(*Effect), _WORD]
Target: TypeAlias = Annotated[ItemType, _reader(*_TARGETS), _WORD]

Number: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=_MOST)]
Positive: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=_MOST)]
Life: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=_MOST_LIFE)]
Rolled: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=3)]  # MOB-01
_Face = TypeVar("_Face")


class Die(DocumentModel, Generic[_Face]):
    """A die: its different faces, and how many sides show each."""

    faces: tuple[_Face, ...]
    copies: tuple[Annotated[int, Field(strict=True, ge=1, le=_SIDES_OF_A_DIE)], ...]

    @model_validator(mode="after")
    def _six_sides(self) -> Die[_Face]:
        if len(self.faces) != len(self.copies):
            raise ValueError(f"{len(self.faces)} faces, but copies of {len(self.copies)}")
        if sum(self.copies) != _SIDES_OF_A_DIE:
            raise ValueError(f"a die has {_SIDES_OF_A_DIE} sides, not {sum(self.copies)}")
        return self

    @property
    def sides(self) -> list[int]:
        """What is on each side."""
        return np.repeat(np.array(self.faces), self.copies).tolist()


class Dice(DocumentModel):
    """The die that takes blocks away (BLOCK-01), that of the mobs (MOB-01), and combat dice."""

    blocks: Die[Face]
    mob: Die[Rolled]
    combat: Die[Number]
    combat_dice: Positive


_Columns = Annotated[tuple[Positive, ...], Field(min_length=1, max_length=L.TASK_COLUMNS)]


class Tasks(DocumentModel):
    """The sizes of each piglin task's columns on one side of the board (PIG-02)."""

    A: _Columns
    B: _Columns
    C: _Columns


class Piglins(DocumentModel):
    """The two sides of the piglin board (SETUP-04)."""

    few: Tasks = Field(alias="1-2 players")
    many: Tasks = Field(alias="3-4 players")


class Mob(DocumentModel):
    """A type of regular mob (MOB-12)."""

    life: Life
    moves: Number
    range: Positive
    damage: Number
    flies: StrictBool = False
    hits: Literal["one", "all"] = "one"
    effect: Consequence = Effect.NONE
    immune: Annotated[frozenset[Literal["sword", "bow"]], PlainSerializer(sorted)] = frozenset()
    numbers: Annotated[tuple[Rolled, ...], Field(min_length=3, max_length=3)]


class Attack(DocumentModel):
    """What a boss does at one number of the mob die."""

    damage: Number
    hits: Literal["one", "all"] = "one"
    armour: Literal["counts", "ignored"] = "counts"
    effect: Consequence = Effect.NONE


class BossSide(DocumentModel):
    """One side of a boss's board."""

    life: Life
    moves: Number
    range: Positive
    flies: StrictBool = False
    attacks: Annotated[tuple[Attack, ...], Field(min_length=3, max_length=3)]


class Boss(DocumentModel):
    """An end boss (BOSS-01, BOSS-02)."""

    easy: BossSide
    hard: BossSide


class _Tile(DocumentModel):
    copies: Positive | None = None


class Sword(_Tile):
    """A weapon against adjacent mobs."""

    type: Literal["sword"]
    dice: Positive
    rerolls: Number = 0


class Bow(_Tile):
    """A weapon against mobs within its range."""

    type: Literal["bow"]
    dice: Positive
    range: Positive
    rerolls: Number = 0


class Boots(_Tile):
    """Steps in one action."""

    type: Literal["boots"]
    steps: Positive
    fire: StrictBool = False


class Leggings(_Tile):
    """Boots or armour, as the owner chooses (ITEM-06)."""

    type: Literal["leggings"]
    steps: Positive
    hearts: Positive


class Armour(_Tile):
    """Hearts that go before those of the life tracker."""

    type: Literal["armour"]
    hearts: Positive


class Pickaxe(_Tile):
    """Blocks from the cube, and blind ones from the used pile (MINE-04)."""

    type: Literal["pickaxe"]
    blocks: Number
    blind: Number = 0

    @model_validator(mode="after")
    def _fits_a_hand(self) -> Pickaxe:
        if not 1 <= self.blocks + self.blind <= L.HAND:  # MINE-03
            raise ValueError(f"{self.blocks + self.blind} blocks at once, not 1 to {L.HAND}")
        return self


class Enchantment(_Tile):
    """What a tile adds to an item of one type (ITEM-09)."""

    enchants: Target
    dice: Number = 0
    range: Number = 0
    rerolls: Number = 0
    steps: Number = 0
    fire: StrictBool = False


Item: TypeAlias = Annotated[
    Sword | Bow | Boots | Leggings | Armour | Pickaxe, Field(discriminator="type")
]


class Board(DocumentModel):
    """Sizes in spaces, and the supply of chest tokens."""

    rows: Annotated[int, Field(strict=True, ge=1, le=L.ROWS)]
    start_columns: Positive
    tile_columns: Positive
    portal_columns: Positive
    chests: Annotated[int, Field(strict=True, ge=0, le=L.CHESTS)]


class Strips(DocumentModel):
    """Text maps of the two ends of the track."""

    start: str
    portal: str


MobCounts: TypeAlias = Mapping[RegularKind, Annotated[int, Field(strict=True, ge=0, le=3)]]


class Readings(DocumentModel):
    """A level's mobs in other editions; None where they agree."""

    fr: MobCounts | None = None


class LevelEntry(DocumentModel):
    """Set-up of a level (LEVEL-1 to LEVEL-5)."""

    name: str
    tiles: Annotated[int, Field(strict=True, ge=2, le=L.TILES)]
    mobs: MobCounts
    boss: Literal["wildfire", "ancient hoglin", "either"]
    side: Literal["easy", "hard"]
    editions: Readings = Readings()


BossName: TypeAlias = Annotated[
    str, word_reader({name: name for name in (*map(words_of, BOSS_KINDS), "either")})
]
SideName: TypeAlias = Annotated[str, word_reader({name: name for name in SIDES})]


class CustomLevel(DocumentModel):
    """A custom level (LEVEL-C, CUSTOM-01 to CUSTOM-03).

    Attributes:
        tiles: Gameboard tiles in the track.
        mobs: Number of each type of regular mob; base types are in play unless set to 0.
        bosses: Kind and side of one boss, or of both.
        start_items: Names of the item tiles that each player starts with; None: the usual ones.
    """

    tiles: Annotated[int, Field(strict=True, ge=2, le=L.TILES)] = 2
    mobs: MobCounts = Field(default_factory=dict)
    bosses: Annotated[
        tuple[tuple[BossName, SideName], ...], Field(min_length=1, max_length=L.BOSSES)
    ] = (("wildfire", "easy"),)
    start_items: Annotated[tuple[str, ...], Field(max_length=L.SLOTS)] | None = None

    @field_validator("bosses")
    @classmethod
    def _different(cls, bosses: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        names = [name for name, _ in bosses]
        if len(set(names)) < len(names):
            raise ValueError("one boss or two different ones are needed")
        if len(names) > 1 and "either" in names:
            raise ValueError("'either' stands for one boss alone, not beside another")
        return bosses


class Parts(DocumentModel):
    """A complete set of parts."""

    dice: Dice
    cube: Annotated[
        Mapping[Paint, Annotated[int, Field(strict=True, ge=0, le=L.BLOCKS)]],
        _complete(*Colour),
        AfterValidator(_all_blocks),
    ]
    piglins: Piglins
    mobs: Annotated[Mapping[RegularKind, Mob], _complete(*REGULAR_KINDS)]
    bosses: Annotated[Mapping[BossKind, Boss], _complete(*BOSS_KINDS)]
    starting_items: Annotated[Mapping[str, Item], Field(min_length=1, max_length=L.SLOTS)]
    regular_items: Mapping[str, Item]
    enchantments: Mapping[str, Enchantment]
    netherite_items: Mapping[str, Item]
    board: Board
    strips: Strips
    tiles: Mapping[str, str]
    base_mobs: MobCounts
    levels: Mapping[int, LevelEntry]

    @property
    def kinds(self) -> dict[str, Item | Enchantment]:
        """All item tiles by name; their order is the order of the kinds."""
        regular, netherite = self.regular_items, self.netherite_items
        return {**regular, **self.enchantments, **netherite, **self.starting_items}

    def columns(self, tiles: int) -> int:
        """Return the columns of a track of so many gameboard tiles."""
        board = self.board
        return board.start_columns + tiles * board.tile_columns + board.portal_columns
