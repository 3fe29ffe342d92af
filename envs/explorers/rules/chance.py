"""Chance: where the cards that are turned over come from, and what is hidden drawn anew.

Sampled, a card is the one that the hidden part holds; explicit, the engine stops and the caller
says which it is. Either way the same rule then receives it.
"""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.records.elements import total
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.core.records.random import lay_out, random_below, shuffle
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules.creatures import insert_creature
from tablemates.envs.explorers.rules.setup import clear_hidden, shuffle_landscapes
from tablemates.envs.explorers.state import Box, State
from tablemates.envs.explorers.vocabulary import Cause, Chance, Creature

#: One past the greatest outcome of each ``Chance``.
END_OF_VALUES: Final = (0, V.FRONTS, V.BACKS, V.BACKS, V.CREATURES + 1)


def weight_of(s: State, box: Box, value: int) -> int:
    """Return how likely an outcome is, as a whole number in proportion (INFO-04)."""
    p = s.public
    if p.chance == Chance.FRONT:
        return int(p.deep[value])  # INFO-04
    if p.chance == Chance.CREATURE:
        left = p.creature_length
        at_bottom = left <= box.game_over_among + 1  # SETUP-03
        if value < V.CREATURES:
            return int(p.unseen[value]) * (left - 1 if at_bottom else 1)  # INFO-04
        # Where no creature is unseen any more, Game Over is the only card.
        return max(1, total(p.unseen)) if at_bottom else 0
    return int(p.unknown[p.place_front[p.slot], value])  # INFO-04


def hidden_outcome(s: State, _box: Box) -> int:
    """Return the outcome that the hidden part holds."""
    p = s.public
    h = s.hidden
    if p.chance == Chance.FRONT:
        return int(h.deep_front[p.deep_length - 1])
    if p.chance == Chance.CREATURE:
        return int(h.creatures[p.creature_length - 1])
    return int(h.place_back[p.slot])


# Streams of the drawing itself.
_BACKS: Final = 100
_DEEP: Final = 101
_CREATURES: Final = 102
_GAME_OVER: Final = 103


def draw_hidden(s: State, box: Box, _seat: int, seed: int) -> None:
    """Write a hidden part that agrees with the public one.

    Every arrangement that agrees is equally likely: neither the map nor the rules about
    returned cards tell more than the fronts and backs that were seen (MAP-02).
    """
    clear_hidden(s.hidden)
    if s.public.explicit_chance != 1:
        _draw_landscapes(s, seed)
        _draw_creatures(s, box, seed)


def _deal(left: Array8, front: int, known: int, seed: int, index: int) -> int:
    """Return a card's back if it is known, else one of those left of its front, taken away."""
    if known >= 0:
        return known
    n = random_below(seed, _BACKS, index, total(left[front]))
    back = 0
    while n >= left[front, back]:
        n -= int(left[front, back])
        back += 1
    left[front, back] -= 1
    return back


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
    shuffle_landscapes(h, left, seed, _DEEP)


def _draw_creatures(s: State, box: Box, seed: int) -> None:
    """Shuffle all unseen creature cards: the last ones are in the box."""
    p = s.public
    h = s.hidden
    n = lay_out(p.unseen, h.creatures)
    shuffle(h.creatures, n, seed, _CREATURES)
    length = p.creature_length
    if p.cause == Cause.GAME_OVER_CARD:  # the card has been seen
        h.creatures[length:] = -1
        return
    h.creatures[max(0, length - 1) :] = -1
    if length > 0:
        below = random_below(seed, _GAME_OVER, 0, min(length, box.game_over_among + 1))
        insert_creature(h, length - 1, below, Creature.GAME_OVER)


compile_functions(globals())
