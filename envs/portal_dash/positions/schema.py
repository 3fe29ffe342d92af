"""What may stand in a position: the keys, their types and their bounds.

Every key may be left out; `load` says what it then means. The descriptions
become the table in the docs.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Discriminator, Field, StrictBool, StrictStr, Tag, ValidationError

from tablemates.envs.core.documents import DocumentModel, place_and_reason
from tablemates.envs.portal_dash.positions.errors import fault
from tablemates.envs.portal_dash.rules import limits as L

FORMAT: Final = "portal-dash-position-1"
UNKNOWN: Final = "unknown"
REST: Final = "..."

_LARGEST = 2**31 - 1


def _kind(value: Any) -> str:
    """Return which kind of JSON value this is: where several may stand, it decides which."""
    if isinstance(value, dict | DocumentModel):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, str):
        return "a word"
    return "null" if value is None else "a number"


def _one_of(*kinds: str) -> Discriminator:
    """Choose among alternatives by kind, so that a fault inside one is named as such."""
    return Discriminator(_kind, "wrong_kind", f"{' or '.join(kinds)} is needed here")


Count: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=_LARGEST)]
Small: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=99)]
Seat: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=L.PLAYERS)]
Slot: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=L.SLOTS)]
Row: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=L.ROWS)]
Column: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=L.COLUMNS)]
Space: TypeAlias = tuple[Row, Column]
Spaces: TypeAlias = Annotated[list[Space], Field(max_length=L.ROWS * L.COLUMNS)]
Words: TypeAlias = Annotated[list[StrictStr], Field(max_length=2 * L.DRAWABLE_TILES)]
Blocks: TypeAlias = dict[str, Small]
Level: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=99)]
Seed: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=2**64)]
Players: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=L.PLAYERS)]
Unknown: TypeAlias = Literal["unknown"]
Text: TypeAlias = Annotated[StrictStr, Tag("a word")]
Null: TypeAlias = Annotated[None, Tag("null")]


class CustomLevel(DocumentModel):
    """A level of one's own, as `Components.custom_level` takes it."""

    tiles: Small = 2
    mobs: dict[str, Small] = Field(default_factory=dict)
    bosses: list[tuple[str, str]] = Field(default_factory=lambda: [("wildfire", "easy")])
    start_items: list[str] | None = None


class End(DocumentModel):
    """How a game that is over ended."""

    outcome: Literal["won", "lost"]
    cause: StrictStr
    player: Seat | None = None
    source: StrictStr | None = None


class WhiteDice(DocumentModel):
    """The two dice of the turn; null before the roll."""

    blocks: StrictStr | None = None
    mob: Annotated[int, Field(strict=True, ge=1, le=3)] | None = None


class Fight(DocumentModel):
    """A fight under way."""

    mob: StrictStr
    dice: Annotated[list[Annotated[int, Field(strict=True, ge=0, le=20)]], Field(max_length=L.DICE)]
    to_roll: Annotated[int, Field(strict=True, ge=0, le=L.DICE)] = 0
    # a weapon of one's own with all the enchantments that it can have
    rerolls: Annotated[int, Field(strict=True, ge=0, le=20 * (1 + L.ENCHANTMENTS))] = 0


class Boss(DocumentModel):
    """An end boss, on the board or not."""

    boss: StrictStr
    side: Literal["easy", "hard"] | None = None
    life: Annotated[int, Field(strict=True, ge=0, le=99)] | None = None


class ItemEntry(DocumentModel):
    """An item in an inventory."""

    item: StrictStr
    damaged: StrictBool = False
    mode: Literal["boots", "armour", "none"] | None = None
    hearts: Annotated[int, Field(strict=True, ge=0, le=99)] | None = None
    starting: StrictBool | None = None
    enchantments: Annotated[list[StrictStr], Field(max_length=L.ENCHANTMENTS)] = Field(
        default_factory=list
    )


Owned: TypeAlias = Annotated[
    Text | Annotated[ItemEntry, Tag("an object")] | Null,
    _one_of("a name", "an object", "null"),
]


class PlayerEntry(DocumentModel):
    """A player."""

    space: Space | None = None
    hearts: Annotated[int, Field(strict=True, ge=0, le=L.HEARTS)] = L.HEARTS
    items: Annotated[list[Owned], Field(max_length=L.SLOTS)] | None = None


