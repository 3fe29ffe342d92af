"""Choices in words: what an action means in the present state.

An action is told to the one who decides: "you" is the decider. Chance
decisions have outcomes instead of actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tablemates.envs.core.errors import IllegalActionError
from tablemates.envs.portal_dash.decision_strings import sight_of
from tablemates.envs.portal_dash.naming import (
    DIRECTIONS,
    Names,
    colour_name,
    count_of,
    face_name,
    lowest_dice,
    next_part,
    place_name,
    player_name,
    space_name,
)
from tablemates.envs.portal_dash.reading import BROWN_BLOCK, PLAIN, needs_repair, terrain_at
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import (
    Chance,
    Colour,
    Decision,
)

_ABILITIES: Final = {
    Colour.RED: "fill a life tracker",
    Colour.GRAY: "repair all of a player's items",
    Colour.GOLD: "let a player find an item",
    Colour.BROWN: "cover an obstacle",
    Colour.BLACK: "get a Netherite item into the stack",
}


def describe_action(p: Public, names: Names, action: int) -> str:
    """Return what a choice means in the present decision, such as ``move north to (2, 3)``.

    Args:
        p: The public state in which the choice is offered.
        names: The names of the parts.
        action: A legal id of the catalogue; at a chance decision the outcome's value.

    Raises:
        IllegalActionError: There is no such id, or it is of a kind that this decision does
            not offer.
    """
    decision = Decision(int(p.decision))
    if decision == Decision.CHANCE:
        return describe_outcome(p, names, action)
    length = C.SPACE + int(names.box.capacity_rows) * int(names.box.capacity_columns)
    if not 0 <= action < length:
        raise IllegalActionError(f"action {action} is outside the action space 0 to {length - 1}")
    if action == C.WAIT:
        return "wait"
    tell = _TELL.get((decision, group_of(action)))
    if tell is None:
        raise IllegalActionError(
            f"action {action} is none that the decision {decision.name} offers: "
            "describe one of the legal actions"
        )
    return tell(p, names, action)


def group_of(action: int) -> int:
    """Return the first id of the group of the catalogue that an id lies in."""
    if action < 0:
        raise IllegalActionError(f"action {action}: ids of the catalogue begin at 0")
    return max(first for first in _GROUPS if first <= action)


_GROUPS: Final = (
    C.WAIT,
    C.DONE,
    C.YES,
    C.STEP,
    C.COLUMN,
    C.SLOT,
    C.MODE,
    C.PLAYER,
    C.TILE,
    C.SUPPLY,
    C.COLOUR,
    C.ABILITY,
    C.PLACE,
    C.COUNT,
    C.SPACE,
)

_Teller = Callable[[Public, Names, int], str]


def _says(text: str) -> _Teller:
    """Return a description that is the same in every state."""
    return lambda _p, _names, _action: text


def space_of(names: Names, action: int) -> int:
    """Return the space (``row * 64 + column``) of a board-space id."""
    row, column = divmod(action - C.SPACE, int(names.box.capacity_columns))
    return row * 64 + column


def _mob_at(p: Public, space: int) -> int:
    """Return the piece of the mob that holds a space."""
    return next(piece for piece in range(L.MOBS) if p.mob_space[piece] == space)


def _step(p: Public, action: int) -> str:
    """Return the way of a step, where it leads, and what it steps onto."""
    way = action - C.STEP
    space = int(p.player_space[p.decider]) + 64 * C.ROW_STEP[way] + C.COLUMN_STEP[way]
    terrain = terrain_at(p, space)
    hazard = "" if terrain in (PLAIN, BROWN_BLOCK) else f", onto {terrain}"
    return f"{DIRECTIONS[way]} to {space_name(space)}{hazard}"


def _owned(p: Public, names: Names, action: int) -> str:
    """Return the decider's item that is chosen, with what it can do."""
    slot = action - C.SLOT
    return f"{names.owned(p, p.decider, slot)} ({names.owned_details(p, p.decider, slot)})"


def _tile(names: Names, kind: int) -> str:
    return f"the {names.item(kind)} ({names.tile_details(int(kind))})"


