"""The course of a game: turns, actions, movement, reveals."""

from __future__ import annotations

from collections.abc import Callable

from tests.portal_dash.referee.combat import fight, harm, resolve_mob_die, targets
from tests.portal_dash.referee.cube import mine_one, remove_block, use_pickaxe
from tests.portal_dash.referee.items import find, needs_repair, put_down, repair
from tests.portal_dash.referee.match import Entry, Match, OverError
from tests.portal_dash.referee.printed import standard_box
from tests.portal_dash.referee.set_up import choose_start_spaces, fill_part, part_space
from tests.portal_dash.referee.table import (
    COLUMN,
    DONE,
    SLOT,
    SLOTS,
    STEP,
    YES,
    ItemNow,
    Space,
    on_board,
    side_by_side,
)


def rule_on(entries: list[Entry], forced: bool) -> None:
    """Judge a game by its log, which begins with the snapshot of its first decision."""
    m = Match(standard_box(), entries, forced)
    try:
        if m.t.turn == 0:
            choose_start_spaces(m)
        else:
            finish_turn(m, entries[0]["snapshot"]["actions_done"])
        while True:
            begin_turn(m)
            finish_turn(m, 0)
    except OverError:
        m.end()


_ACTIONS = 2


def begin_turn(m: Match) -> None:
    """Expect the dice and what they bring (TURN-01)."""
    t = m.t
    t.active = t.first if t.turn == 0 else (t.active + 1) % len(t.players)
    t.turn += 1
    m.event("turn_started", player=t.active, turn=t.turn)
    face = m.event("blocks_die", player=t.active)["face"]
    number = m.event("mob_die", player=t.active)["number"]
    right = face in m.box.block_faces and number in m.box.mob_faces
    m.require(right, f"no die shows {face} or {number}")
    t.block_die, t.mob_die = face, number
    remove_block(m, face, "die")
    resolve_mob_die(m, number)


def finish_turn(m: Match, done: int) -> None:
    """Expect the actions, and the chance to reveal a part."""
    for _ in range(done, _ACTIONS):
        action(m)
    reveal(m)
    m.event("turn_ended", player=m.t.active)


def action(m: Match) -> None:
    """Expect one action (ACT-01)."""
    t = m.t
    seat = t.active
    choices: dict[int, Callable[[], None]] = {}
    for direction in ways_from(m, seat, 1, False):
        choices[direction] = lambda d=direction: walk_one(m, d)  # type: ignore[misc]
    for column in t.exposed():
        choices[COLUMN + column] = lambda c=column: mine_one(m, c)  # type: ignore[misc]
    for slot, item in t.players[seat]["items"].items():
        if needs_repair(m, item):
            choices[SLOT + slot] = lambda s=slot: repair(m, seat, [s])  # type: ignore[misc]
        elif item["row"] == "active" and (use := use_of(m, seat, item)):
            choices[SLOT + slot] = lambda s=slot, u=use: u(m, s)  # type: ignore[misc]
    choices[m.decide("action", seat, choices)]()


def use_of(m: Match, seat: int, item: ItemNow) -> Callable[[Match, int], None] | None:
    """Return what using an active item is, None where it cannot be used (ACT-01)."""
    tile = m.printed(item["name"])
    if tile.type in ("sword", "bow"):
        return fight if targets(m, seat, item) else None
    if tile.type == "boots" or item["mode"] == "boots":
        return use_boots
    if tile.type == "pickaxe" and (tile.blocks or m.t.used.total()):
        return use_pickaxe
    return None


def reveal(m: Match) -> None:
    """Expect the offer to reveal the next part where somebody stands beside it (REVEAL-01)."""
    t = m.t
    at_edge = any(player["space"][1] == t.width - 1 for player in t.players)
    if t.portal_open or not at_edge:
        return
    part = sum(tile is not None for tile in t.parts)
    if part == len(t.parts):
        if all(t.is_done(task) for task in range(3)) and _agreed(m):
            _reveal_portal(m)
    elif _agreed(m):
        entry = m.event("part_revealed", player=t.active, part=part)
        tile = entry["tile"]
        m.require(tile not in t.parts, f"{tile} is on the table already")
        t.parts[part] = tile
        fill_part(m, m.box.tiles[tile], m.box.part_start(part))


def _agreed(m: Match) -> bool:
    return m.decide("reveal", m.t.active, [DONE, YES]) == YES


def _reveal_portal(m: Match) -> None:
    t = m.t
    strip = m.box.portal
    first = t.width
    m.event("portal_revealed", player=t.active)
    t.portal_open = True
    assert strip.portal is not None
    t.portal = part_space(strip.portal, first)
    fill_part(m, strip, first)
    boss = next(iter(t.boss_sides))
    m.event("boss_appeared", mob=boss, space=t.portal)
    t.mobs[boss] = t.portal


def ways_from(m: Match, seat: int, steps: int, fire: bool) -> dict[int, tuple[Space, int]]:
    """Return the legal steps with where they lead and what they cost (MOVE-02, MOVE-04)."""
    t = m.t
    mobs = set(t.mobs.values())
    ways: dict[int, tuple[Space, int]] = {}
    for k, space in enumerate(side_by_side(t.players[seat]["space"])):
        ground = t.ground.get(space, "plain")
        if not on_board(t, space) or space in mobs or ground == "lava":
            continue
        cost = 2 if ground == "soul sand" and not fire else 1
        if cost <= steps:
            ways[STEP + k] = space, cost
    return ways


def step(m: Match, seat: int, space: Space, cost: int, fire: bool) -> None:
    """Expect a player to enter a space (MOVE-03)."""
    player = m.t.players[seat]
    m.event("player_moved", player=seat, origin=player["space"], space=space, steps=cost)
    player["space"] = space
    if m.t.ground.get(space) == "magma" and not fire:
        entry = m.next_entry()
        harmed = (
            entry.get("event") == "heart_lost"
            or entry.get("decision") == "wound"
            or "snapshot" in entry
            or (entry.get("event") == "forced" and SLOT <= entry["action"] < SLOT + SLOTS)
        )
        m.require(harmed, f"player {seat} entered magma on {space} unharmed")
        harm(m, seat, 1, "magma")


def walk_one(m: Match, direction: int) -> None:
    """Expect the basic step (ACT-03)."""
    seat = m.t.active
    space, cost = ways_from(m, seat, 1, False)[direction]
    step(m, seat, space, cost, False)
    offer_chest(m, seat)


def use_boots(m: Match, slot: int) -> None:
    """Expect a movement with boots or leggings (MOVE-01, MOVE-05, MOVE-07)."""
    seat = m.t.active
    item = m.item(seat, slot)
    left = m.total(item, "steps")
    fire = m.total(item, "fire") > 0
    while left:
        ways = ways_from(m, seat, left, fire)
        action = m.decide("step", seat, [DONE, *ways], f"{left} steps left")
        if action == DONE:
            break
        space, cost = ways[action]
        left -= cost
        step(m, seat, space, cost, fire)
    put_down(m, seat, slot, "used")
    offer_chest(m, seat)


def offer_chest(m: Match, seat: int) -> None:
    """Expect the mover to be offered the chest where the movement ended (MOVE-06)."""
    t = m.t
    space = t.players[seat]["space"]
    if space not in t.chests:
        return
    if m.decide("open chest", seat, [DONE, YES]) == DONE:
        return
    m.event("chest_opened", player=seat, space=space)
    t.chests.discard(space)
    t.chests_left += 1
    n = len(t.players)
    for k in range(n):
        find(m, (seat + k) % n)
