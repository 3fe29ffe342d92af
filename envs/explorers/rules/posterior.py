"""Drawing what is hidden anew, from its exact posterior given all that has been seen (INFO-04)."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.random import random_below, shuffle
from tablemates.envs.core.record import Array8
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules.creatures import insert_creature
from tablemates.envs.explorers.rules.setup import clear_hidden
from tablemates.envs.explorers.state import Box, State
from tablemates.envs.explorers.vocabulary import Cause, Creature

# Streams of the drawing itself.
_BACKS: Final = 100
_DEEP: Final = 101
_CREATURES: Final = 102
_GAME_OVER: Final = 103


@helper
def draw_hidden(s: State, box: Box, seed: int) -> None:
    """Write a hidden part that agrees with the public one.

    Every arrangement that agrees is equally likely: neither the map nor the rules about
    returned cards tell more than the fronts and backs that were seen (MAP-02).
    """
    clear_hidden(s.hidden)
    if s.public.explicit_chance != 1:
        _draw_landscapes(s, seed)
        _draw_creatures(s, box, seed)


@helper
def _deal(left: Array8, front: int, known: int, seed: int, index: int) -> int:
    """Return a card's back if it is known, else one of those left of its front, taken away."""
    if known >= 0:
        return known
    total = 0
    for back in range(V.BACKS):
        total += int(left[front, back])
    n = random_below(seed, _BACKS, index, total)
    back = 0
    while n >= left[front, back]:
        n -= int(left[front, back])
        back += 1
    left[front, back] -= 1
    return back


@helper
def _draw_landscapes(s: State, seed: int) -> None:
    """Deal the backs that nobody has seen to the cards whose place is known, then to the others."""
    p = s.public
    h = s.hidden
    left = p.unknown.copy()
    for place in range(V.PLACES):
        front = int(p.place_front[place])
        if front >= 0:
            h.place_back[place] = _deal(left, front, int(p.place_back[place]), seed, place)
    for n in range(p.low_length):
        front, known = int(p.low_front[n]), int(p.low_back[n])
        h.low_back[n] = _deal(left, front, known, seed, V.PLACES + n)
    n = 0
    for front in range(V.FRONTS):
        for back in range(V.BACKS):
            for _ in range(left[front, back]):
                h.deep_front[n] = front
                h.deep_back[n] = back
                n += 1
    shuffle(h.deep_front, n, seed, _DEEP)
    shuffle(h.deep_back, n, seed, _DEEP)


@helper
def _draw_creatures(s: State, box: Box, seed: int) -> None:
    """Shuffle all unseen creature cards: the last ones are in the box."""
    p = s.public
    h = s.hidden
    n = 0
    for creature in range(V.CREATURES):
        for _ in range(p.unseen[creature]):
            h.creatures[n] = creature
            n += 1
    shuffle(h.creatures, n, seed, _CREATURES)
    length = int(p.creature_length)
    if p.cause == Cause.GAME_OVER_CARD:  # the card has been seen
        h.creatures[length:] = -1
        return
    h.creatures[max(0, length - 1) :] = -1
    if length > 0:
        below = random_below(seed, _GAME_OVER, 0, min(length, int(box.game_over_among) + 1))
        insert_creature(h, length - 1, below, Creature.GAME_OVER)
