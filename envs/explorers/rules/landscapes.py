"""Landscapes: the row, the pile, what lies behind a front."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules.creatures import turn_up
from tablemates.envs.explorers.state import Box, Public, State, Work
from tablemates.envs.explorers.vocabulary import Chance, Decision, Event


def row_length(p: Public) -> int:
    """Return how many landscapes are laid out."""
    length = 0
    for slot in range(V.ROW):
        length += p.place_front[slot] >= 0
    return length


def pile_length(p: Public) -> int:
    """Return how many landscapes are in the pile."""
    return int(p.place_front[V.TOP] >= 0) + p.deep_length + p.low_length


def lowest_empty(p: Public) -> int:
    """Return the lowest empty slot of the row."""
    slot = 0
    while p.place_front[slot] >= 0:
        slot += 1
    return slot


def clear_place(s: State, place: int) -> None:
    """Empty a slot, or the top of the pile."""
    s.public.place_front[place] = -1
    s.public.place_back[place] = -1
    s.hidden.place_back[place] = -1


def move(s: State, source: int, target: int) -> None:
    """Move a card between places."""
    s.public.place_front[target] = s.public.place_front[source]
    s.public.place_back[target] = s.public.place_back[source]
    s.hidden.place_back[target] = s.hidden.place_back[source]
    clear_place(s, source)


def take_low(s: State, n: int, place: int) -> None:
    """Move one of the known cards at the bottom of the pile to a place."""
    p = s.public
    h = s.hidden
    p.place_front[place] = p.low_front[n]
    p.place_back[place] = p.low_back[n]
    h.place_back[place] = h.low_back[n]
    p.low_length -= 1
    last = p.low_length
    for i in range(n, last):
        p.low_front[i] = p.low_front[i + 1]
        p.low_back[i] = p.low_back[i + 1]
        h.low_back[i] = h.low_back[i + 1]
    p.low_front[last] = -1
    p.low_back[last] = -1
    h.low_back[last] = -1


def take_deep(s: State, n: int, place: int) -> None:
    """Move a card between the pile's top and its known ones to a place, which has its front.

    ``n`` is its index in the hidden stack, where chance is sampled.
    """
    p = s.public
    h = s.hidden
    p.deep[p.place_front[place]] -= 1
    p.deep_length -= 1
    if p.explicit_chance == 1:
        return
    last = p.deep_length
    h.place_back[place] = h.deep_back[n]
    for i in range(n, last):
        h.deep_front[i] = h.deep_front[i + 1]
        h.deep_back[i] = h.deep_back[i + 1]
    h.deep_front[last] = -1
    h.deep_back[last] = -1


def show_top(s: State) -> None:
    """Show the next card of the pile (SETUP-02), which chance names if nobody knows it."""
    p = s.public
    if p.deep_length > 0:
        p.decision = Decision.CHANCE
        p.chance = Chance.FRONT
    elif p.low_length > 0:
        take_low(s, 0, V.TOP)


def top_shown(s: State, box: Box, w: Work, front: int) -> None:
    """Receive the front of the pile's new top card."""
    s.public.place_front[V.TOP] = front  # SETUP-02
    take_deep(s, s.public.deep_length - 1, V.TOP)
    if s.public.refilling == 1:
        refill(s, box, w)


def refill(s: State, box: Box, w: Work) -> None:
    """Lay out landscapes until there are five, or stop where chance names the next one."""
    p = s.public
    p.refilling = 1
    while row_length(p) < box.row and p.place_front[V.TOP] >= 0:  # REF-03
        slot = lowest_empty(p)  # REF-03
        move(s, V.TOP, slot)
        emit(w, Event.LANDSCAPE_LAID, int(p.place_front[slot]), slot)
        show_top(s)
        if p.decision == Decision.CHANCE:
            return
    p.refilling = 0


