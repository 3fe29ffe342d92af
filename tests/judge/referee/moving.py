"""Movement of players, and chests."""

from __future__ import annotations

from tests.judge.referee.board import on_board
from tests.judge.referee.finding import find
from tests.judge.referee.harm import harm, put_down
from tests.judge.referee.match import Match
from tests.judge.referee.numbers import DONE, SLOT, STEP, YES, Space, side_by_side
from tests.judge.referee.table import SLOTS


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
    m.event(
        "step cost", "player_moved", player=seat, origin=player["space"], space=space, steps=cost
    )
    player["space"] = space
    if m.t.ground.get(space) == "magma" and not fire:
        entry = m.log.next_entry()
        harmed = (
            entry.get("event") == "heart_lost"
            or entry.get("decision") == "wound"
            or "snapshot" in entry
            or (entry.get("event") == "forced" and SLOT <= entry["action"] < SLOT + SLOTS)
        )
        m.require("magma", harmed, lambda: f"player {seat} entered magma on {space} unharmed")
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
        action = m.decide("step", "step", seat, [DONE, *ways], f"{left} steps left")
        if action == DONE:
            break
        space, cost = ways[action]
        left -= cost
        step(m, seat, space, cost, fire)
    put_down(m, "item used", seat, slot, "used")
    offer_chest(m, seat)


def offer_chest(m: Match, seat: int) -> None:
    """Expect the mover to be offered the chest where the movement ended (MOVE-06)."""
    t = m.t
    space = t.players[seat]["space"]
    if space not in t.chests:
        return
    if m.decide("chest", "open chest", seat, [DONE, YES]) == DONE:
        return
    m.event("chest", "chest_opened", player=seat, space=space)
    t.chests.discard(space)
    t.chests_left += 1
    n = len(t.players)
    for k in range(n):
        find(m, (seat + k) % n)
