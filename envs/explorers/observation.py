"""Filling the observation that ``interface.toml`` declares: all of it, or what has changed."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.game.interface_file import read_changes, read_layout
from tablemates.envs.core.game.observation import MOST
from tablemates.envs.core.records.changes import Notes
from tablemates.envs.core.records.elements import add, cap, clear, put
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules import items, landscapes
from tablemates.envs.explorers.state import STATE, Box, Public, State

LAYOUT, ABOUT = read_layout(V.INTERFACE, vars(V))
SHOWN, (_changed_places, _changed_fronts, _changed_pile) = read_changes(V.INTERFACE, STATE)
_SIZE: Final = LAYOUT.size
_DECISION, _GAME, _ROW, _, _PILE, _TYPE, _CHESTS, _ITEMS, _TROPHIES, _SEATS, _NUMBERS = (
    block.places for block in LAYOUT.blocks
)


def show(
    s: State, box: Box, seat: int, seen_by: int, now: Notes, shown: Notes, out: Array8
) -> None:
    """Write what a seat sees; landscapes and pile only where they have changed."""
    p = s.public
    if seen_by < 0:
        clear(out, 0, _SIZE)
        _write_numbers(box, out)
    places = _changed_places(now, shown)
    fronts = _changed_fronts(now, shown)
    if places | fronts != 0:
        for place in range(V.PLACES):
            front = p.place_front[place]
            if places >> place & 1 != 0 or (front >= 0 and fronts >> front & 1 != 0):
                _write_place(p, box, place, out)
    if _changed_pile(now, shown) | fronts != 0:
        _write_pile(p, box, out)
    _write_rest(p, box, seat, out)


def _write_numbers(box: Box, out: Array8) -> None:
    for holding in range(V.HOLDINGS):
        row = _NUMBERS.WIDTH * holding
        put(out, _NUMBERS.cut + row, box.holding_cut[holding])
        put(out, _NUMBERS.uses + row, box.holding_uses[holding])
        put(out, _NUMBERS.food + row, box.holding_food[holding])


def _write_place(p: Public, box: Box, place: int, out: Array8) -> None:
    """Write a landscape but for its price."""
    row = _ROW.WIDTH * place
    clear(out, _ROW.START + row, _ROW.START + row + _ROW.WIDTH)
    front = int(p.place_front[place])
    if front < 0:
        return
    tool = int(box.front_tool[front])
    trade = int(box.front_trade[front])
    put(out, _ROW.present + row, 1)
    put(out, _ROW.cost + row, box.front_cost[front])
    put(out, _ROW.sword + row, tool == V.TOOL)
    put(out, _ROW.pickaxe + row, tool == V.PICKAXE)
    put(out, _ROW.danger + row, box.front_danger[front])
    put(out, _ROW.village + row, trade != 0)
    if trade != 0:
        for kind in range(V.KINDS):
            put(out, _ROW.takes_wood + row + kind, int(box.kind_holdings[kind]) & trade != 0)
    known = int(p.place_back[place])
    put(out, _ROW.known + row, known >= 0)
    for back in range(V.BACKS):
        count = int(p.unknown[front, back]) if known < 0 else int(back == known)
        if count > 0:
            add(out, _ROW.back_wood + row + int(box.back_item[front, back]), count)
            add(out, _ROW.with_0 + row + int(box.back_creatures[front, back]), count)


def _write_pile(p: Public, box: Box, out: Array8) -> None:
    """Write the pile but for its length, which the top card changes."""
    clear(out, _PILE.START, _PILE.END)
    put(out, _PILE.known, p.low_length)
    for front in range(V.FRONTS):
        for back in range(int(box.front_backs[front])):
            add(out, _PILE.wood + int(box.back_item[front, back]), p.unknown[front, back])
    for front in range(V.FRONTS):
        put(out, _PILE.deep_village_librarian + front, p.deep[front])
    for n in range(p.low_length):
        add(out, _PILE.low_village_librarian + int(p.low_front[n]), 1)


def _write_rest(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write what changes often."""
    _write_decision(p, box, out)
    put(out, _PILE.length, landscapes.pile_length(p))
    for place in range(V.PLACES):
        front = int(p.place_front[place])
        if front >= 0:
            price = int(box.front_cost[front])
            first = int(box.front_tool[front])
            if first >= 0:
                price = max(0, price - items.tool_power(p, box, seat, first))
            put(out, _ROW.price + _ROW.WIDTH * place, price)
    for creature in range(V.CREATURES):
        row = _TYPE.WIDTH * creature
        team = 0
        for other in range(V.SEATS):
            team += p.trophies[other, creature]
        put(out, _TYPE.present + row, p.line[creature] > 0)
        put(out, _TYPE.cost + row, box.creature_cost[creature])
        put(out, _TYPE.copies + row, p.line[creature])
        put(out, _TYPE.unseen + row, p.unseen[creature])
        put(out, _TYPE.own + row, p.trophies[seat, creature])
        put(out, _TYPE.team + row, team)
    _write_chests(p, box, seat, out)
    clear(out, _ITEMS.START, _SEATS.END)
    for n in range(p.players):
        other = (seat + n) % p.players
        for holding in range(V.HOLDINGS):
            put(out, _ITEMS.START + V.HOLDINGS * n + holding, p.items[other, holding])
        for creature in range(V.CREATURES):
            put(out, _TROPHIES.START + V.CREATURES * n + creature, p.trophies[other, creature])
        put(out, _SEATS.present + _SEATS.WIDTH * n, 1)
        put(out, _SEATS.active + _SEATS.WIDTH * n, other == p.active)


