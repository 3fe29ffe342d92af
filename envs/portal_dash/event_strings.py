"""Events in sentences: the log of a game as people read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from tablemates.envs.portal_dash.action_strings import group_of, space_of
from tablemates.envs.portal_dash.decision_strings import describe_cause
from tablemates.envs.portal_dash.naming import (
    DIRECTIONS,
    MODES,
    TASKS,
    Names,
    colour_name,
    count_of,
    face_name,
    place_name,
    player_name,
    source_name,
    space_name,
    with_article,
)
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import EVENT_FIELDS, Cause, Event, Mode, Reason

_Fields = dict[str, int]
_Teller = Callable[[Public, Names, _Fields], str]

#: Events that only say that the engine took the one choice there was: what
#: follows from the choice is an event of its own.
_UNTOLD: Final = frozenset({Event.FORCED.name.lower()})


def told(events: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the sentences of a game's events that people want to read."""
    return [event["text"] for event in events if event["event"] not in _UNTOLD]


def describe_event(p: Public, names: Names, row: Sequence[int]) -> str:
    """Return an event as one sentence: ``Ghast 2 moves from (2, 3) to (2, 4).`` or such.

    Args:
        p: The public state of the game, now or later: only what never changes
            in a game is read (the bosses' kinds, the number of players).
        names: The names of the parts.
        row: The event's kind and its numbers, as in ``Work.events``.
    """
    kind = Event(int(row[0]))
    fields = EVENT_FIELDS[kind]
    values = {name: int(value) for name, value in zip(fields, row[1:], strict=False)}
    text = _TELL[kind](p, names, values)
    return f"{text[0].upper()}{text[1:]}."


def _who(f: _Fields) -> str:
    return player_name(f["player"])


def _game_started(_p: Public, _names: Names, f: _Fields) -> str:
    level = f"level {f['level']}" if f["level"] else "a custom level"
    players = count_of(f["players"], "player")
    return f"{players} begin {level}; {player_name(f['first_player'])} goes first".replace(
        "1 player begin", "1 player begins"
    )


def _start_chosen(_p: Public, _names: Names, f: _Fields) -> str:
    return f"{_who(f)} begins on {space_name(f['space'])}"


def _turn_started(_p: Public, _names: Names, f: _Fields) -> str:
    return f"turn {f['turn']}: {_who(f)}"


def _blocks_die(_p: Public, _names: Names, f: _Fields) -> str:
    return f"{_who(f)} rolls {face_name(f['face'])} on the blocks die"


def _mob_die(_p: Public, _names: Names, f: _Fields) -> str:
    return f"{_who(f)} rolls {f['number']} on the mob die"


def _block_removed(_p: Public, _names: Names, f: _Fields) -> str:
    block = f"the {colour_name(f['colour'])} block of column {f['column']} (layer {f['layer']})"
    if f["reason"] == Reason.MINED:
        return f"{_who(f)} mines {block}"
    return f"{block} goes to the used pile"


def _no_block_removed(_p: Public, _names: Names, f: _Fields) -> str:
    return f"no {face_name(f['face'])} block is exposed, none is removed"


def _block_uncovered(_p: Public, _names: Names, f: _Fields) -> str:
    return (
        f"a {colour_name(f['colour'])} block comes into sight in column {f['column']} "
        f"(layer {f['layer']})"
    )


def _mob_activated(p: Public, names: Names, f: _Fields) -> str:
    return f"{names.mob(p, f['mob'])} acts"


def _mob_moved(p: Public, names: Names, f: _Fields) -> str:
    if f["origin"] == f["space"]:
        return f"{names.mob(p, f['mob'])} stays on {space_name(f['space'])}"
    ends = f"from {space_name(f['origin'])} to {space_name(f['space'])}"
    return f"{names.mob(p, f['mob'])} moves {ends}"


def _mob_attacked(p: Public, names: Names, f: _Fields) -> str:
    return f"{names.mob(p, f['mob'])} attacks {_who(f)} for {f['damage']} damage"


def _mob_spawned(p: Public, names: Names, f: _Fields) -> str:
    return f"{names.mob(p, f['mob'])} spawns on {space_name(f['space'])}"


def _heart_lost(_p: Public, _names: Names, f: _Fields) -> str:
    hearts = f"{f['hearts']} of {count_of(L.HEARTS, 'heart')}"
    return f"{_who(f)} is hurt by {with_article(source_name(f['source']))}: {hearts} left"


def _armour_heart_lost(_p: Public, names: Names, f: _Fields) -> str:
    loss = f"loses a heart to {with_article(source_name(f['source']))}"
    return f"{_who(f)}'s {names.item(f['item'])} {loss}: {f['hearts']} left"


