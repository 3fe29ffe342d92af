"""The cube, mining, and the use of blocks: abilities and piglin tasks."""

from __future__ import annotations

from tests.portal_dash.referee.items import find, needs_repair, put_down, refill, repair
from tests.portal_dash.referee.match import Match
from tests.portal_dash.referee.table import (
    ABILITY,
    COLOUR,
    COLOURS,
    COLUMN,
    DONE,
    HEARTS,
    PLACE,
    PLAYER,
    SUPPLY,
    TASK_COLUMNS,
    TASKS,
    space_action,
    space_of,
)


def take_block(m: Match, column: int, reason: str) -> str:
    """Expect a column's top block to leave the cube; return its colour."""
    t = m.t
    level = t.height[column] - 1
    colour = t.top_colour(column)
    m.event(
        "block_removed",
        player=t.active,
        column=column,
        layer=4 - level,
        colour=colour,
        reason=reason,
    )
    t.height[column] -= 1
    t.blocks[column].pop()
    if reason == "mined":
        t.hand[colour] += 1
    else:
        t.used[colour] += 1
    if max(t.height) <= level:  # the layer is empty
        if level == 0:
            m.lose_game("cube empty")
        task = 3 - level
        if not t.is_done(task):
            m.lose_game(f"task {TASKS[task]} late")
    see_blocks(m)
    return colour


def see_blocks(m: Match) -> None:
    """Expect the blocks that come into sight, in any order."""
    t = m.t
    expected = t.hidden_in_sight()
    for _ in range(len(expected)):
        entry = m.event("block_uncovered")
        place = entry["column"], 4 - entry["layer"]
        colour = entry["colour"]
        right = place in expected and t.unseen[colour] > 0
        m.require(right, f"{place} is not among {expected}")
        expected.discard(place)
        t.blocks[place[0]][place[1]] = colour
        t.unseen[colour] -= 1
        if not t.unseen[colour]:
            del t.unseen[colour]


def removable(m: Match, face: str) -> list[int]:
    """Return the columns from which a face takes a block (BLOCK-03, BLOCK-05)."""
    t = m.t
    if face == "?":
        top = max(t.height)
        return [column for column in t.exposed() if t.height[column] == top]
    shown = [column for column in t.exposed() if t.top_colour(column) == face]
    top = max((t.height[column] for column in shown), default=0)
    return [column for column in shown if t.height[column] == top]


def remove_block(m: Match, face: str, reason: str) -> None:
    """Expect the removal that a die's face or the boss calls for."""
    t = m.t
    columns = removable(m, face)
    if not columns:
        m.event("no_block_removed", player=t.active, face=face)
        return
    actions = [COLUMN + column for column in columns]
    column = m.decide("remove block", t.active, actions, face) - COLUMN
    take_block(m, column, reason)


def mine_one(m: Match, column: int) -> None:
    """Expect the basic action: a block is mined and used (ACT-02)."""
    take_block(m, column, "mined")
    use_blocks(m)


def use_pickaxe(m: Match, slot: int) -> None:
    """Expect the use of a pickaxe (MINE-02 to MINE-04, ACT-05)."""
    t = m.t
    item = m.item(t.active, slot)
    tile = m.printed(item["name"])
    for _ in range(min(tile.blind, t.used.total())):
        colour = m.event("block_drawn", player=t.active)["colour"]
        m.require(t.used[colour] > 0, f"no {colour} in {t.used}")
        t.used[colour] -= 1
        if not t.used[colour]:
            del t.used[colour]
        t.hand[colour] += 1
    for _ in range(tile.blocks):
        choices = [COLUMN + column for column in t.exposed()]
        if t.hand:
            choices.append(DONE)
        action = m.decide("mine", t.active, choices)
        if action == DONE:
            break
        take_block(m, action - COLUMN, "mined")
    more = m.next_entry().get("decision") == "mine"
    m.require(not more, f"{item} mines one block too many")
    use_blocks(m)
    if t.players[t.active]["items"].get(slot) is item:
        put_down(m, t.active, slot, "used")


def use_blocks(m: Match) -> None:
    """Expect all blocks in hand to be used (MINE-03, PIG-01)."""
    t = m.t
    while t.hand:
        choices = [COLOUR + COLOURS.index(colour) for colour in t.hand]
        colour = COLOURS[m.decide("block", t.active, choices) - COLOUR]
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
    action = m.decide("use", t.active, [ABILITY, *places], colour)
    t.hand[colour] -= 1
    if not t.hand[colour]:
        del t.hand[colour]
    if action == ABILITY:
        m.event("ability_used", player=t.active, colour=colour)
        _ABILITIES[colour](m)
        return
    task, line = places[action]
    line[1] = colour
    line[2] += 1
    m.event("block_placed", player=t.active, colour=colour, place=action - PLACE)
    if t.is_done(task):
        m.event("task_done", player=t.active, task=TASKS[task])


def _whom(m: Match) -> int:
    n = len(m.t.players)
    choices = [PLAYER + k for k in range(n)]
    return (m.t.active + m.decide("player", m.t.active, choices) - PLAYER) % n


def _heal(m: Match) -> None:
    m.t.used["red"] += 1
    seat = _whom(m)
    player = m.t.players[seat]
    player["hearts"] = HEARTS
    m.event("healed", player=seat, hearts=HEARTS)


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
    space = space_of(m.decide("cover", t.active, free))
    m.event("space_covered", player=t.active, space=space)
    t.ground[space] = "brown block"


def _netherite(m: Match) -> None:
    t = m.t
    t.used["black"] += 1
    if not t.supply:
        return
    names = m.box.netherite
    action = m.decide_by_name("netherite", t.active, t.supply, lambda a: names[a - SUPPLY])
    name = names[action - SUPPLY]
    refill(m)
    t.supply[name] -= 1
    if not t.supply[name]:
        del t.supply[name]
    m.event("netherite_added", player=t.active, item=name)
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
