"""Chance: the one place where colours, tiles and tokens that are not known yet come from.

Sampled, an outcome is what the hidden part holds; explicit, the engine stops and the caller
says what it is. Either way the same rule then receives it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.state import Box, Public, State
from tablemates.envs.builders_biomes.vocabulary import Chance, Decision
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.cube import LAYERS
from tablemates.envs.core.random import random_below
from tablemates.envs.core.record import Array16

#: One past the greatest outcome of each ``Chance``.
END_OF_VALUES: Final = (0, V.COLOURS, V.TILES, V.WEAPONS, V.WEAPONS)
#: Stream of the tokens that seat 0 reveals in fights; the other seats have the next ones.
_FIGHTS: Final = 10


@helper
def ask_chance(p: Public, kind: Chance, about: int) -> None:
    """Let chance decide next."""
    p.decision = Decision.CHANCE
    p.chance = kind
    p.about = about


@helper
def weight_of(p: Public, value: int) -> int:
    """Return how likely an outcome is, as a whole number in proportion."""
    if p.chance == Chance.COLOUR:
        return int(p.unseen[value])  # CHANCE-02
    if p.chance == Chance.TILE:
        return int(p.where[value] == V.UNSEEN_TILE)  # CHANCE-03
    if p.chance == Chance.TOKEN:
        return int(p.tokens[value])  # CHANCE-03
    return int(p.pile[p.active, value]) - int(p.hand[value])  # CHANCE-04


@helper
def hidden_outcome(s: State, _box: Box) -> int:
    """Return the outcome that the hidden part holds; it is hidden there no more."""
    p = s.public
    h = s.hidden
    if p.chance == Chance.COLOUR:
        column, level = p.about // LAYERS, p.about % LAYERS
        value = int(h.colours[column, level])
        h.colours[column, level] = V.NOTHING
        return value
    if p.chance != Chance.WEAPON:
        depth = int(p.left[p.about]) - 1
        value = int(h.under[p.about, depth])
        h.under[p.about, depth] = V.NOTHING
        return value
    seat = int(p.active)
    total = 0
    for kind in range(V.WEAPONS):
        total += weight_of(p, kind)
    n = random_below(h.seed, _FIGHTS + seat, int(h.drawn[seat]), total)
    h.drawn[seat] += 1
    kind = 0
    while n >= weight_of(p, kind):
        n -= weight_of(p, kind)
        kind += 1
    return kind


@helper
def list_outcomes(s: State, _box: Box, values: Array16, chances: npt.NDArray[np.float64]) -> int:
    """Write the possible outcomes, ascending, and their exact probabilities; return how many."""
    p = s.public
    count = 0
    total = 0.0
    for value in range(END_OF_VALUES[p.chance]):
        weight = weight_of(p, value)
        if weight > 0:
            values[count] = value
            chances[count] = weight
            total += weight
            count += 1
    for n in range(count):
        chances[n] /= total
    return count
