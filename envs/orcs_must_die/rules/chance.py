"""Chance: the one place where outcomes of dice and decks come from.

Sampled, an outcome is drawn from the hidden seed; explicit, the engine stops and the caller says
which it is. Either way the same rule then receives it. An outcome is a face of the die, counted
among its different faces, or the kind of a card.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.random import random_below
from tablemates.envs.core.record import Array16
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.state import Box, Public, State
from tablemates.envs.orcs_must_die.vocabulary import Chance


@helper
def end_of_values(p: Public, box: Box) -> int:
    """Return one past the greatest outcome."""
    if p.chance < V.COLOURS:
        return V.DIE_FACES
    return int(box.kinds[_deck_of(int(p.chance))])


@helper
def _deck_of(chance: int) -> int:
    return 0 if chance == Chance.EQUIPMENT else (2 if chance == Chance.ARMY else 1)


@helper
def weight_of(p: Public, box: Box, value: int) -> int:
    """Return how likely an outcome is, as a whole number in proportion (HID-01)."""
    chance = int(p.chance)
    if chance < V.COLOURS:
        return int(box.face_copies[chance, value])  # DICE-02
    if chance == Chance.TRAPSBURG and box.trap[value, V.SUPPORT] != 0:
        return 0  # TILE-11
    return int(p.unseen[_deck_of(chance), value])  # HID-01


@helper
def left_in_deck(p: Public, box: Box, chance: int) -> int:
    """Return how many cards a deck has that this kind of chance can turn up."""
    before = int(p.chance)
    p.chance = chance
    total = 0
    for value in range(end_of_values(p, box)):
        total += weight_of(p, box, value)
    p.chance = before
    return total


@helper
def draw(s: State, box: Box) -> int:
    """Return the outcome that the hidden seed holds."""
    p = s.public
    h = s.hidden
    chance = int(p.chance)
    if chance < V.COLOURS:
        index = int(h.counts[chance])
        h.counts[chance] += 1
        return int(box.face_of[chance, random_below(h.seed, chance, index, V.DIE_FACES)])
    stream = V.COLOURS + _deck_of(chance)
    index = int(h.counts[stream])
    h.counts[stream] += 1
    n = random_below(h.seed, stream, index, left_in_deck(p, box, chance))
    value = 0
    while n >= weight_of(p, box, value):
        n -= weight_of(p, box, value)
        value += 1
    return value


@helper
def list_outcomes(s: State, box: Box, values: Array16, chances: npt.NDArray[np.float64]) -> int:
    """Write the possible outcomes, ascending, and their exact probabilities.

    Returns:
        How many there are.
    """
    p = s.public
    count = 0
    total = 0.0
    for value in range(end_of_values(p, box)):
        weight = weight_of(p, box, value)
        if weight > 0:
            values[count] = value
            chances[count] = weight
            total += weight
            count += 1
    for n in range(count):
        chances[n] /= total
    return count
