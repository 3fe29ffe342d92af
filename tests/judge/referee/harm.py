"""Damage: armour first, then the life tracker; pushes and damaged items."""

from __future__ import annotations

from tests.judge.referee.board import on_board
from tests.judge.referee.match import Match
from tests.judge.referee.numbers import SLOT, STEP, side_by_side
from tests.judge.referee.table import ItemNow


def put_down(m: Match, check: str, seat: int, slot: int, reason: str) -> None:
    """Expect an item to go to the bottom row (MOB-11, ACT-05)."""
    item = m.item(seat, slot)
    m.event(check, "item_damaged", player=seat, slot=slot, item=item["name"], reason=reason)
    lay_low(item)


def lay_low(item: ItemNow) -> None:
    """Move an item to the bottom row: no hearts, no mode."""
    item.update(row="bottom", mode=None, hearts=0)


def harm(m: Match, seat: int, damage: int, source: str, through_armour: bool = False) -> None:
    """Expect a player to lose hearts (MOB-11).

    Raises:
        OverError: That was the last one.
    """
    player = m.t.players[seat]
    while damage and not through_armour:
        armour = [s for s, item in player["items"].items() if m.is_armour(item) and item["hearts"]]
        if not armour:
            break
        slot = m.decide("armour", "wound", seat, [SLOT + s for s in armour]) - SLOT
        item = m.item(seat, slot)
        item["hearts"] -= 1
        damage -= 1
        m.event(
            "armour",
            "armour_heart_lost",
            player=seat,
            source=source,
            slot=slot,
            item=item["name"],
            hearts=item["hearts"],
        )
        if item["hearts"] == 0:
            put_down(m, "worn out", seat, slot, "worn out")
    if damage:
        player["hearts"] = max(0, player["hearts"] - damage)
        m.event("life lost", "heart_lost", player=seat, source=source, hearts=player["hearts"])
        if player["hearts"] == 0:
            m.lose_game("death", "death", seat, source)


def push(m: Match, seat: int) -> None:
    """Expect a player to be pushed (MOB-13)."""
    t = m.t
    player = t.players[seat]
    origin = player["space"]
    mobs = set(t.mobs.values())
    ways = {
        STEP + k: space
        for k, space in enumerate(side_by_side(origin))
        if on_board(t, space) and t.ground.get(space) != "lava" and space not in mobs
    }
    if not ways:
        return
    space = ways[m.decide("push", "push", seat, ways)]
    m.event("push", "pushed", player=seat, origin=origin, space=space)
    player["space"] = space
    if t.ground.get(space) == "magma":
        harm(m, seat, 1, "magma")


def damage_item(m: Match, seat: int) -> None:
    """Expect a player to move an active item to the bottom row (MOB-14)."""
    items = m.t.players[seat]["items"]
    active = [SLOT + slot for slot, item in items.items() if item["row"] == "active"]
    if active:
        slot = m.decide("item damage", "damage item", seat, active) - SLOT
        put_down(m, "item damage", seat, slot, "attacked")
