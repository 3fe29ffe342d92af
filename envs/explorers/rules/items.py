"""Items: paying with tools and food, what chests still need, placing items."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.records.elements import total
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules import ending
from tablemates.envs.explorers.state import Box, Public, Work
from tablemates.envs.explorers.vocabulary import Cause, Decision, Event


def fitting_tools(p: Public, box: Box) -> int:
    """Return the first of the tools that lower the cost under way, -1 if none does."""
    if p.slot < 0:
        return V.TOOL  # TOOL-02
    return int(box.front_tool[p.place_front[p.slot]])  # TOOL-02 TOOL-04


def tool_power(p: Public, box: Box, seat: int, first: int) -> int:
    """Return what all uses of a seat's tools of a class, given by its first holding, save."""
    power = 0
    if first >= 0:
        for holding in range(first, first + 6):
            power += int(p.items[seat, holding]) * (
                int(box.holding_uses[holding]) * int(box.holding_cut[holding])
            )
    return power


def lose_item(p: Public, holding: int) -> None:
    """Take an item from the active seat."""
    p.items[p.active, holding] -= 1


def pay_food(p: Public, w: Work, food: int) -> None:
    """Pay with food."""
    if food > 0:
        p.food -= food
        emit(w, Event.FOOD_PAID, p.active, food)


def use_tool(p: Public, box: Box, w: Work, holding: int) -> None:
    """Lower the cost under way by one use of a tool."""
    lose_item(p, holding)  # TOOL-01
    if box.holding_uses[holding] == V.USES:
        p.items[p.active, holding + 1] += 1  # TOOL-01
    p.left = max(0, p.left - int(box.holding_cut[holding]))  # TOOL-02 TOOL-03
    emit(w, Event.TOOL_USED, p.active, holding)


def own_holdings(p: Public, seat: int) -> int:
    """Return a seat's holdings as bits."""
    own = 0
    for holding in range(V.HOLDINGS):
        if p.items[seat, holding] > 0:
            own |= 1 << holding
    return own


def taken_by(p: Public, box: Box, chest: int) -> int:
    """Return the holdings that a chest still takes, as bits."""
    taken = 0
    number = int(p.chest_number[chest])
    for need in range(V.NEEDS):
        if int(p.chest_missing[chest]) >> need & 1 != 0:
            taken |= int(box.kind_holdings[box.chest_need[number, need]])  # CHEST-03
    return taken


def place_item(p: Public, box: Box, w: Work, holding: int) -> None:
    """Put an item of the active seat into the chosen chest."""
    chest = p.chest
    number = int(p.chest_number[chest])
    kind = int(box.holding_kind[holding])
    lose_item(p, holding)  # CHEST-02
    for need in range(V.NEEDS):
        bit = 1 << need
        if box.chest_need[number, need] == kind and int(p.chest_missing[chest]) & bit != 0:
            p.chest_missing[chest] -= bit  # CHEST-03
            break
    emit(w, Event.ITEM_PLACED, p.active, holding, number)
    p.decision = Decision.PLACE  # CHEST-02
    p.chest = -1
    if p.chest_missing[chest] == 0:
        p.filled += 1
        emit(w, Event.CHEST_FILLED, p.active, number)
        if p.filled >= p.goal:
            ending.finish(p, w, Outcome.WON, Cause.CHESTS)  # END-01
        elif total(p.line) > 0:
            p.decision = Decision.REWARD  # CHEST-04


compile_functions(globals())
