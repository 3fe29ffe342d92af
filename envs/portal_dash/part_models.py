"""Schema of the parts files; `loader` says what goes together in them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeVar

from pydantic import (
    BeforeValidator,
    Field,
    PlainSerializer,
    StrictBool,
    field_validator,
    model_validator,
)

from tablemates.envs.core.files.documents import DocumentModel
from tablemates.envs.core.files.parts import complete, word_reader
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.vocabulary import (
    DRAWN_BOSS,
    BlocksFace,
    Colour,
    Effect,
    ItemType,
    MobKind,
)

_SIDES_OF_A_DIE = 6


def words_of(member: IntEnum) -> str:
    """Return an enum member's name as words, such as ``magma cube``."""
    return member.name.lower().replace("_", " ")


def _reader(*members: IntEnum) -> BeforeValidator:
    return word_reader({words_of(member): member for member in members})


REGULAR_KINDS: Final = tuple(MobKind)[: V.MOB_KINDS]
BOSS_KINDS: Final = tuple(MobKind)[V.MOB_KINDS :]
#: Sides of a boss's board, and bosses as levels name them, with their numbers in the record.
SIDES: Final = {"easy": 0, "hard": 1}
BOSSES: Final = {words_of(kind): n for n, kind in enumerate(BOSS_KINDS)} | {"either": DRAWN_BOSS}
#: What an enchantment can add to an item of each type (ITEM-09).
USEFUL: Final = {
    ItemType.SWORD: ("dice", "rerolls"),
    ItemType.BOW: ("dice", "range", "rerolls"),
    ItemType.BOOTS: ("steps", "fire"),
}
PLAIN, LAVA, MAGMA, SOUL_SAND, CHEST, PORTAL = ".~^:CP"
SPAWNERS: Final = "12345678"
#: What no position can move.
FIXED: Final = CHEST + PORTAL + SPAWNERS
_SYMBOLS: Final = PLAIN + LAVA + MAGMA + SOUL_SAND + FIXED

_WORD = PlainSerializer(words_of, return_type=str, when_used="json")

RegularKind: TypeAlias = Annotated[MobKind, _reader(*REGULAR_KINDS), _WORD]
BossKind: TypeAlias = Annotated[MobKind, _reader(*BOSS_KINDS), _WORD]
Face: TypeAlias = Annotated[BlocksFace, _reader(*BlocksFace), _WORD]
Paint: TypeAlias = Annotated[Colour, _reader(*Colour), _WORD]
Consequence: TypeAlias = Annotated[Effect, _reader(*Effect), _WORD]
Target: TypeAlias = Annotated[ItemType, _reader(*USEFUL), _WORD]

# Larger numbers can only be typing errors; sums stay far from the ends of int8.
Number: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=V.NUMBER)]
Positive: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=V.NUMBER)]
Life: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=V.LIFE)]
LevelNumber: TypeAlias = Annotated[int, Field(ge=1, le=V.LEVELS)]
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
    def sides(self) -> list[_Face]:
        """Faces by side."""
        pairs = zip(self.faces, self.copies, strict=True)
        return [face for face, copies in pairs for _ in range(copies)]


# Here, where pickles find their classes.
_BlocksDie: TypeAlias = Die[Face]
_MobDie: TypeAlias = Die[Rolled]
_CombatDie: TypeAlias = Die[Number]


class Dice(DocumentModel):
    """The die that takes blocks away (BLOCK-01), that of the mobs (MOB-01), and combat dice."""

    blocks: _BlocksDie
    mob: _MobDie
    combat: _CombatDie
    combat_dice: Positive


_Columns = Annotated[tuple[Positive, ...], Field(min_length=1, max_length=V.TASK_COLUMNS)]


class Tasks(DocumentModel):
    """The sizes of each piglin task's columns on one side of the board (PIG-02)."""

    A: _Columns
    B: _Columns
    C: _Columns


class Piglins(DocumentModel):
    """The two sides of the piglin board (SETUP-04)."""

    few: Tasks = Field(alias="1-2 players")
    many: Tasks = Field(alias="3-4 players")


class Attack(DocumentModel):
    """Attack of a mob at one number of the mob die."""

    damage: Number
    hits: Literal["one", "all"] = "one"
    armour: Literal["counts", "ignored"] = "counts"
    effect: Consequence = Effect.NONE


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
    copies: Positive | None = None  # None: a starting item


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
        if not 1 <= self.blocks + self.blind <= V.HAND:  # MINE-03
            raise ValueError(f"{self.blocks + self.blind} blocks at once, not 1 to {V.HAND}")
        return self


class Enchantment(DocumentModel):
    """Bonus of a tile for an item of one type (ITEM-09)."""

    enchants: Target
    copies: Positive
    dice: Number = 0
    range: Number = 0
    rerolls: Number = 0
    steps: Number = 0
    fire: StrictBool = False

    @model_validator(mode="after")
    def _adds_something(self) -> Enchantment:
        added = {name for name, value in self if value} - {"enchants", "copies"}
        useful, what = USEFUL[self.enchants], words_of(self.enchants)
        if not added:
            raise ValueError("the enchantment adds nothing")
        for name in sorted(added.difference(useful)):
            raise ValueError(f"a {what} has no use for {name}, only for {', '.join(useful)}")
        return self


