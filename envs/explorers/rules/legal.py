"""Legal options, listed from the record alone, in ascending order (DEC-02)."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import allow, allow_bits
from tablemates.envs.core.records.elements import total
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules.items import fitting_tools, own_holdings, taken_by, tool_power
from tablemates.envs.explorers.rules.landscapes import can_look, in_pile, pile_length, row_length
from tablemates.envs.explorers.state import Box, Public, State, Work
from tablemates.envs.explorers.vocabulary import Decision


def list_options(s: State, box: Box, w: Work) -> None:
    """List the options of the active seat."""
    p = s.public
    decision = p.decision
    if decision == Decision.MAIN:
        _list_main(p, box, w)
    elif decision == Decision.PAY:
        if p.food >= p.left:
            allow(w, V.DONE)  # TOOL-03
        first = fitting_tools(p, box)
        for holding in range(first, first + 6):
            if p.items[p.active, holding] > 0:
                allow(w, V.HOLDING + holding)  # TOOL-03
    elif decision == Decision.TRADE:
        fitting = int(box.front_trade[p.place_front[p.slot]]) & own_holdings(p, p.active)
        allow_bits(w, V.HOLDING, fitting)  # VIL-02
    elif decision == Decision.RETURN:
        allow(w, V.DONE)
        for slot in range(p.slot + 1, V.ROW):  # REF-02
            if p.place_front[slot] >= 0:
                allow(w, V.SLOT + slot)
    elif decision == Decision.ITEM:
        fitting = taken_by(p, box, p.chest) & own_holdings(p, p.active)
        allow_bits(w, V.HOLDING, fitting)  # CHEST-02
    elif decision == Decision.PLACE:
        allow(w, V.DONE)
        _list_chests(p, box, w, own_holdings(p, p.active))
    elif decision == Decision.REWARD or decision == Decision.CROSSBOW:
        if decision == Decision.REWARD:
            allow(w, V.DONE)  # CHEST-04
        for creature in range(V.CREATURES):
            if p.line[creature] > 0:
                allow(w, V.CREATURE + creature)
    elif decision == Decision.MAP:
        for n in range(2):
            if in_pile(p, V.DESTINATIONS[n]):
                allow(w, V.DESTINATION + n)  # MAP-01
    elif decision == Decision.ARMOUR:
        allow(w, V.DONE)  # ARM-01
        allow(w, V.HOLDING + V.ARMOUR)


def _list_main(p: Public, box: Box, w: Work) -> None:
    seat = p.active
    own = own_holdings(p, seat)
    food = p.food
    allow(w, V.END)  # TURN-02
    if food >= 1 and row_length(p) + pile_length(p) > 0:
        allow(w, V.REFRESH)  # REF-01
    swords = food + tool_power(p, box, seat, V.TOOL)
    pickaxes = food + tool_power(p, box, seat, V.PICKAXE)
    for slot in range(V.ROW):
        front = int(p.place_front[slot])
        if front < 0:
            continue
        trade = int(box.front_trade[front])
        if trade != 0:
            if food >= box.front_cost[front] and trade & own != 0:
                allow(w, V.SLOT + slot)  # VIL-01
            continue
        tool = int(box.front_tool[front])
        means = swords if tool == V.TOOL else (pickaxes if tool == V.PICKAXE else food)
        if means >= box.front_cost[front]:
            allow(w, V.SLOT + slot)  # EXP-01
    for creature in range(V.CREATURES):
        if p.line[creature] > 0 and swords >= box.creature_cost[creature]:
            allow(w, V.CREATURE + creature)  # FIGHT-01
    if food >= 1:
        _list_chests(p, box, w, own)  # CHEST-01
    for holding in range(V.HOLDINGS):
        if own >> holding & 1 == 0:
            continue
        usable = box.holding_food[holding] > 0  # FOOD-01
        if holding == V.CROSSBOW:
            usable = total(p.line) > 0  # XBOW-01
        elif holding == V.SPYGLASS:
            usable = can_look(p, box)  # SPY-01
        elif holding == V.MAP:
            usable = in_pile(p, V.DESTINATIONS[0]) or in_pile(p, V.DESTINATIONS[1])  # MAP-01
        if usable:
            allow(w, V.HOLDING + holding)
    for creature in range(V.CREATURES):
        if p.trophies[seat, creature] >= box.trophies_per_food:
            allow(w, V.TROPHY + creature)  # TROPHY-02


def _list_chests(p: Public, box: Box, w: Work, own: int) -> None:
    for chest in range(p.chests):
        if taken_by(p, box, chest) & own != 0:
            allow(w, V.CHEST + chest)


compile_functions(globals())