def _item_damaged(_p: Public, names: Names, f: _Fields) -> str:
    why = {Reason.USED: "used", Reason.WORN_OUT: "no heart left", Reason.ATTACK: "damaged"}
    reason = why[Reason(f["reason"])]
    return f"{_who(f)}'s {names.item(f['item'])} goes to the bottom row ({reason})"


def _pushed(_p: Public, _names: Names, f: _Fields) -> str:
    ends = f"from {space_name(f['origin'])} to {space_name(f['space'])}"
    return f"{_who(f)} is pushed {ends}"


def _player_moved(_p: Public, _names: Names, f: _Fields) -> str:
    ends = f"from {space_name(f['origin'])} to {space_name(f['space'])}"
    cost = "" if f["steps"] == 1 else f" ({count_of(f['steps'], 'step')})"
    return f"{_who(f)} moves {ends}{cost}"


def _chest_opened(_p: Public, _names: Names, f: _Fields) -> str:
    return f"{_who(f)} opens the chest on {space_name(f['space'])}"


def _chest_placed(_p: Public, _names: Names, f: _Fields) -> str:
    return f"a chest is placed on {space_name(f['space'])}"


def _tile_drawn(_p: Public, names: Names, f: _Fields) -> str:
    return f"{_who(f)} draws a tile: {names.item(f['item'])}"


def _item_kept(_p: Public, names: Names, f: _Fields) -> str:
    return f"{_who(f)} keeps the {names.item(f['item'])}"


def _tile_discarded(_p: Public, names: Names, f: _Fields) -> str:
    where = "leaves the game" if f["reason"] == Reason.STARTING else "is discarded"
    return f"{_who(f)}'s tile {names.item(f['item'])} {where}"


def _item_enchanted(_p: Public, names: Names, f: _Fields) -> str:
    return f"{_who(f)} puts {names.item(f['enchantment'])} on the {names.item(f['item'])}"


def _mode_chosen(_p: Public, _names: Names, f: _Fields) -> str:
    return f"{_who(f)} wears the leggings in slot {f['slot']} as {MODES[f['mode'] - Mode.BOOTS]}"


def _item_repaired(_p: Public, names: Names, f: _Fields) -> str:
    return f"{_who(f)}'s {names.item(f['item'])} is repaired"


def _fight_started(p: Public, names: Names, f: _Fields) -> str:
    weapon = f"the {names.item(f['item'])} ({count_of(f['dice'], 'die')})"
    return f"{_who(f)} attacks {names.mob(p, f['mob'])} with {weapon}"


def _die_rolled(_p: Public, _names: Names, f: _Fields) -> str:
    return f"{_who(f)} rolls {count_of(f['hits'], 'hit')}"


def _dice_rerolled(_p: Public, _names: Names, f: _Fields) -> str:
    lowest = "the lowest die" if f["dice"] == 1 else f"the {f['dice']} lowest dice"
    return f"{_who(f)} rerolls {lowest}"


def _fight_ended(p: Public, names: Names, f: _Fields) -> str:
    hits = count_of(f["hits"], "hit")
    return f"{_who(f)} scores {hits} against {names.mob(p, f['mob'])} (life {f['life']})"


def _mob_defeated(p: Public, names: Names, f: _Fields) -> str:
    return f"{names.mob(p, f['mob'])} is defeated"


def _boss_hit(p: Public, names: Names, f: _Fields) -> str:
    return f"{names.mob(p, f['mob'])} has {f['life']} life left"


def _block_drawn(_p: Public, _names: Names, f: _Fields) -> str:
    return f"{_who(f)} draws a {colour_name(f['colour'])} block from the used pile"


def _ability_used(_p: Public, _names: Names, f: _Fields) -> str:
    return f"{_who(f)} uses the {colour_name(f['colour'])} block's ability"


def _block_placed(_p: Public, _names: Names, f: _Fields) -> str:
    return f"{_who(f)} places the {colour_name(f['colour'])} block on {place_name(f['place'])}"


def _task_done(_p: Public, _names: Names, f: _Fields) -> str:
    return f"task {TASKS[f['task']]} is complete"


def _healed(_p: Public, _names: Names, f: _Fields) -> str:
    return f"{_who(f)}'s life tracker is filled to {count_of(f['hearts'], 'heart')}"


def _space_covered(_p: Public, _names: Names, f: _Fields) -> str:
    return f"{_who(f)} covers {space_name(f['space'])} with a brown block"


def _netherite_added(_p: Public, names: Names, f: _Fields) -> str:
    return f"{_who(f)} shuffles the {names.item(f['item'])} into the top of the stack"


def _stack_shuffled(_p: Public, _names: Names, f: _Fields) -> str:
    return f"the discard pile is shuffled into a new stack of {count_of(f['tiles'], 'tile')}"