def put_under(s: State, w: Work, slot: int) -> None:
    """Put a landscape of the row under the pile, where it stays known (INFO-02)."""
    p = s.public
    front = int(p.place_front[slot])
    if p.place_front[V.TOP] < 0:
        move(s, slot, V.TOP)
    else:
        n = p.low_length
        p.low_front[n] = front  # REF-02 INFO-02
        p.low_back[n] = p.place_back[slot]
        s.hidden.low_back[n] = s.hidden.place_back[slot]
        p.low_length += 1
        clear_place(s, slot)
    emit(w, Event.LANDSCAPE_RETURNED, p.active, front, slot)


def turn_over(s: State, box: Box, w: Work) -> None:
    """Turn over the chosen landscape, which is paid for."""
    p = s.public
    if p.place_back[p.slot] >= 0:
        find(s, box, w)
    else:
        p.decision = Decision.CHANCE
        p.chance = Chance.BACK


def back_turned(s: State, box: Box, w: Work, back: int) -> None:
    """Receive the back of the explored landscape."""
    p = s.public
    p.unknown[p.place_front[p.slot], back] -= 1
    p.place_back[p.slot] = back
    find(s, box, w)


def find(s: State, box: Box, w: Work) -> None:
    """Take the item of the chosen landscape and meet its creatures."""
    p = s.public
    front = int(p.place_front[p.slot])
    back = int(p.place_back[p.slot])
    item = int(box.back_item[front, back])
    creatures = int(box.back_creatures[front, back])
    clear_place(s, p.slot)  # EXP-02 EXP-03
    p.slot = -1
    p.items[p.active, box.item_holding[item]] += 1  # EXP-02
    emit(w, Event.LANDSCAPE_EXPLORED, p.active, front, item, creatures)
    if creatures > 0:
        turn_up(p, creatures)  # EXP-04


def can_look(p: Public, box: Box) -> bool:
    """Return whether a spyglass would show something that the fronts do not tell."""
    for slot in range(V.ROW):
        front = int(p.place_front[slot])
        if front >= 0 and p.place_back[slot] < 0 and box.front_cards[front] > 1:  # SPY-01 INFO-03
            return True
    return False


def look(p: Public, slot: int) -> None:
    """Look behind the landscapes of the row, from a slot on."""
    p.slot = -1
    while slot < V.ROW:
        if p.place_front[slot] >= 0 and p.place_back[slot] < 0:  # SPY-02
            p.slot = slot
            p.decision = Decision.CHANCE
            p.chance = Chance.SEEN_BACK
            return
        slot += 1


def back_seen(p: Public, box: Box, w: Work, back: int) -> None:
    """Receive a back that the spyglass shows."""
    slot = p.slot
    front = int(p.place_front[slot])
    p.unknown[front, back] -= 1
    p.place_back[slot] = back  # SPY-02
    item, creatures = int(box.back_item[front, back]), int(box.back_creatures[front, back])
    emit(w, Event.BACK_SEEN, front, item, creatures)
    look(p, slot + 1)


def in_pile(p: Public, front: int) -> bool:
    """Return whether a card with this front is in the pile."""
    found = p.place_front[V.TOP] == front or p.deep[front] > 0
    for n in range(p.low_length):
        found |= p.low_front[n] == front
    return bool(found)


def fetch(s: State, w: Work, front: int) -> None:
    """Search the pile for a destination and lay it out."""
    p = s.public
    h = s.hidden
    slot = lowest_empty(p)  # MAP-02
    if p.place_front[V.TOP] == front:
        move(s, V.TOP, slot)
        show_top(s)
    elif p.deep[front] > 0:
        n = 0
        if p.explicit_chance != 1:
            while h.deep_front[n] != front:
                n += 1
        p.place_front[slot] = front
        take_deep(s, n, slot)  # MAP-02
    else:
        n = 0
        while p.low_front[n] != front:
            n += 1
        take_low(s, n, slot)  # MAP-03
    emit(w, Event.MAP_USED, p.active, front, slot)


compile_functions(globals())
