"""Keys of a position, their types and bounds, and how each is written.

Every key may be left out. Names are read as the numbers of the engine; a word that is unknown is
refused with the nearest known one. The docstrings of the keys make up the table in the docs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    StrictBool,
    StrictStr,
    Tag,
    ValidationError,
    ValidationInfo,
)
from pydantic_core import PydanticCustomError

from tablemates.envs.core.documents import (
    DocumentModel,
    nearest,
    place_and_reason,
    quoted,
)
from tablemates.envs.portal_dash.components.schema import CustomLevel
from tablemates.envs.portal_dash.positions.names import (
    CAUSES,
    CHANCES,
    COLOURS,
    FACES,
    LETTERS,
    NO_BLOCK,
    NOT_KNOWN,
    REASONS,
    REST,
    STEPS,
    UNKNOWN,
    Lexicon,
    fault,
)
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.cube import UNSEEN
from tablemates.envs.portal_dash.rules.vocabulary import Chance

#: Number read from ``"..."`` in a list and from ``"unknown"`` among the tiles.
OPEN: Final = -1
#: A block of the cube whose colour is left open.
ANY_COLOUR: Final = -3
#: Added to a colour of the cube that is written as a small letter.
SMALL: Final = 8
# -- how values are written ----------------------------------------------------------------


def _refuse(reason: str) -> PydanticCustomError:
    return PydanticCustomError("refused", "{hint}", {"hint": reason})


def _word(what: str, known: Sequence[str] | str, other: str = "") -> Any:
    """Return a validator that reads a word as its number.

    Args:
        what: What the words are, such as ``"item"``.
        known: The words, or the attribute of the `Lexicon` that holds them.
        other: A word that is read as `OPEN`.
    """

    def number(word: Any, info: ValidationInfo) -> int:
        if other and word == other:
            return OPEN
        names = getattr(info.context, known) if isinstance(known, str) else known
        if not isinstance(word, str):
            raise _refuse(f"the name of a {what} is needed here, not {quoted(word)}")
        if word not in names:
            raise _refuse(f"unknown {what} {quoted(word)}{nearest(word, names)}")
        return int(names.index(word))

    return PlainValidator(number)


def _open_last(numbers: list[int]) -> list[int]:
    if OPEN in numbers[:-1]:
        raise _refuse(f"{REST!r} stands at the end: all that are left")
    return numbers


def _kind(value: Any) -> str:
    """Return the kind of a JSON value: it selects among alternatives."""
    if isinstance(value, dict | DocumentModel):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    return "a word" if isinstance(value, str) else "null" if value is None else "a number"


def _one_of(*kinds: str) -> Discriminator:
    return Discriminator(_kind, "wrong_kind", f"{' or '.join(kinds)} is needed here")


def _bounded(low: int, high: int) -> Any:
    return Field(strict=True, ge=low, le=high)


def _named(key: str) -> BeforeValidator:
    """Accept a name in place of an object with nothing but that name."""
    return BeforeValidator(lambda value: {key: value} if isinstance(value, str) else value)


def _rows(value: Any) -> list[list[str]]:
    """Return the words of rows, which may be written as one text."""
    rows = value.strip().splitlines() if isinstance(value, str) else value
    if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
        raise _refuse(f"a text or a list of rows is needed here, not {quoted(value)}")
    grid = [row.split() for row in rows]
    if not grid or not grid[0]:
        raise _refuse("it is empty; `flat` is a board without obstacles")
    return grid


def _cube_words(cube: Any) -> list[str]:
    """Return the columns of a cube that is written as one text or as rows of words."""
    found = [word for row in _rows(cube) for word in row]
    if len(found) != L.CUBE_COLUMNS:
        reason = f"the cube has {L.CUBE_COLUMNS} columns ('-': empty), not {len(found)}"
        raise _refuse(reason)
    return found


def _cube_column(word: str) -> list[int]:
    """Read a column of the cube from the base up."""
    if word.isascii() and word.isdigit():
        blocks = [ANY_COLOUR] * min(int(word[:4]), L.BLOCKS)
    else:
        blocks = [_cube_block(letter) for letter in reversed(word) if letter != NO_BLOCK]
    if len(blocks) > L.CUBE_LAYERS:
        raise _refuse(f"{word!r} is higher than {L.CUBE_LAYERS} blocks")
    return blocks


def _cube_block(letter: str) -> int:
    if letter == NOT_KNOWN:
        return UNSEEN
    if letter.upper() not in LETTERS:
        raise _refuse(f"{letter!r} is no block; known: {' '.join(LETTERS + NOT_KNOWN)}")
    return SMALL * letter.islower() + LETTERS.index(letter.upper())


Count: TypeAlias = Annotated[int, _bounded(0, 2**31 - 1)]
Small: TypeAlias = Annotated[int, _bounded(0, 99)]
Seat: TypeAlias = Annotated[int, _bounded(0, L.PLAYERS - 1)]
Slot: TypeAlias = Annotated[int, _bounded(0, L.SLOTS - 1)]
Space: TypeAlias = tuple[
    Annotated[int, _bounded(0, L.ROWS - 1)], Annotated[int, _bounded(0, L.COLUMNS - 1)]
]
Spaces: TypeAlias = Annotated[list[Space], Field(max_length=L.ROWS * L.COLUMNS)]
Item: TypeAlias = Annotated[int, _word("item", "items")]
Mob: TypeAlias = Annotated[int, _word("mob", "mobs")]
Tile: TypeAlias = Annotated[int, _word("tile", "tiles", UNKNOWN)]
Paint: TypeAlias = Annotated[int, _word("colour", COLOURS)]
Face: TypeAlias = Annotated[int, _word("face", FACES)]
Source: TypeAlias = Annotated[int, _word("source", "sources")]
Unknown: TypeAlias = Annotated[Literal["unknown"], Tag("a word")]
Null: TypeAlias = Annotated[None, Tag("null")]


class End(DocumentModel):
    """How a finished game ended."""

    outcome: Literal["won", "lost"]
    cause: Annotated[int, _word("cause", CAUSES)]
    player: Seat = -1
    source: Source = -1


class WhiteDice(DocumentModel):
    """The two dice of the turn; null before the roll."""

    blocks: Face | None = None
    mob: Annotated[int, _bounded(1, 3)] | None = None


class Fight(DocumentModel):
    """A fight under way."""

    mob: Mob
    dice: Annotated[list[Annotated[int, _bounded(0, 20)]], Field(max_length=L.DICE)]
    to_roll: Annotated[int, _bounded(0, L.DICE)] = 0
    # a custom weapon with all the enchantments that it can have
    rerolls: Annotated[int, _bounded(0, 20 * (1 + L.ENCHANTMENTS))] = 0


class Boss(DocumentModel):
    """An end boss, on the board or not."""

    boss: Annotated[int, _word("boss", "bosses")]
    side: Literal["easy", "hard"] | None = None
    life: Small | None = None


class ItemEntry(DocumentModel):
    """An item in an inventory."""

    item: Item
    damaged: StrictBool = False
    mode: Literal["boots", "armour", "none"] | None = None
    hearts: Small | None = None
    starting: StrictBool | None = None
    enchantments: Annotated[list[Item], Field(max_length=L.ENCHANTMENTS)] = Field([])


class PlayerEntry(DocumentModel):
    """A player."""

    space: Space | None = None
    hearts: Annotated[int, _bounded(0, L.HEARTS)] = L.HEARTS
    items: (
        Annotated[list[Annotated[ItemEntry, _named("item")] | None], Field(max_length=L.SLOTS)]
        | None
    ) = None


class Tasks(DocumentModel):
    """The piglin board: the blocks in each column of each task, one letter a block."""

    A: list[StrictStr]
    B: list[StrictStr]
    C: list[StrictStr]


class HistoryEntry(DocumentModel):
    """A draw from the stack, or a tile shuffled into it, since it was last shuffled."""

    drawn: Item | None = None
    added: Item | None = None


class Frame(DocumentModel):
    """A step that is still to be done, with its arguments."""

    step: Annotated[int, _word("step", STEPS)]
    player: Seat | None = None
    mob: Mob | None = None
    damage: Small | None = None
    source: Source | None = None
    face: Face | None = None
    reason: Annotated[int, _word("reason", REASONS[:2])] | None = None
    item: Item | None = None
    slot: Slot | None = None
    blocks: Small | None = None
    colour: Paint | None = None
    chance: Annotated[int, _word("chance", CHANCES[: Chance.SETUP])] | None = None
    column: Annotated[int, _bounded(0, L.CUBE_COLUMNS - 1)] | None = None
    layer: Annotated[int, _bounded(1, L.CUBE_LAYERS)] | None = None
    part: Annotated[int, _bounded(0, L.TILES - 1)] | None = None


#: Forms of the larger keys.
Level: TypeAlias = Annotated[int, _bounded(1, 99), Tag("a number")]
Seed: TypeAlias = Annotated[int, _bounded(0, 2**64 - 1), Tag("a number")]
Line: TypeAlias = Annotated[
    list[Annotated[int, _word("mob", "mobs", REST)]], AfterValidator(_open_last)
]
Order: TypeAlias = Annotated[
    list[Annotated[int, _word("item", "items", REST)]], AfterValidator(_open_last), Tag("a list")
]
Map: TypeAlias = Annotated[list[list[str]], BeforeValidator(_rows), Field(max_length=L.ROWS)]
Columns: TypeAlias = Annotated[
    list[Annotated[list[int], BeforeValidator(_cube_column)]], BeforeValidator(_cube_words)
]
Players: TypeAlias = Annotated[
    list[PlayerEntry],
    Field(min_length=1, max_length=L.PLAYERS),
    BeforeValidator(
        lambda value: [{}] * max(0, min(value, L.PLAYERS + 1)) if type(value) is int else value
    ),
]


class Position(DocumentModel):
    """A position as it was written; None where a key was left out."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    format: Literal["portal-dash-position-1"] | None = None
    """name and version of this format"""
    ruleset: StrictStr | None = None
    """ruleset hash it was written with; a different one gives a warning"""
    level: Annotated[
        Level | Annotated[CustomLevel, Tag("an object")], _one_of("a number", "an object")
    ] = 1
    """a level's number, or a custom level as an object with `tiles`, `mobs`, `bosses`,
    `start_items`"""
    edition: Literal["en", "fr"] = "en"
    """edition of levels 2 and 3"""
    chance: Literal["sampled", "explicit"] = "sampled"
    """whether chance is drawn from the seed or asked for"""
    skip_forced: StrictBool = True
    """whether the engine takes decisions with one option"""
    seed: Annotated[Seed | Unknown, _one_of("a number", "'unknown'")] = 0
    """the game's seed, or `unknown`"""
    counters: dict[Annotated[int, _word("stream of chance", CHANCES)], Count] = Field({})
    """outcomes taken from each stream of chance so far; 0 where left out"""
    turn: Count | None = None
    """turns begun so far"""
    decisions: Count = 0
    """decisions taken so far"""
    first_player: Seat = 0
    """seat of the first turn"""
    active_player: Seat | None = None
    """whose turn it is; the first player"""
    actions_done: Annotated[int, _bounded(0, 2)] | None = None
    """actions that the active player has begun this turn"""
    dice: WhiteDice | None = None
    """`blocks`: a colour or `any`; `mob`: 1 to 3"""
    end: End | None = None
    """null while the game runs, else `outcome`, `cause`, and who died (`player`) of what
    (`source`)"""
    tiles: Annotated[list[Tile], Field(max_length=L.TILES)] = Field([])
    """gameboard tiles by name from the left, face-down ones too (or `unknown`); those left out
    are drawn"""
    parts_open: Annotated[int, _bounded(1, L.TILES)] | None = None
    """how many of them are face up; the map's width says it, else 1"""
    portal_open: StrictBool | None = None
    """whether the portal strip is face up"""
    board: Map | None = None
    """a map of the face-up parts (legend below), as rows or as one text; `flat`: no obstacles;
    left out: as printed"""
    chests: Spaces | None = None
    """spaces with a chest token; left out with the map: as after the parts were revealed"""
    mobs: dict[Mob, Space] | None = None
    """space of each mob or boss on the board, such as `{enderman 2: [1, 4]}`; left out with the
    map: as after set-up"""
    line: Line | None = None
    """the line, front first; `...` at the end: all that are left"""
    pending_mobs: list[Mob] = Field([])
    """mobs that are still to be activated this turn"""
    bosses: Annotated[list[Boss], Field(min_length=1, max_length=L.BOSSES)] | None = None
    """the end bosses: `boss`, `side` and `life`; unwounded by default"""
    players: Players = Field(2, validate_default=True)
    """their number, or for each `space`, `hearts` and `items`: up to six slots, each null, a
    name, or an object (`item`, `damaged`, `mode`, `hearts`, `starting`, `enchantments`)"""
    in_use: Slot | None = None
    """slot of the active player's boots or pickaxe in use"""
    steps_left: Small = 0
    """steps left of the movement under way"""
    fight: Fight | None = None
    """a fight: `mob`, `dice` (hits, ascending), `to_roll`, `rerolls`"""
    cube: Columns | None = None
    """16 words, row by row, one a column: its blocks from the top, `-` for none, or a number for
    so many of any colour"""
    used: dict[Paint, Small] | None = None
    """the used pile by colour; left out: every block that is nowhere else"""
    hand: dict[Paint, Small] = Field({})
    """blocks in hand by colour"""
    mines_left: Small = 0
    """blocks that the pickaxe in use may still mine"""
    mined: Small = 0
    """blocks that the pickaxe in use has given so far"""
    tasks: Annotated[
        Annotated[Tasks, Tag("an object")] | Annotated[Literal["complete"], Tag("a word")] | Null,
        _one_of("an object", "'complete'"),
    ] = None
    """the piglin board: for `A`, `B` and `C` the blocks of each column as letters, or `complete`;
    left out: complete if the portal is open, else empty"""
    stack: Annotated[
        Order | Annotated[dict[Item, Small], Tag("an object")] | Unknown | Null,
        _one_of("a list", "an object", "'unknown'"),
    ] = None
    """the item stack from the top (`...` at the end: the rest in any order), or how many of each
    tile are in it in an unknown order; left out or `unknown`: every tile that is nowhere else, in
    an unknown order"""
    discards: dict[Item, Small] | None = None
    """the discard pile by name; left out: empty, or what a complete stack leaves"""
    supply: dict[Item, Small] | None = None
    """the face-up Netherite items by name; left out: those nowhere else"""
    drawn: Annotated[list[Item], Field(max_length=2)] = Field([])
    """tiles that the finder has in hand"""
    history: Annotated[list[HistoryEntry], Field(max_length=L.HISTORY)] = Field([])
    """while a tile that was shuffled in is in the stack: what was `added` and `drawn` since the
    last shuffle, by name"""
    decision: StrictStr | None = None
    """what is to be decided. Without `agenda`: `action` (default), `reveal`, `start space`, or
    just before a roll: `turn start`, `blocks die`, `mob die`"""
    decider: Seat | None = None
    """who decides; null: chance does, or nobody"""
    agenda: Annotated[list[Annotated[Frame, _named("step")]], Field(max_length=L.AGENDA)] | None = (
        None
    )
    """steps still to be done, the next one first (table below)"""

    @property
    def has_map(self) -> bool:
        """Whether a map says where all mobs and chest tokens are."""
        return self.board is not None and self.board != [["flat"]]


def validated(position: Any, lexicon: Lexicon) -> Position:
    """Check keys, types, bounds and names.

    Raises:
        PositionError: One of them is wrong.
    """
    try:
        return Position.model_validate(position, context=lexicon)
    except ValidationError as error:
        raise fault(*place_and_reason(error, position)) from error