Item: TypeAlias = Annotated[
    Sword | Bow | Boots | Leggings | Armour | Pickaxe, Field(discriminator="type")
]


class Board(DocumentModel):
    """Sizes in spaces, and the supply of chest tokens."""

    rows: Annotated[int, Field(strict=True, ge=1, le=V.ROWS)]
    start_columns: Positive
    tile_columns: Positive
    portal_columns: Positive
    chests: Annotated[int, Field(strict=True, ge=0, le=V.CHESTS)]


def _read_map(text: Any) -> tuple[str, ...]:
    rows = tuple("".join(line.split()) for line in str(text).strip().splitlines())
    for number, row in enumerate(rows, start=1):
        for symbol in row:
            if symbol not in _SYMBOLS:
                where = f"unknown symbol {symbol!r} in row {number} of the map"
                raise ValueError(f"{where}; known: {' '.join(_SYMBOLS)}")
    spawners = sorted(symbol for row in rows for symbol in row if symbol in SPAWNERS)
    if spawners != list(SPAWNERS[: len(spawners)]):
        here = ", ".join(spawners)
        raise ValueError(f"spawners are numbered from 1 without gaps, here they are {here}")
    return rows


#: A tile or strip: the rows of its map from the top, words of symbols without blanks.
BoardPart: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(_read_map)]


def spaces_of(part: BoardPart, symbols: str) -> list[int]:
    """Return the spaces of symbols as ``row * 64 + column``, symbol by symbol, leftmost first."""
    found = [
        (symbols.index(symbol), column, row)
        for row, line in enumerate(part)
        for column, symbol in enumerate(line)
        if symbol in symbols
    ]
    return [row * V.COLUMNS + column for _, column, row in sorted(found)]


class Strips(DocumentModel):
    """The two ends of the track."""

    start: BoardPart
    portal: BoardPart


MobCounts: TypeAlias = Mapping[RegularKind, Annotated[int, Field(strict=True, ge=0, le=3)]]


class Readings(DocumentModel):
    """A level's mobs in other editions; None where they agree."""

    fr: MobCounts | None = None


class LevelEntry(DocumentModel):
    """Set-up of a level (LEVEL-1 to LEVEL-5)."""

    name: Annotated[str, Field(exclude=True)]  # play does not depend on it
    tiles: Annotated[int, Field(strict=True, ge=2, le=V.TILES)]
    mobs: MobCounts
    boss: Literal["wildfire", "ancient hoglin", "either"]
    side: Literal["easy", "hard"]
    editions: Readings = Readings()


BossNumber: TypeAlias = Annotated[int, word_reader(BOSSES)]
SideNumber: TypeAlias = Annotated[int, word_reader(SIDES)]


class CustomLevel(DocumentModel):
    """A custom level (LEVEL-C, CUSTOM-01 to CUSTOM-03).

    Attributes:
        tiles: Gameboard tiles in the track.
        mobs: Number of each type of regular mob; base types are in play unless set to 0.
        bosses: Kind and side of one boss, or of both; numbers once they are read.
        start_items: Names of the item tiles that each player starts with; None: the usual ones.
    """

    tiles: Annotated[int, Field(strict=True, ge=2, le=V.TILES)] = 2
    mobs: MobCounts = Field({})
    bosses: Annotated[
        tuple[tuple[BossNumber, SideNumber], ...], Field(min_length=1, max_length=V.BOSSES)
    ] = ((0, 0),)
    start_items: Annotated[tuple[str, ...], Field(max_length=V.SLOTS)] | None = None

    @field_validator("bosses")
    @classmethod
    def _different(cls, bosses: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        kinds = [kind for kind, _ in bosses]
        if len(set(kinds)) < len(kinds):
            raise ValueError("one boss or two different ones are needed")
        if len(kinds) > 1 and DRAWN_BOSS in kinds:
            raise ValueError("'either' stands for one boss alone, not beside another")
        return bosses


class Parts(DocumentModel):
    """A complete set of parts."""

    dice: Dice
    cube: Annotated[
        Mapping[Paint, Annotated[int, Field(strict=True, ge=0, le=V.BLOCKS)]], complete(Colour)
    ]
    piglins: Piglins
    mobs: Annotated[Mapping[RegularKind, Mob], complete(REGULAR_KINDS, words_of)]
    bosses: Annotated[Mapping[BossKind, Boss], complete(BOSS_KINDS, words_of)]
    starting_items: Annotated[Mapping[str, Item], Field(min_length=1, max_length=V.SLOTS)]
    regular_items: Mapping[str, Item]
    enchantments: Mapping[str, Enchantment]
    netherite_items: Mapping[str, Item]
    board: Board
    strips: Strips
    tiles: Mapping[str, BoardPart]
    base_mobs: MobCounts
    levels: Annotated[Mapping[LevelNumber, LevelEntry], complete(range(1, V.LEVELS + 1))]

    @property
    def kinds(self) -> dict[str, Item | Enchantment]:
        """All item tiles by name; their order is the order of the kinds."""
        regular, netherite = self.regular_items, self.netherite_items
        return {**regular, **self.enchantments, **netherite, **self.starting_items}

    def columns(self, tiles: int) -> int:
        """Return the columns of a track with this many gameboard tiles."""
        board = self.board
        return board.start_columns + tiles * board.tile_columns + board.portal_columns
