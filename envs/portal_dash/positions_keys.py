"""Keys of a position, their types and bounds; names are read as the numbers of the record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BeforeValidator, Field, StrictBool, StrictStr, WrapValidator, model_validator
from pydantic_core import core_schema

from tablemates.envs.core.files.documents import DocumentModel, nearest, quoted
from tablemates.envs.core.history.positions import GamePosition, Word64, within
from tablemates.envs.portal_dash import part_models as S
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.part_models import words_of
from tablemates.envs.portal_dash.parts import Components
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.state import RANGES

UNKNOWN: Final = "unknown"
#: What ``"..."`` in a list and ``"unknown"``, as a tile or the seed, are read as.
OPEN: Final = -1
#: Letters of the blocks by colour, and of one whose colour a position leaves open.
LETTERS: Final = "RGYBK"
ANY_COLOUR: Final = "*"

COLOURS, FACES, DECISIONS, CHANCES, CAUSES, KINDS, MODES, STEPS = (
    tuple(map(words_of, kind))
    for kind in (V.Colour, V.BlocksFace, V.Decision, V.Chance, V.Cause, V.MobKind, V.Mode, Step)
)
BOSSES: Final = KINDS[V.MOB_KINDS :]


class Lexicon:
    """Names of things in a set of parts: items, tiles, mobs (``ghast 2``), marks on maps (``g2``).

    Of mobs the regular pieces come first, then the kinds of bosses.
    """

    def __init__(self, components: Components) -> None:
        self.items, self.tiles = components.item_names, components.tile_names
        mobs = components.parts.mobs
        pieces = [(kind, number) for kind in S.REGULAR_KINDS for number in mobs[kind].numbers]
        self.mobs, self.marks = [], []
        for n, (kind, number) in enumerate(pieces):
            # two pieces of one kind with one number are told apart by a letter
            twice = pieces.count((kind, number)) > 1
            end = f"{number}{'abc'[pieces[:n].count((kind, number))] * twice}"
            self.mobs.append(f"{KINDS[kind]} {end}")
            self.marks.append(f"{KINDS[kind][0]}{end}")
        self.mobs += BOSSES
        self.marks += [name[0].upper() for name in BOSSES]


#: Returns the names in a set of parts.
lexicon_of = lru_cache(maxsize=32)(Lexicon)


def mobs_of(p: Any) -> list[int]:
    """Return the mobs of the lexicon that are the pieces of a game."""
    return [*range(V.REGULAR_MOBS), *(V.REGULAR_MOBS + p.boss_kind).tolist()]


@dataclass(frozen=True)
class _Word:
    """Reads one of some words as its number, ``other`` as `OPEN`, and writes it.

    The words may be given as the attribute of the `Lexicon` that holds them; the parts are the
    context.
    """

    what: str
    known: Sequence[str] | str
    other: str = ""

    def __get_pydantic_core_schema__(self, *_: Any) -> core_schema.CoreSchema:
        write = core_schema.plain_serializer_function_ser_schema(self._write, info_arg=True)
        static = () if isinstance(self.known, str) else self.known
        words = core_schema.literal_schema([*static, *[self.other] * bool(self.other)])
        return core_schema.with_info_plain_validator_function(
            self._read,
            serialization=write,
            json_schema_input_schema=words if static else core_schema.str_schema(),
        )

    def _names(self, parts: Any) -> Sequence[str]:
        return getattr(lexicon_of(parts), self.known) if isinstance(self.known, str) else self.known

    def _read(self, word: Any, info: core_schema.ValidationInfo) -> int:
        names = self._names(info.context)
        if self.other and word == self.other:
            return OPEN
        if not isinstance(word, str) or word not in names:
            hint = nearest(quoted(word).strip("'"), names)
            raise ValueError(f"unknown {self.what} {quoted(word)}{hint}")
        return names.index(word)

    def _write(self, number: int, info: core_schema.SerializationInfo) -> str:
        return self._names(info.context)[number]


def _bounded(low: int, high: int) -> Any:
    return Field(strict=True, ge=low, le=high)


def _named(key: str) -> BeforeValidator:
    """Accept a name in place of an object with nothing but that name."""
    return BeforeValidator(lambda value: {key: value} if isinstance(value, str) else value)


def written(model: type[DocumentModel], parts: Components, **values: Any) -> Any:
    """Return an entry as plain data, as its one value if it has no other."""
    plain = model.model_construct(**values).model_dump(context=parts, exclude_unset=True)
    return plain if len(plain) > 1 else next(iter(plain.values()))


# -- maps and cubes --------------------------------------------------------------------------

#: A word of a map.
_SQUARE: Final = re.compile(
    rf"(?P<ground>[{S.PLAIN}{S.LAVA}\{S.MAGMA}{S.SOUL_SAND}{S.FIXED}])?"
    rf"(?P<brown>(?<=[{S.LAVA}\{S.MAGMA}{S.SOUL_SAND}])#)?(?P<token>\$[0-{V.CHESTS - 1}]?)?"
    r"(?P<mark>[a-z]\d+[abc]?|[A-Z])?(?P<seats>(@\d)*)"
)
#: A column of the cube.
_COLUMN: Final = re.compile(
    rf"0*([0-{V.CUBE_LAYERS}])|-*(([{LETTERS}{LETTERS.lower()}?]-*){{0,4}})"
)


def _words(rows: Any) -> list[list[str]]:
    """Return the words of rows, which may be written as one text."""
    lines = rows.strip().splitlines() if isinstance(rows, str) else rows
    if not isinstance(lines, list | tuple) or not all(isinstance(one, str) for one in lines):
        raise ValueError(f"a text or a list of rows is needed here, not {quoted(rows)}")
    return [line.split() for line in lines]


def _read_map(rows: Any, info: core_schema.ValidationInfo) -> list[list[re.Match[str]]]:
    """Return the words of a map as they match; without obstacles it has none."""
    words, marks = _words(rows), lexicon_of(info.context).marks
    if not words or not words[0]:
        raise ValueError("it is empty; 'flat' is a board without obstacles")
    grid: list[list[re.Match[str]]] = []
    for n, row in enumerate(words if words != [["flat"]] else ()):
        grid.append([])
        for word in row:
            found = _SQUARE.fullmatch(word)
            if not found or found["mark"] not in (None, *marks):
                reason = "is no word of a map of this game, such as '.', '~#', ':e2' or '@0'"
                raise ValueError(f"row {n}, column {len(grid[n])}: {word!r} {reason}")
            grid[n].append(found)
    return grid


def _read_cube(rows: Any) -> list[str]:
    """Return the columns of a cube as letters from the base up."""
    words = [word for row in _words(rows) for word in row]
    if len(words) != V.CUBE_COLUMNS:
        raise ValueError(f"the cube has {V.CUBE_COLUMNS} columns ('-': empty), not {len(words)}")
    columns = []
    for word in words:
        if not (found := _COLUMN.fullmatch(word)):
            reason = f"up to {V.CUBE_LAYERS} of {', '.join(LETTERS)} and '?', or their number"
            raise ValueError(f"{word!r} is no column of the cube: {reason}")
        letters = ANY_COLOUR * int(found[1]) if found[1] else found[2].replace("-", "")
        columns.append(letters[::-1])
    return columns


# -- keys ------------------------------------------------------------------------------------

#: No game gets there, and none that begins there comes to the end of a field.
Count: TypeAlias = Annotated[int, _bounded(0, 10**9)]
Small: TypeAlias = Annotated[int, _bounded(0, 99)]
Seat: TypeAlias = Annotated[int, within(RANGES["active_player"])]
Slot: TypeAlias = Annotated[int, _bounded(0, V.SLOTS - 1)]
Space: TypeAlias = tuple[
    Annotated[int, _bounded(0, V.ROWS - 1)], Annotated[int, _bounded(0, V.COLUMNS - 1)]
]
Item: TypeAlias = Annotated[int, _Word("item", "items")]
Mob: TypeAlias = Annotated[int, _Word("mob", "mobs")]
Tile: TypeAlias = Annotated[int, _Word("tile", "tiles", UNKNOWN)]
Paint: TypeAlias = Annotated[int, _Word("colour", COLOURS)]
Face: TypeAlias = Annotated[int, _Word("face", FACES)]
Source: TypeAlias = Annotated[int, _Word("source", (*KINDS, "magma"))]
Side: TypeAlias = Literal["easy", "hard"]


class End(DocumentModel):
    """End of a finished game."""

    outcome: Literal["won", "lost"]
    cause: Annotated[int, _Word("cause", CAUSES)]
    player: Seat = -1
    source: Source = -1


class WhiteDice(DocumentModel):
    """The two dice of the turn; null before the roll."""

    blocks: Face | None = None
    mob: Annotated[int, _bounded(1, V.FACES)] | None = None


class Fight(DocumentModel):
    """A fight under way."""

    mob: Mob
    dice: Annotated[list[Annotated[int, within(RANGES["dice"])]], Field(max_length=V.DICE)]
    to_roll: Annotated[int, within(RANGES["dice_to_roll"])] = 0
    rerolls: Annotated[int, within(RANGES["rerolls_left"])] = 0


class Boss(DocumentModel):
    """An end boss, on the board or not."""

    boss: Annotated[int, _Word("boss", BOSSES)]
    side: Side | None = None
    life: Annotated[int, within(RANGES["boss_life"])] | None = None


class ItemEntry(DocumentModel):
    """An item in an inventory."""

    item: Item
    damaged: StrictBool = False
    mode: Annotated[int, _Word("mode", MODES)] | None = None
    hearts: Small | None = None
    starting: StrictBool | None = None
    enchantments: Annotated[list[Item], Field(max_length=V.ENCHANTMENTS)] = Field([])


class PlayerEntry(DocumentModel):
    """A player."""

    space: Space | None = None
    hearts: Annotated[int, within(RANGES["hearts"])] = V.HEARTS
    items: (
        Annotated[list[Annotated[ItemEntry, _named("item")] | None], Field(max_length=V.SLOTS)]
        | None
    ) = None


class Frame(DocumentModel):
    """A step that is still to be done, with its arguments."""

    step: Annotated[int, _Word("step", STEPS)]
    chance: Annotated[int, _Word("chance", CHANCES[: V.Chance.SETUP])] | None = None
    player: Seat | None = None
    mob: Mob | None = None
    damage: Small | None = None
    source: Source | None = None
    face: Face | None = None
    reason: Annotated[int, _Word("reason", ("die", "boss"))] | None = None
    item: Item | None = None
    slot: Slot | None = None
    blocks: Small | None = None
    colour: Paint | None = None
    column: Annotated[int, _bounded(0, V.CUBE_COLUMNS - 1)] | None = None
    layer: Annotated[int, _bounded(1, V.CUBE_LAYERS)] | None = None
    part: Annotated[int, _bounded(0, V.TILES - 1)] | None = None

    @model_validator(mode="after")
    def _has_its_arguments(self) -> Frame:
        given = {name for name, value in self if value is not None}
        for name in given ^ {"step", *arguments_of(self.step, self.chance)}:
            needs = "has no" if name in given else "needs its"
            raise ValueError(f"{STEPS[self.step]!r} {needs} {name!r}")
        return self


def arguments_of(step: int, chance: int | None) -> tuple[str, ...]:
    """Return the names of a frame's numbers; those of a chance step depend on what is drawn."""
    fields: tuple[str, ...] = Step(step).fields
    return (
        fields + V.Chance(chance).fields if step == Step.CHANCE and chance is not None else fields
    )