class Tasks(DocumentModel):
    """The piglin board: the blocks in each column of each task, one letter a block."""

    A: list[StrictStr]
    B: list[StrictStr]
    C: list[StrictStr]


class HistoryEntry(DocumentModel):
    """Something that happened to the stack since it was last shuffled."""

    drawn: StrictStr | None = None
    added: StrictStr | None = None


class Frame(DocumentModel):
    """A step that is still to be done, with what it is about."""

    step: StrictStr
    player: Seat | None = None
    mob: StrictStr | None = None
    damage: Small | None = None
    source: StrictStr | None = None
    face: StrictStr | None = None
    reason: StrictStr | None = None
    item: StrictStr | None = None
    slot: Slot | None = None
    blocks: Small | None = None
    colour: StrictStr | None = None
    chance: StrictStr | None = None
    column: Annotated[int, Field(strict=True, ge=0, lt=L.CUBE_COLUMNS)] | None = None
    layer: Annotated[int, Field(strict=True, ge=1, le=L.CUBE_LAYERS)] | None = None
    part: Annotated[int, Field(strict=True, ge=0, lt=L.TILES)] | None = None


Pending: TypeAlias = Annotated[
    Text | Annotated[Frame, Tag("an object")], _one_of("a name", "an object")
]


class Position(DocumentModel):
    """A position as it was written; None where a key was left out."""

    format: Literal["portal-dash-position-1"] | None = Field(
        None, description="name and version of this format"
    )
    ruleset: StrictStr | None = Field(
        None, description="hash of the parts it was written with; other parts are noticed"
    )
    level: Annotated[
        Annotated[Level, Tag("a number")]
        | Annotated[Literal["custom"], Tag("a word")]
        | Annotated[CustomLevel, Tag("an object")],
        _one_of("a number", "'custom'", "an object"),
    ] = Field(
        1,
        description="a level's number, or a custom level as an object with `tiles`, `mobs`, "
        "`bosses`, `start_items`; a dump says `custom` and everything else",
    )
    edition: Literal["en", "fr"] = Field("en", description="whose reading of levels 2 and 3")
    chance: Literal["sampled", "explicit"] = Field(
        "sampled", description="whether chance is drawn from the seed or asked for"
    )
    skip_forced: StrictBool = Field(
        True, description="whether decisions with one option are taken by the engine"
    )
    seed: Annotated[
        Annotated[Seed, Tag("a number")] | Annotated[Unknown, Tag("a word")],
        _one_of("a number", "'unknown'"),
    ] = Field(0, description="the game's seed, or `unknown`")
    counters: dict[str, Count] = Field(
        {}, description="outcomes taken from each stream of chance so far; 0 where left out"
    )
    turn: Count | None = Field(None, description="turns begun so far")
    decisions: Count = Field(0, description="decisions taken so far")
    first_player: Seat = Field(0, description="who had the first turn")
    active_player: Seat | None = Field(None, description="whose turn it is; the first player")
    actions_done: Annotated[int, Field(strict=True, ge=0, le=2)] | None = Field(
        None, description="actions that the active player has begun this turn"
    )
    dice: WhiteDice | None = Field(None, description="`blocks`: a colour or `any`; `mob`: 1 to 3")
    end: End | None = Field(
        None,
        description="null while the game runs, else `outcome`, `cause`, and who died "
        "(`player`) of what (`source`)",
    )
    tiles: Annotated[list[StrictStr], Field(max_length=L.TILES)] | None = Field(
        None,
        description="gameboard tiles by name from the left, face-down ones too "
        "(or `unknown`); those left out are drawn",
    )
    parts_open: Annotated[int, Field(strict=True, ge=1, le=L.TILES)] | None = Field(
        None, description="how many of them are face up; the map's width says it, else 1"
    )
    portal_open: StrictBool | None = Field(None, description="whether the portal strip is face up")
    board: Annotated[
        Text | Annotated[list[StrictStr], Field(max_length=L.ROWS), Tag("a list")] | Null,
        _one_of("a text", "a list of rows"),
    ] = Field(
        None,
        description="a map of the face-up parts (legend below), as rows or as one text; "
        "`flat`: no obstacles; left out: as printed",
    )
    lava: Spaces = Field([], description="spaces that are lava besides those of the map")
    magma: Spaces = Field([], description="the same for magma")
    soul_sand: Spaces = Field([], description="the same for soul sand")
    brown: Spaces = Field([], description="spaces under a brown block besides those of the map")
    chests: Spaces | None = Field(
        None,
        description="spaces with a chest token; left out with the map: as after the parts "
        "were revealed",
    )
    mobs: dict[str, Space] | None = Field(
        None,
        description="space of each mob or boss on the board, such as `{enderman 2: [1, 4]}`; "
        "left out with the map: as after set-up",
    )
    line: Words | None = Field(
        None, description="the line, front first; `...` at the end: all that are left"
    )
    pending_mobs: Words = Field([], description="mobs that are still to be activated this turn")
    bosses: Annotated[list[Boss], Field(max_length=L.BOSSES)] | None = Field(
        None, description="the end bosses: `boss`, `side` and `life`; whole by default"
    )
    players: Annotated[
        Annotated[Players, Tag("a number")]
        | Annotated[list[PlayerEntry], Field(min_length=1, max_length=L.PLAYERS), Tag("a list")],
        _one_of("a number", "a list"),
    ] = Field(
        2,
        description="their number, or for each `space`, `hearts` and `items`: up to six slots, "
        "each null, a name, or an object (`item`, `damaged`, `mode`, `hearts`, `starting`, "
        "`enchantments`)",
    )
    in_use: Slot | None = Field(
        None, description="slot of the active player's boots or pickaxe in use"
    )
    steps_left: Small = Field(0, description="steps left of the movement under way")
    fight: Fight | None = Field(
        None, description="a fight: `mob`, `dice` (hits, ascending), `to_roll`, `rerolls`"
    )
    cube: Annotated[
        Text | Annotated[list[StrictStr], Field(max_length=L.CUBE_COLUMNS), Tag("a list")] | Null,
        _one_of("a text", "a list of words"),
    ] = Field(
        None,
        description="16 words, row by row, one a column: its blocks from the top, `-` for none, "
        "or a number for so many of any colour",
    )
    used: Blocks | None = Field(
        None, description="the used pile by colour; left out: every block that is nowhere else"
    )
    hand: Blocks = Field({}, description="blocks in hand by colour")
    mines_left: Small = Field(0, description="blocks that the pickaxe in use may still mine")
    mined: Small = Field(0, description="blocks that the pickaxe in use has given so far")
    tasks: Annotated[
        Annotated[Tasks, Tag("an object")] | Annotated[Literal["complete"], Tag("a word")] | Null,
        _one_of("an object", "'complete'"),
    ] = Field(
        None,
        description="the piglin board: for `A`, `B` and `C` the blocks of each column as "
        "letters, or `complete`; left out: complete if the portal is open, else empty",
    )
    stack: Annotated[
        Annotated[Words, Tag("a list")]
        | Annotated[dict[str, Small], Tag("an object")]
        | Annotated[Unknown, Tag("a word")]
        | Null,
        _one_of("a list", "an object", "'unknown'"),
    ] = Field(
        None,
        description="the item stack from the top (`...` at the end: the rest), or how many of "
        "each tile are in it in an unknown order, or `unknown`: every tile that is nowhere else",
    )
    discards: dict[str, Small] | None = Field(
        None,
        description="the discard pile by name; left out: empty, or what a complete stack leaves",
    )
    supply: dict[str, Small] | None = Field(
        None, description="the face-up Netherite items by name; left out: those nowhere else"
    )
    drawn: Annotated[list[StrictStr], Field(max_length=2)] = Field(
        [], description="tiles that the finder has in hand"
    )
    history: Annotated[list[HistoryEntry], Field(max_length=L.HISTORY)] = Field(
        [],
        description="while a tile that was shuffled in is in the stack: what was `added` and "
        "`drawn` since the last shuffle, by name",
    )
    decision: StrictStr | None = Field(
        None,
        description="what is to be decided. Without `agenda`: `action` (default), `reveal`, "
        "`start space`, or just before a roll: `turn start`, `blocks die`, `mob die`",
    )
    decider: Seat | None = Field(None, description="who decides; null: chance does, or nobody")
    agenda: Annotated[list[Pending], Field(max_length=L.AGENDA)] | None = Field(
        None,
        description="steps still to be done, the next one first, by the names of the table below",
    )


def validated(position: Any) -> Position:
    """Check keys, types and bounds.

    Raises:
        PositionError: One of them is wrong.
    """
    try:
        return Position.model_validate(position)
    except ValidationError as error:
        raise fault(*place_and_reason(error, position)) from error
