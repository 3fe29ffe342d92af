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
    values = {name: int(value) for name, value in zip(EVENT_FIELDS[kind], row[1:], strict=False)}
    if kind == Event.FORCED:
        text = _forced(p, names, values["player"], values["action"])
    elif kind == Event.GAME_LOST:
        cause = describe_cause(Cause(values["cause"]), values["player"], values["source"])
        text = f"the team has lost: {cause}"
    else:
        template = _TEMPLATES[kind]
        if not isinstance(template, str):
            template = template(values)
        text = template.format_map(_Words(p, names, values))
    return f"{text[0].upper()}{text[1:]}."


class _Count(int):
    """A number that is formatted with its noun: ``{hits:hit}`` is ``1 hit`` or ``2 hits``."""

    def __format__(self, noun: str) -> str:
        return count_of(int(self), noun) if noun else str(int(self))


class _Words(dict[str, Any]):
    """Fields of an event in words, made when a template asks for them."""

    def __init__(self, p: Public, names: Names, values: _Fields) -> None:
        super().__init__()
        self._p, self._names, self._values = p, names, values

    def __missing__(self, field: str) -> Any:
        value = self._values[field]
        match field:
            case "mob":
                return self._names.mob(self._p, value)
            case "item" | "enchantment":
                return self._names.item(value)
            case "tile":
                return self._names.tiles[value]
        word = _WORDS.get(field)
        return word(value) if word else _Count(value)


_WORDS: Final[dict[str, Callable[[int], str]]] = {
    "player": player_name,
    "first_player": player_name,
    "space": space_name,
    "origin": space_name,
    "colour": colour_name,
    "face": face_name,
    "source": lambda source: with_article(source_name(source)),
    "place": place_name,
    "task": TASKS.__getitem__,
    "mode": lambda mode: MODES[mode - Mode.BOOTS],
    "reason": lambda reason: _REASONS[Reason(reason)],
    "level": lambda level: f"level {level}" if level else "a custom level",
    "part": lambda part: str(part + 1),
}
_REASONS: Final[dict[Reason, str]] = {
    Reason.USED: "used",
    Reason.WORN_OUT: "no heart left",
    Reason.ATTACK: "damaged",
}
_BLOCK: Final = "the {colour} block of column {column} (layer {layer})"

_FIRST: Final = " {level}; {first_player} goes first"

