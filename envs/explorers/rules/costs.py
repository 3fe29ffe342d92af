"""What things cost, and paying with tools and food."""

from __future__ import annotations

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.events import emit
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.state import Box, Public, Work
from tablemates.envs.explorers.vocabulary import Event


@helper
def fitting_tools(p: Public, box: Box) -> int:
    """Return the first of the tools that lower the cost under way, -1 if none does."""
    if p.slot < 0:
        return V.TOOL  # TOOL-02
    return int(box.front_tool[p.place_front[p.slot]])  # TOOL-02 TOOL-04


@helper
def tool_power(p: Public, box: Box, seat: int, first: int) -> int:
    """Return by how much all uses of a seat's tools of one class lower a cost.

    Args:
        p: The game.
        box: What is in the box.
        seat: Whose tools.
        first: First holding of the class, -1: of none.
    """
    power = 0
    if first >= 0:
        for holding in range(first, first + 6):
            power += int(p.items[seat, holding]) * (
                int(box.holding_uses[holding]) * int(box.holding_cut[holding])
            )
    return power


@helper
def lose_item(p: Public, holding: int) -> None:
    """Take an item from the active seat."""
    p.items[p.active, holding] -= 1


@helper
def pay_food(p: Public, w: Work, food: int) -> None:
    """Pay with food."""
    if food > 0:
        p.food -= food
        emit(w, Event.FOOD_PAID, int(p.active), food, 0, 0)


@helper
def use_tool(p: Public, box: Box, w: Work, holding: int) -> None:
    """Lower the cost under way by one use of a tool."""
    lose_item(p, holding)  # TOOL-01
    if box.holding_uses[holding] == V.USES:
        p.items[p.active, holding + 1] += 1  # TOOL-01
    p.left = max(0, int(p.left) - int(box.holding_cut[holding]))  # TOOL-02 TOOL-03
    emit(w, Event.TOOL_USED, int(p.active), holding, 0, 0)
