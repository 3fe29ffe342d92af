"""Chests: what they still need, placing items, rewards."""

from __future__ import annotations

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.events import emit
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules import costs, creatures, ending
from tablemates.envs.explorers.state import Box, Public, Work
from tablemates.envs.explorers.vocabulary import Cause, Decision, Event, Outcome


@helper
def own_holdings(p: Public, seat: int) -> int:
    """Return a seat's holdings as bits."""
    own = 0
    for holding in range(V.HOLDINGS):
        if p.items[seat, holding] > 0:
            own |= 1 << holding
    return own


@helper
def taken_by(p: Public, box: Box, chest: int) -> int:
    """Return the holdings that a chest still takes, as bits."""
    taken = 0
    number = int(p.chest_number[chest])
    for need in range(V.NEEDS):
        if int(p.chest_missing[chest]) >> need & 1 != 0:
            taken |= int(box.kind_holdings[box.chest_need[number, need]])  # CHEST-03
    return taken


@helper
def place_item(p: Public, box: Box, w: Work, holding: int) -> None:
    """Put an item of the active seat into the chosen chest."""
    chest = int(p.chest)
    number = int(p.chest_number[chest])
    kind = int(box.holding_kind[holding])
    costs.lose_item(p, holding)  # CHEST-02
    for need in range(V.NEEDS):
        bit = 1 << need
        if box.chest_need[number, need] == kind and int(p.chest_missing[chest]) & bit != 0:
            p.chest_missing[chest] -= bit  # CHEST-03
            break
    emit(w, Event.ITEM_PLACED, int(p.active), holding, number, 0)
    p.decision = Decision.PLACE  # CHEST-02
    p.chest = -1
    if p.chest_missing[chest] == 0:
        p.filled += 1
        emit(w, Event.CHEST_FILLED, int(p.active), number, 0, 0)
        if p.filled >= p.goal:
            ending.finish(p, w, Outcome.WON, Cause.CHESTS)  # END-01
        elif creatures.line_length(p) > 0:
            p.decision = Decision.REWARD  # CHEST-04