def _write_decision(p: Public, box: Box, out: Array8) -> None:
    clear(out, _DECISION.START, _DECISION.END)
    if p.decision > 0:
        put(out, _DECISION.main + p.decision - 1, 1)
    if p.chance > 0:
        put(out, _DECISION.front + p.chance - 1, 1)
    put(out, _DECISION.food, cap(p.food, MOST))
    put(out, _DECISION.left, p.left)
    put(out, _DECISION.due, p.due)
    put(out, _DECISION.kills, p.kills)
    if p.slot >= 0:
        put(out, _DECISION.slot_0 + p.slot, 1)
    if p.creature >= 0:
        put(out, _DECISION.zombie + p.creature, 1)
    if p.chest >= 0:
        put(out, _DECISION.chest_0 + p.chest, 1)
    put(out, _GAME.seats, p.players)
    put(out, _GAME.turn, cap(p.turn, MOST))
    put(out, _GAME.chests, p.chests)
    put(out, _GAME.filled, p.filled)
    put(out, _GAME.to_fill, p.goal - p.filled)
    put(out, _GAME.creature_cards, p.creature_length)
    put(out, _GAME.safe, max(0, p.creature_length - box.game_over_among - 1))


def _write_chests(p: Public, box: Box, seat: int, out: Array8) -> None:
    clear(out, _CHESTS.START, _CHESTS.END)
    own = items.own_holdings(p, seat)
    for chest in range(p.chests):
        row = _CHESTS.WIDTH * chest
        put(out, _CHESTS.present + row, 1)
        missing = int(p.chest_missing[chest])
        if missing == 0:
            put(out, _CHESTS.filled + row, 1)
            continue
        met = 0
        used = -1
        for need in range(V.NEEDS):
            if missing >> need & 1 == 0:
                continue
            kind = int(box.chest_need[p.chest_number[chest], need])
            add(out, _CHESTS.needs_wood + row + kind, 1)
            fitting = own & int(box.kind_holdings[kind])
            if fitting != 0 and (kind != used or _count(p, seat, fitting) > 1):
                met += 1
            used = kind
        put(out, _CHESTS.own + row, met)


def _count(p: Public, seat: int, holdings: int) -> int:
    """Return how many items of some holdings, given as bits, a seat has."""
    count = 0
    for holding in range(V.HOLDINGS):
        if holdings >> holding & 1 != 0:
            count += p.items[seat, holding]
    return count


compile_functions(globals())
