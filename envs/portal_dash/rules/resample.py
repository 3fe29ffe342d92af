"""Drawing what is hidden anew: a game that agrees with everything public."""

from __future__ import annotations

import numpy as np

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.records.random import lay_out, random_bits
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.cube import UNSEEN
from tablemates.envs.portal_dash.rules.posterior import DRAWN, stack_hypotheses
from tablemates.envs.portal_dash.rules.stack import shuffle
from tablemates.envs.portal_dash.state import Box, State

#: Streams of the drawing itself, apart from those of the game (``Chance``).
_STACK = 100
_TILES = 101
_CUBE = 102
_SEED = 103


def draw_stack(s: State, seed: int) -> None:
    """Draw the stack's order from its posterior given draws and black blocks."""
    p = s.public
    order = s.hidden.stack
    order[:] = -1
    ordinary = np.zeros(V.DRAWABLE_TILES, np.int8)
    left = np.zeros(V.ITEM_KINDS, np.int8)
    for kind in range(V.ITEM_KINDS):
        left[kind] = p.stack_count[kind]
    where, weight, special, segment, segments, specials = stack_hypotheses(p)
    # one hypothesis, by weight: 53 bits make a uniform number in [0, 1)
    draw = (np.uint64(random_bits(seed, _STACK, 0)) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
    draw *= weight.sum()
    chosen = 0
    while chosen < len(weight) - 1 and draw >= weight[chosen]:
        draw -= weight[chosen]
        chosen += 1
    for j in range(specials):
        if where[chosen, j] != DRAWN:
            left[special[j]] -= 1
    index = shuffle(ordinary, 0, lay_out(left, ordinary), seed, _STACK, 1)
    at = 0
    taken = 0
    for k in range(segments):
        first = at
        end = first + segment[k]
        for j in range(specials):
            if where[chosen, j] == k:
                order[at] = special[j]
                at += 1
        while at < end:
            order[at] = ordinary[taken]
            at += 1
            taken += 1
        index = shuffle(order, first, end, seed, _STACK, index)


def draw_tiles(s: State, box: Box, seed: int) -> None:
    """Draw the face-down gameboard tiles (SETUP-02)."""
    p = s.public
    rest = np.zeros(V.TILES, np.int8)
    n = 0
    for tile in range(box.tile_count):
        face_up = False
        for place in range(p.parts_open):
            if p.tiles[place] == tile:
                face_up = True
        if not face_up:
            rest[n] = tile
            n += 1
    shuffle(rest, 0, n, seed, _TILES, 0)
    s.hidden.tiles[:] = -1
    for place in range(p.parts_open, p.parts):
        s.hidden.tiles[place] = rest[place - p.parts_open]


def draw_cube(s: State, seed: int) -> None:
    """Draw the colours of the blocks that show no face (SETUP-03)."""
    p = s.public
    blocks = np.zeros(V.BLOCKS, np.int8)
    shuffle(blocks, 0, lay_out(p.unseen, blocks), seed, _CUBE, 0)
    s.hidden.cube[:, :] = UNSEEN
    n = 0
    for column in range(V.CUBE_COLUMNS):
        for level in range(V.CUBE_LAYERS):
            if p.cube[column, level] == UNSEEN:
                s.hidden.cube[column, level] = blocks[n]
                n += 1


def draw_hidden(s: State, box: Box, _seat: int, seed: int) -> None:
    """Write a hidden part that agrees with the public one, all else drawn from ``seed``.

    With explicit chance only future set-up streams have a seed; the orders stay
    undetermined.
    """
    s.hidden.seed = random_bits(seed, _SEED, 0)
    s.hidden.counters[:] = 0
    if s.public.explicit_chance != 1:
        draw_stack(s, seed)
        draw_tiles(s, box, seed)
        draw_cube(s, seed)


compile_functions(globals())
