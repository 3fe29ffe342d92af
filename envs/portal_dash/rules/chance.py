"""Chance: the one place where outcomes of named kinds come from.

Sampled, an outcome is a function of the hidden part; explicit, the engine stops
and the caller says what fell. Either way the same rule then receives it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.records.layout import Array16
from tablemates.envs.core.records.random import random_below
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.posterior import tile_chances
from tablemates.envs.portal_dash.rules.stack import stack_size
from tablemates.envs.portal_dash.state import Box, Hidden, Public, State
from tablemates.envs.portal_dash.vocabulary import Chance


def next_index(h: Hidden, kind: int) -> int:
    """Return the next index of a stream that counts its outcomes."""
    index = int(h.counters[kind])
    h.counters[kind] += 1
    return index


def sample(s: State, box: Box, kind: int, a: int, b: int) -> int:
    """Return the outcome that the hidden part holds for a chance frame.

    The two white dice are indexed by the turn, so that they are the same for
    every team that plays a seed, whatever it does between (TURN-01).
    """
    p = s.public
    h = s.hidden
    if kind == Chance.BLOCKS_DIE:
        return int(box.blocks_die[random_below(h.seed, kind, p.turn, 6)])  # BLOCK-01
    if kind == Chance.MOB_DIE:
        return int(box.mob_die[random_below(h.seed, kind, p.turn, 6)])  # MOB-01
    if kind == Chance.COMBAT_DIE:
        return int(box.combat_die[random_below(h.seed, kind, next_index(h, kind), 6)])
    if kind == Chance.TILE_DRAWN:
        return int(h.stack[stack_size(p) - 1])
    if kind == Chance.USED_BLOCK:
        total = 0
        for colour in range(V.COLOURS):
            total += p.used[colour]
        i = random_below(h.seed, kind, next_index(h, kind), total)
        colour = 0
        while i >= p.used[colour]:
            i -= p.used[colour]
            colour += 1
        return colour
    if kind == Chance.BLOCK_UNCOVERED:
        return int(h.cube[a, b])
    return int(h.tiles[a])


def outcomes(
    p: Public, box: Box, kind: int, values: npt.NDArray[np.int16], chances: npt.NDArray[np.float64]
) -> int:
    """Write the possible outcomes of a chance frame, ascending, and their exact chances.

    Both arrays have room for 48. Returns how many outcomes there are.
    """
    share = np.zeros(V.DRAWABLE_TILES, np.float64)
    if kind == Chance.BLOCKS_DIE:
        for face in range(6):
            share[box.blocks_die[face]] += 1.0 / 6.0  # BLOCK-01
    elif kind == Chance.MOB_DIE:
        for face in range(6):
            share[box.mob_die[face]] += 1.0 / 6.0  # MOB-01
    elif kind == Chance.COMBAT_DIE:
        for face in range(6):
            share[box.combat_die[face]] += 1.0 / 6.0
    elif kind == Chance.TILE_DRAWN:
        tile_chances(p, share[: V.ITEM_KINDS])
    elif kind == Chance.USED_BLOCK or kind == Chance.BLOCK_UNCOVERED:
        total = 0.0
        for colour in range(V.COLOURS):
            blocks = p.used[colour] if kind == Chance.USED_BLOCK else p.unseen[colour]
            share[colour] = blocks
            total += blocks
        for colour in range(V.COLOURS):
            share[colour] /= total
    else:
        for tile in range(box.tile_count):
            share[tile] = 1.0
            for place in range(p.parts):
                if p.tiles[place] == tile:
                    share[tile] = 0.0
        share /= share.sum()
    count = 0
    for value in range(len(share)):
        if share[value] > 0.0:
            values[count] = value
            chances[count] = share[value]
            count += 1
    return count


def list_outcomes(s: State, box: Box, values: Array16, chances: npt.NDArray[np.float64]) -> int:
    """Write outcomes and probabilities."""
    return outcomes(s.public, box, s.public.decision_about, values, chances)


compile_functions(globals())
