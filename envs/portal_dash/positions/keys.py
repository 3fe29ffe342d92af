"""Keys of a position, their types and bounds, and how each is written.

Every key may be left out. Names are read as the numbers of the engine; a word that is unknown is
refused with the nearest known one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainValidator,
    StrictBool,
    StrictStr,
    ValidationInfo,
)
from pydantic_core import PydanticCustomError

from tablemates.envs.core.documents import DocumentModel, nearest, quoted
from tablemates.envs.portal_dash.components.schema import CustomLevel, words_of
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules import vocabulary as V
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.cube import UNSEEN

FORMAT: Final = "portal-dash-position-1"
UNKNOWN: Final = "unknown"
REST: Final = "..."
#: Letters of the blocks: red, gray, gold (yellow), brown, black.
LETTERS: Final = "RGYBK"
NO_BLOCK: Final = "-"
NOT_KNOWN: Final = "?"
#: Number read from ``"..."`` in a list and from ``"unknown"`` among the tiles.
OPEN: Final = -1
#: A block of the cube whose colour is left open.
ANY_COLOUR: Final = -3
#: Added to a colour of the cube that is written as a small letter.
SMALL: Final = 8

COLOURS, FACES, DECISIONS, CHANCES, CAUSES, STEPS, REASONS = (
    tuple(map(words_of, kind))
    for kind in (V.Colour, V.BlocksFace, V.Decision, V.Chance, V.Cause, Step, V.Reason)
)

# -- how values are written ----------------------------------------------------------------


def _refuse(reason: str) -> PydanticCustomError:
    return PydanticCustomError("refused", "{hint}", {"hint": reason})


def _word(what: str, known: Sequence[str] | str, other: str = "") -> Any:
    """Return a validator that reads one of some words as its number, ``other`` as `OPEN`.

    The words may be given as the attribute of the `Lexicon` that holds them.
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


_OPEN_LAST: Final = AfterValidator(_open_last)


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
        raise _refuse(f"the cube has {L.CUBE_COLUMNS} columns ('-': empty), not {len(found)}")
    return found


#: Blocks of the cube by their letters.
_BLOCKS: Final = {
    NOT_KNOWN: UNSEEN,
    **{letter: n for n, letter in enumerate(LETTERS)},
    **{letter.lower(): SMALL + n for n, letter in enumerate(LETTERS)},
}


def _cube_column(word: str) -> list[int]:
    """Read a column of the cube from the base up."""
    if word.isascii() and word.isdigit():
        blocks = [ANY_COLOUR] * min(int(word[:4]), L.BLOCKS)
    else:
        letters = word[::-1].replace(NO_BLOCK, "")
        for letter in letters:
            if letter not in _BLOCKS:
                raise _refuse(f"{letter!r} is no block; known: {' '.join(LETTERS + NOT_KNOWN)}")
        blocks = [_BLOCKS[letter] for letter in letters]
    if len(blocks) > L.CUBE_LAYERS:
        raise _refuse(f"{word!r} is higher than {L.CUBE_LAYERS} blocks")
    return blocks


Count: TypeAlias = Annotated[int, _bounded(0, 2**31 - 1)]
Small: TypeAlias = Annotated[int, _bounded(0, 99)]
Seat: TypeAlias = Annotated[int, _bounded(0, L.PLAYERS - 1)]
Slot: TypeAlias = Annotated[int, _bounded(0, L.SLOTS - 1)]
Space: TypeAlias = tuple[
    Annotated[int, _bounded(0, L.ROWS - 1)], Annotated[int, _bounded(0, L.COLUMNS - 1)]
]
Item: TypeAlias = Annotated[int, _word("item", "items")]
Mob: TypeAlias = Annotated[int, _word("mob", "mobs")]
Tile: TypeAlias = Annotated[int, _word("tile", "tiles", UNKNOWN)]
Paint: TypeAlias = Annotated[int, _word("colour", COLOURS)]
Face: TypeAlias = Annotated[int, _word("face", FACES)]
Source: TypeAlias = Annotated[int, _word("source", "sources")]


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
    chance: Annotated[int, _word("chance", CHANCES[: V.Chance.SETUP])] | None = None
    column: Annotated[int, _bounded(0, L.CUBE_COLUMNS - 1)] | None = None
    layer: Annotated[int, _bounded(1, L.CUBE_LAYERS)] | None = None
    part: Annotated[int, _bounded(0, L.TILES - 1)] | None = None


#: A draw from the stack, or a tile shuffled into it, since it was last shuffled.
HistoryEntry: TypeAlias = Annotated[
    dict[Literal["drawn", "added"], Item], Field(min_length=1, max_length=1)
]
#: Forms of the larger keys.
Order: TypeAlias = Annotated[list[Annotated[int, _word("item", "items", REST)]], _OPEN_LAST]
Line: TypeAlias = Annotated[list[Annotated[int, _word("mob", "mobs", REST)]], _OPEN_LAST]
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
    """A position as it was written; None where a key was left out. See docs/positions.md."""

    format: Literal["portal-dash-position-1"] | None = None
    ruleset: StrictStr | None = None
    level: Annotated[int, _bounded(1, 99)] | CustomLevel = 1
    edition: Literal["en", "fr"] = "en"
    chance: Literal["sampled", "explicit"] = "sampled"
    skip_forced: StrictBool = True
    seed: Annotated[int, _bounded(0, 2**64 - 1)] | Literal["unknown"] = 0
    counters: dict[Annotated[int, _word("stream of chance", CHANCES)], Count] = Field({})
    turn: Count | None = None
    decisions: Count = 0
    first_player: Seat = 0
    active_player: Seat | None = None
    actions_done: Annotated[int, _bounded(0, 2)] | None = None
    dice: WhiteDice | None = None
    end: End | None = None
    tiles: Annotated[list[Tile], Field(max_length=L.TILES)] = Field([])
    parts_open: Annotated[int, _bounded(1, L.TILES)] | None = None
    portal_open: StrictBool | None = None
    board: Map | None = None
    chests: Annotated[list[Space], Field(max_length=L.ROWS * L.COLUMNS)] | None = None
    mobs: dict[Mob, Space] | None = None
    line: Line | None = None
    pending_mobs: list[Mob] = Field([])
    bosses: Annotated[list[Boss], Field(min_length=1, max_length=L.BOSSES)] | None = None
    players: Players = Field(2, validate_default=True)
    in_use: Slot | None = None
    steps_left: Small = 0
    fight: Fight | None = None
    cube: Columns | None = None
    used: dict[Paint, Small] | None = None
    hand: dict[Paint, Small] = Field({})
    mines_left: Small = 0
    mined: Small = 0
    tasks: dict[Literal["A", "B", "C"], list[str]] | Literal["complete"] | None = None
    stack: Order | dict[Item, Small] | Literal["unknown"] | None = None
    discards: dict[Item, Small] | None = None
    supply: dict[Item, Small] | None = None
    drawn: Annotated[list[Item], Field(max_length=2)] = Field([])
    history: Annotated[list[HistoryEntry], Field(max_length=L.HISTORY)] = Field([])
    decision: StrictStr | None = None
    decider: Seat | None = None
    agenda: Annotated[list[Annotated[Frame, _named("step")]], Field(max_length=L.AGENDA)] | None = (
        None
    )

    @property
    def has_map(self) -> bool:
        """Whether a map says where all mobs and chest tokens are."""
        return self.board is not None and self.board != [["flat"]]
