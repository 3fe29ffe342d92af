"""Mining, and the use of blocks: abilities and piglin tasks."""

from __future__ import annotations

from tests.judge.referee.blocks import take_block
from tests.judge.referee.finding import find, needs_repair, refill, repair
from tests.judge.referee.harm import put_down
from tests.judge.referee.match import Match
from tests.judge.referee.numbers import (
    ABILITY,
    COLOUR,
    COLOURS,
    COLUMN,
    DONE,
    PLACE,
    PLAYER,
    SUPPLY,
    TASK_COLUMNS,
    TASKS,
    space_action,
    space_of,
)
from tests.judge.referee.table import HEARTS


def mine_one(m: Match, column: int) -> None:
    """Expect the basic action: a block is mined and used (ACT-02)."""
    take_block(m, "block removed", column, "mined")
    use_blocks(m)


def use_pickaxe(m: Match, slot: int) -> None:
    """Expect the use of a pickaxe (MINE-02 to MINE-04, ACT-05)."""
    t = m.t
    item = m.item(t.active, slot)
    tile = m.printed(item["name"])
    for _ in range(min(tile.blind, t.used.total())):
        colour = m.event("blind blocks", "block_drawn", player=t.active)["colour"]
        m.require("blind blocks", t.used[colour] > 0, lambda c=colour: f"no {c} in {t.used}")
        t.used[colour] -= 1
        if not t.used[colour]:
            del t.used[colour]
        t.hand[colour] += 1
    for _ in range(tile.blocks):
        choices = [COLUMN + column for column in t.exposed()]
        if t.hand:
            choices.append(DONE)
        action = m.decide("mine", "mine", t.active, choices)
        if action == DONE:
            break
        take_block(m, "block removed", action - COLUMN, "mined")
    more = m.log.next_entry().get("decision") == "mine"
    m.require("mine", not more, lambda: f"{item} mines one block too many")
    use_blocks(m)
    if t.players[t.active]["items"].get(slot) is item:
        put_down(m, "item used", t.active, slot, "used")


def use_blocks(m: Match) -> None:
    """Expect all blocks in hand to be used (MINE-03, PIG-01)."""
    t = m.t
    while t.hand:
        choices = [COLOUR + COLOURS.index(colour) for colour in t.hand]
        colour = COLOURS[m.decide("hand", "block", t.active, choices) - COLOUR]
        use(m, colour)


def use(m: Match, colour: str) -> None:
    """Expect a block to be placed or its ability to be used (PIG-01, USE-06)."""
    t = m.t
    places = {
        PLACE + TASK_COLUMNS * task + place: (task, line)
        for task, lines in enumerate(t.tasks)
        for place, line in enumerate(lines)
        if line[2] < line[0] and line[1] in (None, colour)
    }
    action = m.decide("use", "use", t.active, [ABILITY, *places], colour)
    t.hand[colour] -= 1
    if not t.hand[colour]:
        del t.hand[colour]
    if action == ABILITY:
        m.event("use", "ability_used", player=t.active, colour=colour)
        _ABILITIES[colour](m)
        return
    task, line = places[action]
    line[1] = colour
    line[2] += 1
    m.event("placed", "block_placed", player=t.active, colour=colour, place=action - PLACE)
    if t.is_done(task):
        m.event("placed", "task_done", player=t.active, task=TASKS[task])


def _whom(m: Match) -> int:
    n = len(m.t.players)
    choices = [PLAYER + k for k in range(n)]
    return (m.t.active + m.decide("whom", "player", m.t.active, choices) - PLAYER) % n


def _heal(m: Match) -> None:
    m.t.used["red"] += 1
    seat = _whom(m)
    player = m.t.players[seat]
    player["hearts"] = HEARTS
    m.event("heal", "healed", player=seat, hearts=HEARTS)


def _repair_all(m: Match) -> None:
    m.t.used["gray"] += 1
    seat = _whom(m)
    items = sorted(m.t.players[seat]["items"].items())
    repair(m, seat, [slot for slot, item in items if needs_repair(m, item)])


def _find(m: Match) -> None:
    m.t.used["gold"] += 1
    find(m, _whom(m))


def _cover(m: Match) -> None:
    t = m.t
    held = set(t.mobs.values()) | {player["space"] for player in t.players}
    free = [
        space_action(space)
        for space, ground in t.ground.items()
        if ground != "brown block" and space not in held
    ]
    if not free:
        t.used["brown"] += 1
        return
    space = space_of(m.decide("cover", "cover", t.active, free))
    m.event("cover", "space_covered", player=t.active, space=space)
    t.ground[space] = "brown block"


def _netherite(m: Match) -> None:
    t = m.t
    t.used["black"] += 1
    if not t.supply:
        return
    names = m.box.netherite
    action = m.decide_by_name(
        "netherite", "netherite", t.active, t.supply, lambda a: names[a - SUPPLY]
    )
    name = names[action - SUPPLY]
    refill(m)
    t.supply[name] -= 1
    if not t.supply[name]:
        del t.supply[name]
    m.event("netherite", "netherite_added", player=t.active, item=name)
    for entry in m.near:
        entry[1] = 6 if entry[1] <= 5 else entry[1] + 1
    m.near.append([name, min(5, t.stack.total()) + 1])
    t.stack[name] += 1


_ABILITIES = {
    "red": _heal,
    "gray": _repair_all,
    "gold": _find,
    "brown": _cover,
    "black": _netherite,
}
