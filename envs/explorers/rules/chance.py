"""Chance: the one place where the cards that are turned over come from.

Sampled, a card is the one that the hidden part holds; explicit, the engine stops and the caller
says which it is. Either way the same rule then receives it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.record import Array16
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.state import Box, Public, State
from tablemates.envs.explorers.vocabulary import Chance

#: One past the greatest outcome of each ``Chance``.
END_OF_VALUES: Final = (0, V.FRONTS, V.BACKS, V.BACKS, V.CREATURES + 1)


@helper
def weight_of(p: Public, box: Box, value: int) -> int:
    """Return how likely an outcome is, as a whole number in proportion (INFO-04)."""
    if p.chance == Chance.FRONT:
        return int(p.deep[value])  # INFO-04
    if p.chance == Chance.CREATURE:
        left = int(p.creature_length)
        at_bottom = left <= box.game_over_among + 1  # SETUP-03
        if value < V.CREATURES:
            return int(p.unseen[value]) * (left - 1 if at_bottom else 1)  # INFO-04
        unseen = 0
        for creature in range(V.CREATURES):
            unseen += p.unseen[creature]
        # Where no creature is unseen any more, Game Over is the only card.
        return max(1, unseen) if at_bottom else 0
    return int(p.unknown[p.place_front[p.slot], value])  # INFO-04


@helper
def hidden_outcome(s: State, _box: Box) -> int:
    """Return the outcome that the hidden part holds."""
    p = s.public
    h = s.hidden
    if p.chance == Chance.FRONT:
        return int(h.deep_front[p.deep_length - 1])
    if p.chance == Chance.CREATURE:
        return int(h.creatures[p.creature_length - 1])
    return int(h.place_back[p.slot])


@helper
def list_outcomes(s: State, box: Box, values: Array16, chances: npt.NDArray[np.float64]) -> int:
    """Write the possible outcomes, ascending, and their exact probabilities.

    Returns:
        How many there are.
    """
    p = s.public
    count = 0
    total = 0.0
    for value in range(END_OF_VALUES[p.chance]):
        weight = weight_of(p, box, value)
        if weight > 0:
            values[count] = value
            chances[count] = weight
            total += weight
            count += 1
    for n in range(count):
        chances[n] /= total
    return count
