"""Keys of a position, their types and bounds, and how each is written.

Every key may be left out. Names are read as the numbers of the engine; a word
that is unknown is refused with the nearest known one. The descriptions of the
fields make up the table in the docs.
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

from tablemates.envs.core.documents import DocumentModel, nearest, place_and_reason, quoted
from tablemates.envs.portal_dash.components.schema import CustomLevel
from tablemates.envs.portal_dash.positions.names import (
    CAUSES,
    CHANCES,
    COLOURS,
    FACES,
    REASONS,
    STEPS,
    Lexicon,
    fault,
)
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.cube import UNSEEN
from tablemates.envs.portal_dash.rules.vocabulary import Chance

FORMAT: Final = "portal-dash-position-1"
UNKNOWN: Final = "unknown"
REST: Final = "..."
#: Number read from ``"..."`` in a list and from ``"unknown"`` among the tiles.
OPEN: Final = -1
#: Letters of the blocks: red, gray, gold (yellow), brown, black.
LETTERS: Final = "RGYBK"
NO_BLOCK: Final = "-"
NOT_KNOWN: Final = "?"
#: A block of the cube whose colour is left open.
ANY_COLOUR: Final = -3
#: Kinds of JSON values.
NUMBER: Final = "a number"
OBJECT: Final = "an object"
WORD: Final = "a word"
#: Added to a colour of the cube that is written as a small letter.
SMALL: Final = 8


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
        if word in names:
            return int(names.index(word))
        raise PydanticCustomError(
            "unknown_word",
            "unknown {what} {word}{hint}",
            {"what": what, "word": quoted(word), "hint": nearest(word, names)},
        )

    return PlainValidator(number)


def _refuse(reason: str) -> PydanticCustomError:
    return PydanticCustomError("refused", "{hint}", {"hint": reason})


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
Colour: TypeAlias = Annotated[int, _word("colour", COLOURS)]
Face: TypeAlias = Annotated[int, _word("face", FACES)]
Source: TypeAlias = Annotated[int, _word("source", "sources")]
Unknown: TypeAlias = Annotated[Literal["unknown"], Tag(WORD)]
Null: TypeAlias = Annotated[None, Tag("null")]


def _cube_column(word: Any) -> list[int]:
    """Read a column of the cube from the base up."""
    if not isinstance(word, str):
        raise _refuse(f"a column is a word, such as 'RGY', not {quoted(word)}")
    known = LETTERS + NOT_KNOWN
    blocks: list[int] = []
    if word.isascii() and word.isdigit():
        blocks = [ANY_COLOUR] * min(int(word[:4]), L.BLOCKS)
    elif word != NO_BLOCK:
        for letter in reversed(word):
            if letter.upper() not in known:
                raise _refuse(f"{letter!r} in {word!r} is no block; known: {' '.join(known)}")
            small = SMALL if letter.islower() else 0
            blocks.append(UNSEEN if letter == NOT_KNOWN else small + LETTERS.index(letter.upper()))
    if len(blocks) > L.CUBE_LAYERS:
        raise _refuse(f"{word!r} is higher than {L.CUBE_LAYERS} blocks")
    return blocks


def _rows(value: Any) -> Any:
    """Return the rows of a map, which may be written as one text."""
    rows = value.strip().splitlines() if isinstance(value, str) else value
    if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
        raise _refuse(f"a text or a list of rows is needed here, not {quoted(value)}")
    return rows


def _cube_words(cube: Any) -> list[str]:
    """Return the columns of a cube that is written as one text or as rows of words."""
    found = " ".join(_rows(cube)).split()
    if len(found) != L.CUBE_COLUMNS:
        reason = f"the cube has {L.CUBE_COLUMNS} columns ('-': empty), not {len(found)}"
        raise _refuse(reason)
    return found


def _map_words(board: Any) -> list[list[str]]:
    """Return the words of a map, row by row."""
    grid = [row.split() for row in _rows(board)]
    if not grid or not grid[0]:
        raise _refuse("the map is empty; `flat` is a board without obstacles")
    return grid


def _named(key: str) -> BeforeValidator:
    """Accept a name in place of an object with nothing but that name."""
    return BeforeValidator(lambda value: {key: value} if isinstance(value, str) else value)


class End(DocumentModel):
    """How a finished game ended."""

    outcome: Literal["won", "lost"]
    cause: Annotated[int, _word("cause", CAUSES)]
    player: Seat | None = None
    source: Source | None = None


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
    colour: Colour | None = None
    chance: Annotated[int, _word("chance", CHANCES[: Chance.SETUP])] | None = None
    column: Annotated[int, _bounded(0, L.CUBE_COLUMNS - 1)] | None = None
    layer: Annotated[int, _bounded(1, L.CUBE_LAYERS)] | None = None
    part: Annotated[int, _bounded(0, L.TILES - 1)] | None = None


#: Forms of the larger keys.
Level: TypeAlias = Annotated[int, _bounded(1, 99), Tag(NUMBER)]
Seed: TypeAlias = Annotated[int, _bounded(0, 2**64 - 1), Tag(NUMBER)]
Tile: TypeAlias = Annotated[int, _word("tile", "tiles", UNKNOWN)]
MobOrRest: TypeAlias = Annotated[int, _word("mob", "mobs", REST)]
ItemOrRest: TypeAlias = Annotated[int, _word("item", "items", REST)]
Order: TypeAlias = Annotated[list[ItemOrRest], AfterValidator(_open_last), Tag("a list")]
Map: TypeAlias = Annotated[list[list[str]], BeforeValidator(_map_words), Field(max_length=L.ROWS)]
Column: TypeAlias = Annotated[list[int], BeforeValidator(_cube_column)]
Players: TypeAlias = Annotated[
    list[PlayerEntry],
    Field(min_length=1, max_length=L.PLAYERS),
    BeforeValidator(
        lambda value: [{}] * max(0, min(value, L.PLAYERS + 1)) if type(value) is int else value
    ),
]
Agenda: TypeAlias = Annotated[list[Annotated[Frame, _named("step")]], Field(max_length=L.AGENDA)]


class Position(DocumentModel):
    """A position as it was written; None where a key was left out."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    format: Literal["portal-dash-position-1"] | None = None
    """name and version of this format"""
    ruleset: StrictStr | None = None
    """ruleset hash it was written with; a different one gives a warning"""
    level: Annotated[Level | Annotated[CustomLevel, Tag(OBJECT)], _one_of(NUMBER, OBJECT)] = 1
    """a level's number, or a custom level as an object with `tiles`, `mobs`, `bosses`,
    `start_items`"""
    edition: Literal["en", "fr"] = "en"
    """edition of levels 2 and 3"""
    chance: Literal["sampled", "explicit"] = "sampled"
    """whether chance is drawn from the seed or asked for"""
    skip_forced: StrictBool = True
    """whether the engine takes decisions with one option"""
    seed: Annotated[Seed | Unknown, _one_of(NUMBER, "'unknown'")] = 0
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
    tiles: Annotated[list[Tile], Field(max_length=L.TILES)] | None = None
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
    line: Annotated[list[MobOrRest], AfterValidator(_open_last)] | None = None
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
    cube: Annotated[list[Column], BeforeValidator(_cube_words)] | None = None
    """16 words, row by row, one a column: its blocks from the top, `-` for none, or a number for
    so many of any colour"""
    used: dict[Colour, Small] | None = None
    """the used pile by colour; left out: every block that is nowhere else"""
    hand: dict[Colour, Small] = Field({})
    """blocks in hand by colour"""
    mines_left: Small = 0
    """blocks that the pickaxe in use may still mine"""
    mined: Small = 0
    """blocks that the pickaxe in use has given so far"""
    tasks: Annotated[
        Annotated[Tasks, Tag(OBJECT)] | Annotated[Literal["complete"], Tag(WORD)] | Null,
        _one_of(OBJECT, "'complete'"),
    ] = None
    """the piglin board: for `A`, `B` and `C` the blocks of each column as letters, or `complete`;
    left out: complete if the portal is open, else empty"""
    stack: Annotated[
        Order | Annotated[dict[Item, Small], Tag(OBJECT)] | Unknown | Null,
        _one_of("a list", OBJECT, "'unknown'"),
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
    agenda: Agenda | None = None
    """steps still to be done, the next one first (table below)"""

    @property
    def flat(self) -> bool:
        """Whether the board has no obstacles."""
        return self.board == [["flat"]]

    @property
    def has_map(self) -> bool:
        """Whether a map says where all mobs and chest tokens are."""
        return self.board is not None and not self.flat


def validated(position: Any, lexicon: Lexicon | None) -> Position:
    """Check keys, types, bounds and names (which need the lexicon of the parts).

    Raises:
        PositionError: One of them is wrong.
    """
    try:
        return Position.model_validate(position, context=lexicon)
    except ValidationError as error:
        raise fault(*place_and_reason(error, position)) from error