def _block_of(p: Public, action: int) -> str:
    column = action - C.COLUMN
    height = int(p.height[column])
    colour = colour_name(p.cube[column, height - 1])
    return f"the {colour} block of column {column} (layer {L.CUBE_LAYERS + 1 - height})"


def _seat(p: Public, action: int) -> int:
    return (int(p.decider) + action - C.PLAYER) % int(p.players)


def _whom(p: Public, action: int) -> str:
    return "you" if action == C.PLAYER else player_name(_seat(p, action))


def _next_mob(p: Public, names: Names, action: int) -> str:
    space = space_of(names, action)
    return f"activate {names.mob(p, _mob_at(p, space))} on {space_name(space)}"


def _spawn(p: Public, names: Names, action: int) -> str:
    return f"let {names.mob(p, int(p.line[0]))} spawn on {space_name(space_of(names, action))}"


def _mob_end(p: Public, names: Names, action: int) -> str:
    mob = int(p.decision_about)
    return f"{names.mob(p, mob)} ends on {space_name(space_of(names, action))}"


def _wound(p: Public, names: Names, action: int) -> str:
    slot = action - C.SLOT
    item = names.owned(p, p.decider, slot)
    return f"take a heart off the {item} ({names.owned_details(p, p.decider, slot)} left)"


def _use_or_repair(p: Public, names: Names, action: int) -> str:
    slot = action - C.SLOT
    item = names.owned(p, p.decider, slot)
    if needs_repair(p, names.box, p.decider, slot):
        return f"repair the {item}"
    return f"use the {_owned(p, names, action)}"


def _fight(p: Public, names: Names, action: int) -> str:
    space = space_of(names, action)
    mob = _mob_at(p, space)
    life = names.mob_life(p, mob)
    return f"attack {names.mob(p, mob)} on {space_name(space)} (life {life})"


def _reroll(p: Public, _names: Names, action: int) -> str:
    n = action - C.COUNT
    if n == 0:
        return "keep all dice"
    lowest = "the lowest die" if n == 1 else f"the {n} lowest dice"
    return f"reroll {lowest} ({lowest_dice(p, n)})"


def _ability(p: Public, _names: Names, _action: int) -> str:
    colour = Colour(int(p.decision_about))
    return f"use the {colour_name(colour)} block's ability: {_ABILITIES[colour]}"


def _place(p: Public, names: Names, action: int) -> str:
    place = action - C.PLACE
    side = 0 if p.players <= 2 else 1
    full = f"{p.place_count[place]} of {names.box.piglin[side, place]} filled"
    return f"place the {colour_name(p.decision_about)} block on {place_name(place)} ({full})"


def _player(p: Public, _names: Names, action: int) -> str:
    own = action == C.PLAYER
    whose = "your" if own else f"{_whom(p, action)}'s"
    match Colour(int(p.decision_about)):
        case Colour.RED:
            hearts = f"{p.hearts[_seat(p, action)]} of {L.HEARTS} hearts"
            return f"fill {whose} life tracker ({hearts})"
        case Colour.GRAY:
            return f"repair all {whose} items"
        case _:
            return "find an item yourself" if own else f"let {_whom(p, action)} find an item"


def _cover(p: Public, names: Names, action: int) -> str:
    space = space_of(names, action)
    return f"cover the {terrain_at(p, space)} on {space_name(space)}"


def _mode(p: Public, names: Names, action: int) -> str:
    slot = int(p.decision_about)
    n = names.numbers(int(p.item_kind[p.decider, slot]))
    if action == C.MODE:
        return f"as boots ({count_of(n.steps, 'step')})"
    return f"as armour ({count_of(n.hearts, 'heart')})"