#: A draw from the stack, or a tile shuffled into it, since it was last shuffled.
HistoryEntry: TypeAlias = Annotated[
    dict[Literal["drawn", "added"], Item], Field(min_length=1, max_length=1)
]
Players: TypeAlias = Annotated[
    list[PlayerEntry],
    Field(min_length=1, max_length=V.PLAYERS),
    BeforeValidator(
        lambda value: [{}] * max(0, min(value, V.PLAYERS + 1)) if type(value) is int else value
    ),
]


class Position(GamePosition):
    """A position as it was written; None where a key was left out.

    See docs/portal_dash/positions.md.
    """

    turn: Count | None = None  # type: ignore[assignment]
    seed: Annotated[
        Word64, WrapValidator(lambda given, read: OPEN if given == UNKNOWN else read(given))
    ] = 0
    format: Literal["portal-dash-position-1"] | None = None
    ruleset: StrictStr | None = None
    level: Annotated[int, _bounded(1, 99)] | Mapping[str, Any] = 1
    edition: Literal["en", "fr"] = "en"
    counters: dict[Annotated[int, _Word("stream of chance", CHANCES)], Count] = Field({})
    decisions: Count = 0
    first_player: Seat = 0
    active_player: Seat | None = None
    actions_done: Annotated[int, within(RANGES["actions_done"])] | None = None
    dice: WhiteDice | None = None
    end: End | None = None
    tiles: Annotated[list[Tile], Field(max_length=V.TILES)] = Field([])
    parts_open: Annotated[int, _bounded(1, V.TILES)] | None = None
    portal_open: StrictBool | None = None
    board: Annotated[list[Any], BeforeValidator(_read_map)] | None = None
    chests: Annotated[list[Space], Field(max_length=V.ROWS * V.COLUMNS)] | None = None
    mobs: dict[Mob, Space] | None = None
    line: list[Annotated[int, _Word("mob", "mobs", "...")]] | None = None
    pending_mobs: list[Mob] = Field([])
    bosses: Annotated[list[Boss], Field(min_length=1, max_length=V.BOSSES)] | None = None
    players: Players = Field(2, validate_default=True)
    in_use: Slot | None = None
    steps_left: Annotated[int, within(RANGES["steps_left"])] = 0
    fight: Fight | None = None
    cube: Annotated[list[str], BeforeValidator(_read_cube)] | None = None
    used: dict[Paint, Small] | None = None
    hand: dict[Paint, Small] = Field({})
    mines_left: Annotated[int, within(RANGES["mines_left"])] = 0
    mined: Annotated[int, within(RANGES["mined"])] = 0
    tasks: dict[Literal["A", "B", "C"], list[str]] | Literal["complete"] | None = None
    stack: (
        list[Annotated[int, _Word("item", "items", "...")]]
        | dict[Item, Small]
        | Literal["unknown"]
        | None
    ) = None
    discards: dict[Item, Small] | None = None
    supply: dict[Item, Small] | None = None
    drawn: Annotated[list[Item], Field(max_length=2)] = Field([])
    history: Annotated[list[HistoryEntry], Field(max_length=V.HISTORY)] = Field([])
    decision: StrictStr | None = None
    decider: Seat | None = None
    agenda: Annotated[list[Annotated[Frame, _named("step")]], Field(max_length=V.AGENDA)] | None = (
        None
    )
