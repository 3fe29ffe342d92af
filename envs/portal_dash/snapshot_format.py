"""The format of the snapshot: versioned JSON with names instead of numbers.

The models define the snapshot, its JSON schema and its page in the docs. A space
is ``[row, column]``, or ``null``.
"""

from __future__ import annotations

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT: Final = "portal-dash-snapshot"
VERSION: Final = 1

Space = tuple[int, int]
Seat = Literal["pink", "blue", "yellow", "green"]
Block = Literal["red", "gray", "gold", "brown", "black"]


class _Part(BaseModel):
    """A piece of a snapshot: immutable, and no key is unknown."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class About(_Part):
    """What a decision is about; only the keys that mean something are not null."""

    mob: str | None = Field(None, description="the mob that moves or attacks")
    source: str | None = Field(None, description="what deals the damage: a kind of mob, or magma")
    face: str | None = Field(None, description="the rolled face: a colour, or ? for any")
    colour: Block | None = Field(None, description="colour of the block that is used")
    item: str | None = Field(None, description="the new tile")
    slot: int | None = Field(None, description="slot of the decider's item in question")
    chance: str | None = Field(None, description="what is drawn or rolled, at a chance decision")


class DecisionNow(_Part):
    """The decision to be taken."""

    kind: str = Field(description="which decision, in words")
    decider: Seat | None = Field(description="who decides; null: chance does")
    shared: bool = Field(description="whether it is the team's in spirit")
    about: About
    text: str = Field(description="the decision in a sentence")


class Choice(_Part):
    """A legal action."""

    action: int = Field(description="its number in the action catalogue")
    text: str = Field(description="what it means now")


class Ending(_Part):
    """How a finished game ended."""

    outcome: Literal["won", "lost"]
    cause: str = Field(description="why, in words of the vocabulary")
    player: Seat | None = Field(description="who died")
    source: str | None = Field(description="of what: a kind of mob, or magma")
    text: str = Field(description="the same in a sentence")


class Track(_Part):
    """The board."""

    rows: int
    columns: int = Field(description="of the whole track, face-down parts included")
    face_up_columns: int = Field(description="columns of the face-up parts, from the left")
    part_columns: list[int] = Field(
        description="columns of each part, face-down ones included: start, gameboard tiles, portal"
    )
    tiles: list[str | None] = Field(description="gameboard tiles by name; null: face down")
    portal_face_up: bool
    terrain: list[list[str]] = Field(
        description="ground of each face-up space by row and column: plain, lava, magma, "
        "soul sand, brown block (whatever it covers)"
    )
    spawners: list[Space] = Field(description="spawners of the face-up parts")
    chests: list[Space] = Field(description="spaces with a chest token")
    chests_in_supply: int
    portal: Space | None = Field(description="the portal space, once it is face up")


class ItemNow(_Part):
    """An item in an inventory."""

    slot: int
    name: str
    row: Literal["active", "bottom"]
    mode: Literal["boots", "armour"] | None = Field(description="of leggings in the active row")
    hearts: int = Field(description="armour hearts left")
    starting: bool = Field(description="whether it is a starting item")
    enchantments: list[str]
    details: str = Field(description="what it can do now, in words")


class PlayerNow(_Part):
    """A player."""

    colour: Seat
    space: Space | None
    hearts: int = Field(description="on the life tracker")
    items: list[ItemNow]


class MobNow(_Part):
    """A regular mob on the board."""

    name: str
    kind: str
    number: int = Field(description="the number of the mob die that activates it")
    space: Space
    life: int
    reach: int = Field(description="how many spaces away it attacks")
    to_act: bool = Field(description="whether it is still to be activated this turn")


class InLine(_Part):
    """A mob in the line."""

    kind: str
    number: int


class BossNow(_Part):
    """An end boss in play."""

    kind: str
    side: Literal["easy", "hard"]
    life: int
    full_life: int
    reach: int = Field(description="how many spaces away it attacks")
    space: Space | None = Field(description="null: off the board")
    to_act: bool = Field(description="whether it is still to be activated this turn")


class Column(_Part):
    """A column of the resource cube."""

    height: int
    exposed: bool = Field(description="whether its top block may be taken (BLOCK-02)")
    blocks: list[Block | None] = Field(
        description="colours from the base up; null: no face of it is visible"
    )


class Cube(_Part):
    """The resource cube."""

    columns: list[Column] = Field(description="16 columns, 4 * row + column of the base")
    unseen: dict[Block, int] = Field(description="blocks that show no face, by colour")


class TaskColumn(_Part):
    """A column of a piglin task."""

    size: int
    colour: Block | None
    blocks: int


class Task(_Part):
    """A piglin task."""

    name: str
    columns: list[TaskColumn]
    complete: bool
    before_layer: int = Field(description="to be complete before this layer is empty (PIG-03)")


class Dice(_Part):
    """Dice as they lie."""

    blocks: str | None = Field(description="face of the blocks die")
    mob: int | None = Field(description="number of the mob die")
    combat: list[int] = Field(description="hits of the combat dice of the fight, ascending")
    combat_to_roll: int
    rerolls_left: int
    against: str | None = Field(description="the mob that is fought")


class StackEvent(_Part):
    """What happened to the stack since it was last shuffled."""

    what: Literal["drawn", "shuffled in"]
    item: str


class Tiles(_Part):
    """Item tiles outside the inventories."""

    stack: dict[str, int] = Field(description="tiles left in the stack, by name")
    discards: dict[str, int] = Field(description="the discard pile, by name")
    supply: list[str] = Field(description="Netherite items that lie face up")
    drawn: list[str] = Field(description="tiles in the finder's hand")
    history: list[StackEvent] = Field(description="since the stack was last shuffled")


class UnderWay(_Part):
    """The action under way."""

    actions_done: int = Field(description="of the active player's two")
    slot: int | None = Field(description="slot of the pickaxe or boots in use")
    steps_left: int
    mines_left: int
    blocks_in_hand: dict[Block, int]


class Snapshot(_Part):
    """Everything that a person at the table can see or count."""

    format: Literal["portal-dash-snapshot"]
    version: Literal[1]
    level: int | None = Field(description="1 to 5; null: a custom level")
    edition: Literal["en", "fr"]
    turn: int = Field(description="0 before the first roll")
    decisions: int = Field(description="decisions of players so far, forced ones included")
    first_player: Seat
    active_player: Seat
    decision: DecisionNow | None = Field(description="null: the game is over")
    legal: list[Choice] | None = Field(description="legal actions, where they were asked for")
    ending: Ending | None = Field(description="null: the game goes on")
    track: Track
    players: list[PlayerNow] = Field(description="clockwise, by seat")
    mobs: list[MobNow]
    line: list[InLine] = Field(description="mobs waiting to spawn, front first")
    bosses: list[BossNow]
    cube: Cube
    used: dict[Block, int] = Field(description="the used pile")
    tasks: list[Task]
    tiles: Tiles
    dice: Dice
    under_way: UnderWay
