"""Faults in logs: an event or a choice that is missing, added or changed, for every check."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.judge.referee.checks import ObjectionError
from tests.judge.referee.log import Entry
from tests.judge.referee.rule import rule_on

Change = Callable[[Entry], "list[Entry] | None"]


@dataclass(frozen=True)
class Doctored:
    """A fault in a log.

    Attributes:
        check: The check that sees it.
        form: ``event``, ``decision`` or ``snapshot``.
        name: Of the event or decision; of a snapshot: ``first`` or ``last``.
        change: Returns what comes instead of an entry, None where it does not fit.
    """

    check: str
    form: str
    name: str
    change: Change


def put(**fields: Any) -> Change:
    """Change fields."""
    return lambda entry: [{**entry, **fields}]


def drop(**fields: Any) -> Change:
    """Leave an entry out, if it has these values."""
    return lambda entry: [] if all(entry[key] == value for key, value in fields.items()) else None


def twice(entry: Entry) -> list[Entry]:
    """Have an entry two times."""
    return [entry, entry]


def fewer(entry: Entry) -> list[Entry] | None:
    """Leave out a legal action that was not taken."""
    others = [action for action in entry["legal"] if action != entry["action"]]
    if not others:
        return None
    return [{**entry, "legal": [a for a in entry["legal"] if a != others[-1]]}]


def more(action: int) -> Change:
    """Add a legal action."""

    def change(entry: Entry) -> list[Entry] | None:
        if action in entry["legal"]:
            return None
        return [{**entry, "legal": sorted([*entry["legal"], action])}]

    return change


def shown(*path: str | int, by: int = 1) -> Change:
    """Change a number of a snapshot."""

    def change(entry: Entry) -> list[Entry]:
        snapshot = copy.deepcopy(entry["snapshot"])
        place = snapshot
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] += by
        return [{"snapshot": snapshot}]

    return change


def shorter(*path: str) -> Change:
    """Take the last thing off a list of a snapshot."""

    def change(entry: Entry) -> list[Entry]:
        snapshot = copy.deepcopy(entry["snapshot"])
        place = snapshot
        for key in path:
            place = place[key]
        place.pop()
        return [{"snapshot": snapshot}]

    return change


DOCTORED = (
    Doctored("set-up track", "event", "chest_placed", put(space=(0, 0))),
    Doctored("set-up cube", "snapshot", "first", shown("cube", "unseen", "red")),
    Doctored("set-up piglins", "snapshot", "first", shown("tasks", 0, "columns", 0, "size")),
    Doctored("set-up mobs", "snapshot", "first", shorter("line")),
    Doctored("set-up players", "snapshot", "first", shown("players", 0, "hearts", by=-1)),
    Doctored("set-up stack", "snapshot", "first", shorter("tiles", "supply")),
    Doctored("set-up boss", "snapshot", "first", shown("bosses", 0, "life")),
    Doctored("start spaces", "decision", "start space", fewer),
    Doctored("turn order", "event", "turn_started", put(turn=99)),
    Doctored("two actions", "event", "turn_ended", drop()),
    Doctored("action choices", "decision", "action", fewer),
    Doctored("dice", "event", "die_rolled", put(hits=7)),
    Doctored("die removal", "decision", "remove block", fewer),
    Doctored("no removal", "event", "no_block_removed", drop()),
    Doctored("block removed", "event", "block_removed", put(layer=0)),
    Doctored("blocks seen", "event", "block_uncovered", drop()),
    Doctored("deadline", "event", "game_lost", drop(cause="task A late")),
    Doctored("cube empty", "event", "game_lost", drop(cause="cube empty")),
    Doctored("mob order", "event", "mob_activated", drop()),
    Doctored("spawn", "event", "mob_spawned", put(mob="enderman 9")),
    Doctored("mob way", "decision", "mob end", fewer),
    Doctored("mob moved", "event", "mob_moved", put(space=(9, 9))),
    Doctored("mob target", "decision", "target", fewer),
    Doctored("attack", "event", "mob_attacked", put(damage=9)),
    Doctored("armour", "event", "armour_heart_lost", put(hearts=9)),
    Doctored("worn out", "event", "item_damaged", drop(reason="worn out")),
    Doctored("life lost", "event", "heart_lost", put(hearts=6)),
    Doctored("push", "event", "pushed", put(space=(9, 9))),
    Doctored("item damage", "event", "item_damaged", drop(reason="attacked")),
    Doctored("boss block", "decision", "remove block", fewer),
    Doctored("death", "event", "game_lost", drop(cause="death")),
    Doctored("step", "decision", "step", fewer),
    Doctored("step cost", "event", "player_moved", put(steps=3)),
    Doctored("magma", "event", "heart_lost", drop(source="magma")),
    Doctored("item used", "event", "item_damaged", drop(reason="used")),
    Doctored("chest", "event", "chest_opened", drop()),
    Doctored("fight target", "decision", "fight", more(73)),
    Doctored("fight dice", "event", "fight_started", put(dice=9)),
    Doctored("reroll", "event", "dice_rerolled", put(dice=0)),
    Doctored("fight result", "event", "fight_ended", put(hits=99)),
    Doctored("victory", "event", "game_won", drop()),
    Doctored("find", "event", "tile_drawn", put(item="stone sword")),
    Doctored("shuffle", "event", "stack_shuffled", put(tiles=0)),
    Doctored("keep", "decision", "keep tile", more(1)),
    Doctored("discard", "event", "tile_discarded", drop()),
    Doctored("replace", "decision", "replace", fewer),
    Doctored("new item", "event", "item_kept", put(slot=9)),
    Doctored("enchant", "event", "item_enchanted", put(slot=9)),
    Doctored("leggings", "event", "mode_chosen", put(slot=9)),
    Doctored("repair", "event", "item_repaired", put(slot=9)),
    Doctored("mine", "decision", "mine", fewer),
    Doctored("blind blocks", "event", "block_drawn", put(colour="blue")),
    Doctored("hand", "decision", "block", fewer),
    Doctored("use", "decision", "use", fewer),
    Doctored("whom", "decision", "player", fewer),
    Doctored("heal", "event", "healed", put(hearts=5)),
    Doctored("netherite", "event", "netherite_added", put(item="iron sword")),
    Doctored("cover", "decision", "cover", fewer),
    Doctored("placed", "event", "task_done", drop()),
    Doctored("reveal", "decision", "reveal", drop()),
    Doctored("revealed", "event", "part_revealed", put(part=9)),
    Doctored("boss appears", "event", "boss_appeared", drop()),
    Doctored("conservation", "snapshot", "last", shown("used", "red")),
    Doctored("table", "snapshot", "last", shown("players", 0, "hearts", by=9)),
    Doctored("ending", "event", "game_lost", twice),
)


def spoiled(log: list[Entry], fault: Doctored) -> Iterator[list[Entry]]:
    """Yield copies of a log with the fault at one entry each."""
    for place, entry in enumerate(log):
        if fault.form not in entry:
            continue
        if fault.form == "snapshot":
            fits = (place == len(log) - 1) == (fault.name == "last")
            fits = fits and (fault.name == "last" or "decision" in log[place + 1])
        else:
            fits = entry[fault.form] == fault.name
        if fits and (instead := fault.change(entry)) is not None:
            yield [*log[:place], *instead, *log[place + 1 :]]


def seen_by(log: list[Entry]) -> str:
    """Return the check that objects to a log; empty: none does."""
    try:
        rule_on(log, forced=True)
    except ObjectionError as objection:
        return objection.check
    return ""
