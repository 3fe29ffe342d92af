"""The public state as plain data: versioned JSON with names instead of numbers.

The models define the format, its JSON schema and its page in the docs; the
functions below them fill it in. A space is ``[row, column]``, or ``null``.
Nothing here reads the hidden part of a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import to_jsonable_python

from tablemates.envs.portal_dash.components.schema import words_of
from tablemates.envs.portal_dash.naming import (
    EDITIONS,
    MODES,
    PLAYERS,
    TASKS,
    Names,
    colour_name,
    face_name,
    mob_kind_name,
    source_name,
)
from tablemates.envs.portal_dash.reading import (
    exposed_columns,
    portal_space,
    row_and_column,
    spawner_spaces,
    task_sizes,
    terrain_at,
)
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.stack import SHUFFLED_IN
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import (
    SHARED_DECISIONS,
    Cause,
    Chance,
    Decision,
    MobKind,
    Mode,
    Outcome,
)
from tablemates.envs.portal_dash.speech import describe_decision, describe_ending

if TYPE_CHECKING:
    from tablemates.envs.portal_dash.game import PortalDash

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
    legal: list[Choice] = Field(description="legal actions; at a chance decision: outcomes")
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


# -- filling it in -------------------------------------------------------------------


def snapshot(game: PortalDash) -> dict[str, Any]:
    """Return the public state as plain data that JSON can hold.

    Returns:
        A dict as ``Snapshot`` and ``docs/snapshot.md`` describe it.
    """
    p, names = game.public, game.names
    data = {
        "format": "portal-dash-snapshot",
        "version": 1,
        "level": p.level or None,
        "edition": EDITIONS[p.edition],
        "turn": p.turn,
        "decisions": p.decisions,
        "first_player": PLAYERS[p.first_player],
        "active_player": PLAYERS[p.active_player],
        "decision": _decision(p, names),
        "legal": [{"action": one, "text": game.describe(one)} for one in game.legal],
        "ending": _ending(p),
        "track": _track(p, names),
        "players": [_player(p, names, seat) for seat in range(p.players)],
        "mobs": [_mob(p, names, i) for i in range(L.REGULAR_MOBS) if p.mob_space[i] >= 0],
        "line": [_kind_and_number(names, mob) for mob in p.line[: p.line_length]],
        "bosses": [_boss(p, names, i) for i in range(L.BOSSES) if p.boss_kind[i] >= 0],
        "cube": _cube(p),
        "used": _by_colour(p.used),
        "tasks": [_task(p, names, task) for task in range(L.TASKS)],
        "tiles": _tiles(p, names),
        "dice": {
            "blocks": face_name(p.blocks_die) if p.blocks_die >= 0 else None,
            "mob": _or_none(p.mob_die),
            "combat": list(p.dice[: p.dice_count]),
            "combat_to_roll": p.dice_to_roll,
            "rerolls_left": p.rerolls_left,
            "against": names.mob(p, int(p.fight_mob)) if p.fight_mob >= 0 else None,
        },
        "under_way": {
            "actions_done": p.actions_done,
            "slot": _or_none(p.slot_in_use),
            "steps_left": p.steps_left,
            "mines_left": p.mines_left,
            "blocks_in_hand": _by_colour(p.hand),
        },
    }
    plain: dict[str, Any] = to_jsonable_python(data, fallback=int)  # NumPy numbers, tuples
    return plain


def _or_none(number: int) -> int | None:
    return number if number >= 0 else None


def _seat(seat: int) -> str | None:
    return PLAYERS[seat] if seat >= 0 else None


def _space(space: int) -> tuple[int, int] | None:
    return row_and_column(space) if space >= 0 else None


def _by_colour(counts: Iterable[int]) -> dict[str, int]:
    return {colour_name(colour): count for colour, count in enumerate(counts)}


def _by_item(names: Names, counts: Iterable[int]) -> dict[str, int]:
    return {names.item(kind): count for kind, count in enumerate(counts) if count}


def _decision(p: Public, names: Names) -> dict[str, Any] | None:
    decision = Decision(int(p.decision))
    if decision == Decision.NONE:
        return None
    return {
        "kind": words_of(decision),
        "decider": _seat(p.decider),
        "shared": decision in SHARED_DECISIONS,
        "about": dict.fromkeys(About.model_fields)
        | _about(p, names, decision, int(p.decision_about)),
        "text": describe_decision(p, names),
    }


def _about(p: Public, names: Names, decision: Decision, about: int) -> dict[str, Any]:
    match decision:
        case Decision.CHANCE:
            return {"chance": words_of(Chance(about))}
        case Decision.REMOVE_BLOCK:
            return {"face": face_name(about)}
        case Decision.MOB_END | Decision.TARGET | Decision.PUSH | Decision.DAMAGE_ITEM:
            return {"mob": names.mob(p, about)}
        case Decision.WOUND:
            return {"source": source_name(about)}
        case Decision.STEP | Decision.FIGHT | Decision.REROLL | Decision.MINE | Decision.MODE:
            return {"slot": about}
        case Decision.USE | Decision.PLAYER:
            return {"colour": colour_name(about)}
        case Decision.REPLACE | Decision.ENCHANT:
            return {"item": names.item(about)}
        case _:
            return {}


def _ending(p: Public) -> dict[str, Any] | None:
    if p.outcome == Outcome.RUNNING:
        return None
    return {
        "outcome": "won" if p.outcome == Outcome.WON else "lost",
        "cause": words_of(Cause(int(p.cause))),
        "player": _seat(p.cause_player),
        "source": source_name(p.cause_source) if p.cause_source >= 0 else None,
        "text": describe_ending(p),
    }


def _track(p: Public, names: Names) -> dict[str, Any]:
    box, columns = names.box, range(p.open_columns)
    chests = [row_and_column(space) for space in p.chest_space if space >= 0]
    return {
        "rows": p.rows,
        "columns": p.columns,
        "face_up_columns": p.open_columns,
        "part_columns": [box.start_columns, *[box.tile_columns] * p.parts, box.portal_columns],
        "tiles": [names.tiles[tile] if tile >= 0 else None for tile in p.tiles[: p.parts]],
        "portal_face_up": bool(p.portal_open),
        "terrain": [[terrain_at(p, row * 64 + c) for c in columns] for row in range(p.rows)],
        "spawners": [row_and_column(space) for space in spawner_spaces(p, box)],
        "chests": chests,
        "chests_in_supply": box.chests - len(chests),
        "portal": _space(portal_space(p, box)),
    }


def _player(p: Public, names: Names, seat: int) -> dict[str, Any]:
    slots = [slot for slot in range(L.SLOTS) if p.item_kind[seat, slot] >= 0]
    return {
        "colour": PLAYERS[seat],
        "space": _space(p.player_space[seat]),
        "hearts": p.hearts[seat],
        "items": [_item(p, names, seat, slot) for slot in slots],
    }


def _item(p: Public, names: Names, seat: int, slot: int) -> dict[str, Any]:
    mode = int(p.item_mode[seat, slot])
    return {
        "slot": slot,
        "name": names.item(p.item_kind[seat, slot]),
        "row": "active" if p.item_active[seat, slot] else "bottom",
        "mode": None if mode == Mode.NONE else MODES[mode - Mode.BOOTS],
        "hearts": p.item_hearts[seat, slot],
        "starting": bool(p.item_starting[seat, slot]),
        "enchantments": [names.item(e) for e in p.item_enchantments[seat, slot] if e >= 0],
        "details": names.owned_details(p, seat, slot),
    }


def _kind_and_number(names: Names, piece: int) -> dict[str, Any]:
    box = names.box
    return {"kind": mob_kind_name(box.mob_kind[piece]), "number": box.mob_number[piece]}


def _standing(p: Public, names: Names, piece: int) -> dict[str, Any]:
    """Return what mobs and bosses have in common."""
    return {
        "space": _space(p.mob_space[piece]),
        "life": names.mob_life(p, piece),
        "reach": names.mob_reach(p, piece),
        "to_act": bool(int(p.pending_mobs) >> piece & 1),
    }


def _mob(p: Public, names: Names, piece: int) -> dict[str, Any]:
    about = {"name": names.mob(p, piece), **_kind_and_number(names, piece)}
    return about | _standing(p, names, piece)


def _boss(p: Public, names: Names, boss: int) -> dict[str, Any]:
    kind, hard = p.boss_kind[boss], p.boss_hard[boss]
    about = {
        "kind": mob_kind_name(MobKind.WILDFIRE + kind),
        "side": "hard" if hard else "easy",
        "full_life": names.box.boss_life[kind, hard],
    }
    return about | _standing(p, names, L.REGULAR_MOBS + boss)


def _cube(p: Public) -> dict[str, Any]:
    exposed = exposed_columns(p)
    columns = [
        {
            "height": p.height[column],
            "exposed": column in exposed,
            "blocks": [
                colour_name(colour) if colour >= 0 else None
                for colour in p.cube[column, : p.height[column]]
            ],
        }
        for column in range(L.CUBE_COLUMNS)
    ]
    return {"columns": columns, "unseen": _by_colour(p.unseen)}


def _task(p: Public, names: Names, task: int) -> dict[str, Any]:
    columns = []
    for place, size in enumerate(task_sizes(p, names.box, task), start=L.TASK_COLUMNS * task):
        colour, blocks = p.place_colour[place], p.place_count[place]
        name = colour_name(colour) if colour >= 0 else None
        columns.append({"size": size, "colour": name, "blocks": blocks})
    return {
        "name": TASKS[task],
        "columns": columns,
        "complete": all(column["blocks"] == column["size"] for column in columns),
        "before_layer": task + 1,
    }


def _tiles(p: Public, names: Names) -> dict[str, Any]:
    netherite = zip(names.box.netherite, p.supply, strict=True)
    return {
        "stack": _by_item(names, p.stack_count),
        "discards": _by_item(names, p.discards),
        "supply": [names.item(kind) for kind, face_up in netherite if face_up == 1],
        "drawn": [names.item(kind) for kind in p.drawn if kind >= 0],
        "history": [
            {"what": "drawn", "item": names.item(kind)}
            if kind < SHUFFLED_IN
            else {"what": "shuffled in", "item": names.item(kind - SHUFFLED_IN)}
            for kind in p.history[: p.history_length]
        ],
    }
