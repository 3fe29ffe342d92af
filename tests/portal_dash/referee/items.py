"""Tiles: finding, keeping, replacing, enchanting, repairing."""

from __future__ import annotations

from tests.portal_dash.referee.match import Match
from tests.portal_dash.referee.table import DONE, MODE, MODES, SLOT, SLOTS, TILE, ItemNow


def put_down(m: Match, seat: int, slot: int, reason: str) -> None:
    """Expect an item to go to the bottom row (MOB-11, ACT-05)."""
    item = m.item(seat, slot)
    m.event("item_damaged", player=seat, slot=slot, item=item["name"], reason=reason)
    lay_low(item)


def lay_low(item: ItemNow) -> None:
    """Move an item to the bottom row: no hearts, no mode."""
    item.update(row="bottom", mode=None, hearts=0)


def find(m: Match, seat: int) -> None:
    """Expect a player to find an item (ITEM-02, ITEM-03, ITEM-08)."""
    t = m.t
    for _ in range(2):
        draw(m, seat)
    if not t.drawn:
        return
    items = t.players[seat]["items"]
    options = {TILE + place: name for place, name in enumerate(t.drawn) if may_keep(m, seat, name)}
    if not options:
        for name in t.drawn:
            discard(m, seat, name, "not kept")
        t.drawn.clear()
        return
    names = set(options.values())
    if len(items) == SLOTS:
        names.add("none")
    action = m.decide_by_name(
        "keep tile", seat, names, lambda a: "none" if a == DONE else options.get(a, "?")
    )
    kept = t.drawn.pop(action - TILE) if action != DONE else ""
    for name in t.drawn:
        discard(m, seat, name, "not kept")
    t.drawn[:] = [kept] if kept else []
    if kept and m.printed(kept).type == "enchantment":
        enchant(m, seat, kept)
    elif kept:
        take(m, seat, kept)


def draw(m: Match, seat: int) -> None:
    """Expect a tile to be drawn, after a shuffle where the stack is empty (ITEM-07)."""
    t = m.t
    refill(m)
    if not t.stack.total():
        return
    name = m.event("tile_drawn", player=seat)["item"]
    m.require(t.stack[name] > 0, f"{name} is not in the stack: {t.stack}")
    t.stack[name] -= 1
    if not t.stack[name]:
        del t.stack[name]
    t.drawn.append(name)
    late = [entry for entry in m.near if entry[0] == name]
    if late:
        m.near.remove(min(late, key=lambda entry: entry[1]))
    for entry in m.near:
        entry[1] -= 1
        m.require(entry[1] > 0, f"{entry[0]} should have been drawn by now")


def refill(m: Match) -> None:
    """Expect the discard pile to become the stack if there is none (ITEM-07)."""
    t = m.t
    if not t.stack.total() and t.discards.total():
        m.event("stack_shuffled", tiles=t.discards.total())
        t.stack, t.discards = t.discards, t.stack
        t.discards.clear()
        m.near.clear()


def of_type(m: Match, seat: int, kind: str) -> list[int]:
    """Return the slots of a player's items of a type."""
    items = m.t.players[seat]["items"]
    return [slot for slot, item in items.items() if m.printed(item["name"]).type == kind]


def may_keep(m: Match, seat: int, name: str) -> bool:
    """Return whether a player may keep a tile (ITEM-08)."""
    tile = m.printed(name)
    return tile.type != "enchantment" or bool(of_type(m, seat, tile.enchants))


def discard(m: Match, seat: int, name: str, reason: str) -> None:
    """Expect a tile to be discarded, or to leave the game (ITEM-04)."""
    t = m.t
    m.event("tile_discarded", player=seat, item=name, reason=reason)
    if reason != "starting":
        t.discards[name] += 1


def enchant(m: Match, seat: int, name: str) -> None:
    """Expect an item to be enchanted, and repaired by it (ITEM-08)."""
    slots = of_type(m, seat, m.printed(name).enchants)
    slot = m.decide("enchant", seat, [SLOT + s for s in slots]) - SLOT
    item = m.item(seat, slot)
    m.event("item_enchanted", player=seat, slot=slot, item=item["name"], enchantment=name)
    m.t.drawn.clear()
    item["enchantments"].append(name)
    if item["row"] == "bottom":
        repair(m, seat, [slot])


def take(m: Match, seat: int, name: str) -> None:
    """Expect an item to be put into a slot, in exchange for another where all are full."""
    items = m.t.players[seat]["items"]
    if len(items) == SLOTS:
        slot = m.decide("replace", seat, [SLOT + s for s in items]) - SLOT
        old = items.pop(slot)
        for enchantment in old["enchantments"]:
            discard(m, seat, enchantment, "replaced")
        discard(m, seat, old["name"], "starting" if old["starting"] else "replaced")
    else:
        slot = next(s for s in range(SLOTS) if s not in items)
    m.event("item_kept", player=seat, slot=slot, item=name)
    m.t.drawn.clear()
    tile = m.printed(name)
    items[slot] = {
        "name": name,
        "row": "active",
        "mode": None,
        "hearts": tile.hearts if tile.type == "armour" else 0,
        "starting": False,
        "enchantments": [],
    }
    if tile.type == "leggings":
        choose_modes(m, seat, [slot])


def choose_modes(m: Match, seat: int, slots: list[int]) -> None:
    """Expect the owner to choose which way up leggings lie, in any order (ITEM-06)."""
    waiting = set(slots)
    while waiting:
        mode = m.decide("mode", seat, [MODE, MODE + 1]) - MODE
        slot = m.event("mode_chosen", player=seat, mode=MODES[mode])["slot"]
        m.require(slot in waiting, f"slot {slot} has no mode to choose")
        waiting.discard(slot)
        item = m.item(seat, slot)
        item["mode"] = MODES[mode]
        item["hearts"] = m.printed(item["name"]).hearts if MODES[mode] == "armour" else 0


def needs_repair(m: Match, item: ItemNow) -> bool:
    """Return whether there is something to repair (REPAIR-01, REPAIR-03)."""
    if item["row"] == "bottom":
        return True
    return m.is_armour(item) and item["hearts"] < m.printed(item["name"]).hearts


def repair(m: Match, seat: int, slots: list[int]) -> None:
    """Expect items to be repaired, then leggings to choose their modes (REPAIR-01, REPAIR-02)."""
    leggings = []
    for slot in slots:
        item = m.item(seat, slot)
        tile = m.printed(item["name"])
        m.event("item_repaired", player=seat, slot=slot, item=item["name"])
        item["row"] = "active"
        if tile.type == "armour":
            item["hearts"] = tile.hearts
        elif tile.type == "leggings":
            item.update(mode=None, hearts=0)  # until they have chosen
            leggings.append(slot)
    choose_modes(m, seat, leggings)