#: What is said of each event, or what says so by its numbers.
_TEMPLATES: Final[dict[Event, str | Callable[[_Fields], str]]] = {
    Event.GAME_STARTED: lambda f: (
        "{players:player} " + ("begins" if f["players"] == 1 else "begin") + _FIRST
    ),
    Event.START_CHOSEN: "{player} begins on {space}",
    Event.TURN_STARTED: "turn {turn}: {player}",
    Event.BLOCKS_DIE: "{player} rolls {face} on the blocks die",
    Event.MOB_DIE: "{player} rolls {number} on the mob die",
    Event.BLOCK_REMOVED: lambda f: (
        f"{{player}} mines {_BLOCK}"
        if f["reason"] == Reason.MINED
        else f"{_BLOCK} goes to the used pile"
    ),
    Event.NO_BLOCK_REMOVED: "no {face} block is exposed, none is removed",
    Event.BLOCK_UNCOVERED: "a {colour} block comes into sight in column {column} (layer {layer})",
    Event.MOB_ACTIVATED: "{mob} acts",
    Event.MOB_MOVED: lambda f: (
        "{mob} stays on {space}"
        if f["origin"] == f["space"]
        else "{mob} moves from {origin} to {space}"
    ),
    Event.MOB_ATTACKED: "{mob} attacks {player} for {damage} damage",
    Event.MOB_SPAWNED: "{mob} spawns on {space}",
    Event.NOTHING_SPAWNED: "no mob spawns",
    Event.HEART_LOST: f"{{player}} is hurt by {{source}}: {{hearts}} of {L.HEARTS} hearts left",
    Event.ARMOUR_HEART_LOST: "{player}'s {item} loses a heart to {source}: {hearts} left",
    Event.ITEM_DAMAGED: "{player}'s {item} goes to the bottom row ({reason})",
    Event.PUSHED: "{player} is pushed from {origin} to {space}",
    Event.PLAYER_MOVED: lambda f: (
        "{player} moves from {origin} to {space}" + " ({steps:step})" * (f["steps"] != 1)
    ),
    Event.CHEST_OPENED: "{player} opens the chest on {space}",
    Event.CHEST_PLACED: "a chest is placed on {space}",
    Event.TILE_DRAWN: "{player} draws a tile: {item}",
    Event.ITEM_KEPT: "{player} keeps the {item}",
    Event.TILE_DISCARDED: lambda f: (
        "{player}'s tile {item} leaves the game"
        if f["reason"] == Reason.STARTING
        else "{player}'s tile {item} is discarded"
    ),
    Event.ITEM_ENCHANTED: "{player} puts {enchantment} on the {item}",
    Event.MODE_CHOSEN: "{player} wears the leggings in slot {slot} as {mode}",
    Event.ITEM_REPAIRED: "{player}'s {item} is repaired",
    Event.FIGHT_STARTED: "{player} attacks {mob} with the {item} ({dice:die})",
    Event.DIE_ROLLED: "{player} rolls {hits:hit}",
    Event.DICE_REROLLED: lambda f: (
        "{player} rerolls the lowest die"
        if f["dice"] == 1
        else "{player} rerolls the {dice} lowest dice"
    ),
    Event.FIGHT_ENDED: "{player} scores {hits:hit} against {mob} (life {life})",
    Event.MOB_DEFEATED: "{mob} is defeated",
    Event.BOSS_HIT: "{mob} has {life} life left",
    Event.BLOCK_DRAWN: "{player} draws a {colour} block from the used pile",
    Event.ABILITY_USED: "{player} uses the {colour} block's ability",
    Event.BLOCK_PLACED: "{player} places the {colour} block on {place}",
    Event.TASK_DONE: "task {task} is complete",
    Event.HEALED: "{player}'s life tracker is filled to {hearts:heart}",
    Event.SPACE_COVERED: "{player} covers {space} with a brown block",
    Event.NETHERITE_ADDED: "{player} shuffles the {item} into the top of the stack",
    Event.STACK_SHUFFLED: "the discard pile is shuffled into a new stack of {tiles:tile}",
    Event.PART_REVEALED: lambda f: (
        ("{player}" if f["player"] >= 0 else "the team") + " reveals gameboard tile {part}: {tile}"
    ),
    Event.PORTAL_REVEALED: "{player} reveals the portal strip",
    Event.BOSS_APPEARED: "{mob} appears on {space}",
    Event.TURN_ENDED: "{player}'s turn ends",
    Event.GAME_WON: "the team has won: every boss is defeated",
}


def _forced(p: Public, names: Names, player: int, action: int) -> str:
    """Say what the only choice was, in words that hold whatever the decision was."""
    group = group_of(action)
    place = action - group
    match group:
        case C.DONE:
            words = "no more"
        case C.YES:
            words = "yes"
        case C.STEP:
            words = DIRECTIONS[place]
        case C.COLUMN:
            words = f"column {place}"
        case C.SLOT:
            words = f"slot {place}"
        case C.MODE:
            words = f"as {MODES[place]}"
        case C.PLAYER:
            words = player_name((player + place) % int(p.players))
        case C.TILE:
            words = ("the first tile", "the second tile")[place]
        case C.SUPPLY:
            words = f"the {names.item(names.box.netherite[place])}"
        case C.COLOUR:
            words = f"the {colour_name(place)} block"
        case C.ABILITY:
            words = "its ability"
        case C.PLACE:
            words = place_name(place)
        case C.COUNT:
            words = count_of(place, "die")
        case C.SPACE:
            words = space_name(space_of(names, action))
        case _:
            words = "wait"
    return f"{player_name(player)} has no other choice: {words}"
