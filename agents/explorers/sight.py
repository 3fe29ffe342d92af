"""Readings of the table for scripts: the team's needs, the nights, prices (compiled)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.records.elements import total
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules.items import tool_power
from tablemates.envs.explorers.state import Box, Public

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

#: Expected cards of a night that turns up every type: more than the pile usually holds.
_ENDLESS: Final = 12.0


def cards_per_night(p: Public, spared: int, killed: int) -> float:
    """Return about how many creature cards a night turns up.

    All creatures of a type, or one, can be imagined away; -1: of no type.
    """
    calm = 0
    for creature in range(V.CREATURES):
        left = 0 if creature == spared else p.line[creature] - (creature == killed)
        if left <= 0:
            calm += p.unseen[creature]
    if calm == 0:
        return _ENDLESS
    return min(_ENDLESS, total(p.unseen) / calm)


def best_target(p: Public, relief: float) -> int:
    """Return the type of the line whose kill calms the nights most; -1: the line is empty.

    ``relief`` is how much a step towards the last creature of a type counts.
    """
    best = -1
    most = -1.0
    now = cards_per_night(p, -1, -1)
    for creature in range(V.CREATURES):
        count = int(p.line[creature])
        if count == 0:
            continue
        worth = now - cards_per_night(p, -1, creature)
        worth += relief * (now - cards_per_night(p, creature, -1)) / count
        worth += 0.01 * p.unseen[creature] + 0.001 * creature
        if worth > most:
            best = creature
            most = worth
    return best


def team_spares(p: Public, box: Box, worth: Sequence[float] | Floats, spare: Counts) -> int:
    """Write what the team has beyond the cheapest set of chests that wins, by class of items.

    It is negative where the team lacks some, at a price of ``worth``. Returns the open chest that
    is given up, -1 for none.
    """
    needed = np.zeros(V.KINDS, np.int64)
    held = np.zeros(V.KINDS, np.int64)
    for seat in range(p.players):
        for holding in range(V.HOLDINGS):
            held[box.holding_kind[holding]] += p.items[seat, holding]
    for chest in range(p.chests):
        _count_needs(p, box, chest, 1, needed)
    given_up = -1
    lowest = 1e9
    for chest in range(-1, p.chests):
        # Without a spare chest none can be given up, with one an open chest has to be.
        if (chest < 0) != (p.chests == p.goal) or (chest >= 0 and p.chest_missing[chest] == 0):
            continue
        if chest >= 0:
            _count_needs(p, box, chest, -1, needed)
        cost = 0.0
        for kind in range(V.KINDS):
            cost += max(0, needed[kind] - held[kind]) * worth[kind]
        if cost < lowest:
            lowest = cost
            given_up = chest
            for kind in range(V.KINDS):
                spare[kind] = held[kind] - needed[kind]
        if chest >= 0:
            _count_needs(p, box, chest, 1, needed)
    return given_up


def _count_needs(p: Public, box: Box, chest: int, sign: int, needed: Counts) -> None:
    """Add the open needs of a chest, or take them away."""
    for need in range(V.NEEDS):
        if int(p.chest_missing[chest]) >> need & 1 != 0:
            needed[box.chest_need[p.chest_number[chest], need]] += sign


def completes(p: Public, box: Box, chest: int, seat: int) -> bool:
    """Return whether a seat's own items fill a chest."""
    kinds = np.zeros(V.KINDS, np.int64)
    _count_needs(p, box, chest, 1, kinds)
    for holding in range(V.HOLDINGS):
        kinds[box.holding_kind[holding]] -= p.items[seat, holding]
    return bool(kinds.max() <= 0) and p.chest_missing[chest] != 0


def food_price(p: Public, box: Box, front: int) -> int:
    """Return the food that the active seat needs for a landscape if it uses all its tools."""
    price = int(box.front_cost[front])
    tool = int(box.front_tool[front])
    return max(0, price - tool_power(p, box, int(p.active), tool)) if tool >= 0 else price


def possible_backs(p: Public, place: int, shares: Floats) -> None:
    """Write the chance of each back of a landscape, shape ``(BACKS,)``."""
    front = int(p.place_front[place])
    known = int(p.place_back[place])
    copies = max(1, total(p.unknown[front]))
    for back in range(V.BACKS):
        if known >= 0:
            shares[back] = 1.0 if back == known else 0.0
        else:
            shares[back] = p.unknown[front, back] / copies


compile_functions(globals())