_TELL: Final[dict[tuple[Decision, int], _Teller]] = {
    (Decision.START_SPACE, C.SPACE): lambda _p, names, a: (
        f"begin on {space_name(space_of(names, a))}"
    ),
    (Decision.REMOVE_BLOCK, C.COLUMN): lambda p, _names, a: f"remove {_block_of(p, a)}",
    (Decision.NEXT_MOB, C.SPACE): _next_mob,
    (Decision.SPAWNER, C.SPACE): _spawn,
    (Decision.MOB_END, C.SPACE): _mob_end,
    (Decision.TARGET, C.PLAYER): lambda p, names, a: (
        f"{names.mob(p, int(p.decision_about))} attacks {_whom(p, a)}"
    ),
    (Decision.WOUND, C.SLOT): _wound,
    (Decision.PUSH, C.STEP): lambda p, _names, a: f"be pushed {_step(p, a)}",
    (Decision.DAMAGE_ITEM, C.SLOT): lambda p, names, a: (
        f"move the {names.owned(p, p.decider, a - C.SLOT)} to the bottom row"
    ),
    (Decision.ACTION, C.STEP): lambda p, _names, a: f"move {_step(p, a)}",
    (Decision.ACTION, C.COLUMN): lambda p, _names, a: f"mine {_block_of(p, a)}",
    (Decision.ACTION, C.SLOT): _use_or_repair,
    (Decision.STEP, C.STEP): lambda p, _names, a: f"move {_step(p, a)}",
    (Decision.STEP, C.DONE): lambda p, _names, _a: (
        f"end the movement on {space_name(p.player_space[p.decider])}"
    ),
    (Decision.OPEN_CHEST, C.YES): _says("open the chest"),
    (Decision.OPEN_CHEST, C.DONE): _says("leave the chest closed"),
    (Decision.FIGHT, C.SPACE): _fight,
    (Decision.REROLL, C.COUNT): _reroll,
    (Decision.MINE, C.COLUMN): lambda p, _names, a: f"mine {_block_of(p, a)}",
    (Decision.MINE, C.DONE): _says("mine no more"),
    (Decision.BLOCK, C.COLOUR): lambda _p, _names, a: (
        f"use the {colour_name(a - C.COLOUR)} block next"
    ),
    (Decision.USE, C.ABILITY): _ability,
    (Decision.USE, C.PLACE): _place,
    (Decision.PLAYER, C.PLAYER): _player,
    (Decision.NETHERITE, C.SUPPLY): lambda _p, names, a: (
        f"take {_tile(names, names.box.netherite[a - C.SUPPLY])}"
    ),
    (Decision.COVER, C.SPACE): _cover,
    (Decision.KEEP_TILE, C.TILE): lambda p, names, a: f"keep {_tile(names, p.drawn[a - C.TILE])}",
    (Decision.KEEP_TILE, C.DONE): _says("decline both tiles"),
    (Decision.REPLACE, C.SLOT): lambda p, names, a: (
        f"give up the {_owned(p, names, a)} for the {names.item(p.decision_about)}"
    ),
    (Decision.ENCHANT, C.SLOT): lambda p, names, a: (
        f"put {names.item(p.decision_about)} on the {_owned(p, names, a)}"
    ),
    (Decision.MODE, C.MODE): _mode,
    (Decision.REVEAL, C.YES): lambda p, _names, _a: f"reveal {next_part(p)}",
    (Decision.REVEAL, C.DONE): _says("reveal nothing"),
}


def describe_outcome(p: Public, names: Names, value: int) -> str:
    """Return one outcome of the chance decision, such as ``the mob die shows 2``."""
    match Chance(int(p.decision_about)):
        case Chance.BLOCKS_DIE:
            return f"the blocks die shows {face_name(value)}"
        case Chance.MOB_DIE:
            return f"the mob die shows {value}"
        case Chance.COMBAT_DIE:
            return f"the combat die shows {count_of(value, 'hit')}"
        case Chance.TILE_DRAWN:
            return f"the tile is the {names.item(value)}"
        case Chance.USED_BLOCK:
            return f"the block is {colour_name(value)}"
        case Chance.BLOCK_UNCOVERED:
            column, layer = sight_of(p)
            return f"the block in column {column} (layer {layer}) is {colour_name(value)}"
        case Chance.PART_REVEALED:
            return f"the tile is {names.tiles[value]}"
        case other:
            raise IllegalActionError(f"chance of the kind {other.name} has no outcome to choose")