def _part_revealed(_p: Public, names: Names, f: _Fields) -> str:
    who = _who(f) if f["player"] >= 0 else "the team"
    return f"{who} reveals gameboard tile {f['part'] + 1}: {names.tiles[f['tile']]}"


def _boss_appeared(p: Public, names: Names, f: _Fields) -> str:
    return f"{names.mob(p, f['mob'])} appears on {space_name(f['space'])}"


def _forced(p: Public, names: Names, f: _Fields) -> str:
    choice = _choice_without_state(p, names, f["player"], f["action"])
    return f"{_who(f)} has no other choice: {choice}"


def _choice_without_state(p: Public, names: Names, player: int, action: int) -> str:
    """Return what an action is, in the few words that hold whatever the decision was."""
    group = group_of(action)
    place = action - group
    match group:
        case C.DONE:
            return "no more"
        case C.YES:
            return "yes"
        case C.STEP:
            return DIRECTIONS[place]
        case C.COLUMN:
            return f"column {place}"
        case C.SLOT:
            return f"slot {place}"
        case C.MODE:
            return f"as {MODES[place]}"
        case C.PLAYER:
            return player_name((player + place) % int(p.players))
        case C.TILE:
            return ("the first tile", "the second tile")[place]
        case C.SUPPLY:
            return f"the {names.item(names.box.netherite[place])}"
        case C.COLOUR:
            return f"the {colour_name(place)} block"
        case C.ABILITY:
            return "its ability"
        case C.PLACE:
            return place_name(place)
        case C.COUNT:
            return count_of(place, "die")
        case C.SPACE:
            return space_name(space_of(names, action))
        case _:
            return "wait"


def _game_lost(_p: Public, _names: Names, f: _Fields) -> str:
    cause = describe_cause(Cause(f["cause"]), f["player"], f["source"])
    return f"the team has lost: {cause}"


def _says(text: str) -> _Teller:
    """Return a sentence that needs no numbers."""
    return lambda _p, _names, _f: text


def _with_player(text: str) -> _Teller:
    """Return a sentence that needs the player alone."""
    return lambda _p, _names, f: text.format(_who(f))


_TELL: Final[dict[Event, _Teller]] = {
    Event.GAME_STARTED: _game_started,
    Event.START_CHOSEN: _start_chosen,
    Event.TURN_STARTED: _turn_started,
    Event.BLOCKS_DIE: _blocks_die,
    Event.MOB_DIE: _mob_die,
    Event.BLOCK_REMOVED: _block_removed,
    Event.NO_BLOCK_REMOVED: _no_block_removed,
    Event.BLOCK_UNCOVERED: _block_uncovered,
    Event.MOB_ACTIVATED: _mob_activated,
    Event.MOB_MOVED: _mob_moved,
    Event.MOB_ATTACKED: _mob_attacked,
    Event.MOB_SPAWNED: _mob_spawned,
    Event.NOTHING_SPAWNED: _says("no mob spawns"),
    Event.HEART_LOST: _heart_lost,
    Event.ARMOUR_HEART_LOST: _armour_heart_lost,
    Event.ITEM_DAMAGED: _item_damaged,
    Event.PUSHED: _pushed,
    Event.PLAYER_MOVED: _player_moved,
    Event.CHEST_OPENED: _chest_opened,
    Event.CHEST_PLACED: _chest_placed,
    Event.TILE_DRAWN: _tile_drawn,
    Event.ITEM_KEPT: _item_kept,
    Event.TILE_DISCARDED: _tile_discarded,
    Event.ITEM_ENCHANTED: _item_enchanted,
    Event.MODE_CHOSEN: _mode_chosen,
    Event.ITEM_REPAIRED: _item_repaired,
    Event.FIGHT_STARTED: _fight_started,
    Event.DIE_ROLLED: _die_rolled,
    Event.DICE_REROLLED: _dice_rerolled,
    Event.FIGHT_ENDED: _fight_ended,
    Event.MOB_DEFEATED: _mob_defeated,
    Event.BOSS_HIT: _boss_hit,
    Event.BLOCK_DRAWN: _block_drawn,
    Event.ABILITY_USED: _ability_used,
    Event.BLOCK_PLACED: _block_placed,
    Event.TASK_DONE: _task_done,
    Event.HEALED: _healed,
    Event.SPACE_COVERED: _space_covered,
    Event.NETHERITE_ADDED: _netherite_added,
    Event.STACK_SHUFFLED: _stack_shuffled,
    Event.PART_REVEALED: _part_revealed,
    Event.PORTAL_REVEALED: _with_player("{} reveals the portal strip"),
    Event.BOSS_APPEARED: _boss_appeared,
    Event.FORCED: _forced,
    Event.TURN_ENDED: _with_player("{}'s turn ends"),
    Event.GAME_WON: _says("the team has won: every boss is defeated"),
    Event.GAME_LOST: _game_lost,
}
