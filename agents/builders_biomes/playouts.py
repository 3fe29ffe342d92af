"""How search plays on: by the script ``rules``, for two rounds of turns, judged by standings."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.builders_biomes.rules import WEIGHTS, write_values
from tablemates.agents.search.playouts import Playouts
from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.returns import progress_of
from tablemates.envs.builders_biomes.rules.scoring import standing
from tablemates.envs.builders_biomes.state import Box, Public, State, Work
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.random import random_below

#: XP that make a lead certain: at the start, and at the end.
_SCALE: Final = 14.0
_LAST_SCALE: Final = 4.0


@helper
def prefer(s: State, box: Box, w: Work, seed: int) -> int:
    """Return the best action where search plays on; of equal ones, one that ``seed`` draws."""
    mask = np.zeros(V.ACTIONS, np.int8)
    values = np.empty(V.ACTIONS)
    for i in range(w.legal_count):
        mask[w.legal[i]] = 1
    write_values(s.public, box, WEIGHTS, mask, values)
    best = int(w.legal[0])
    equal = 0
    for i in range(w.legal_count):
        action = int(w.legal[i])
        if values[action] > values[best]:
            best, equal = action, 0
        if values[action] == values[best]:
            equal += 1
            if random_below(seed, 0, equal, equal) == 0:
                best = action
    return best


@helper
def judge(s: State, box: Box, out: npt.NDArray[np.float64]) -> None:
    """Write each seat's chance of the first place: a softmax over their prospects in XP."""
    p = s.public
    left = 1.0 - progress_of(p)
    scale = _LAST_SCALE + (_SCALE - _LAST_SCALE) * left
    total = 0.0
    for seat in range(p.players):
        ahead = _prospect(p, box, seat, left) - _prospect(p, box, 0, left)
        out[seat] = np.exp(min(100.0, ahead / scale))
        total += out[seat]
    for seat in range(p.players):
        out[seat] /= total


@helper
def _prospect(p: Public, box: Box, seat: int, left: float) -> float:
    """Return a seat's standing, and what its blocks, tokens and mobs are worth for now."""
    means = 0.0
    for colour in range(V.COLOURS):
        means += WEIGHTS.emerald * int(p.supply[seat, colour])
    for kind in range(V.WEAPONS):
        means += WEIGHTS.hearts * int(p.pile[seat, kind]) * int(box.weapon_hearts[kind])
    for tile in range(box.buildings, V.TILES):
        if p.where[tile] == V.WON + seat and box.action[tile] == 1:
            means += WEIGHTS.action
    return standing(p, box, seat) + left * means


PLAYOUTS: Final[Any] = Playouts(prefer, judge, rounds=2)
