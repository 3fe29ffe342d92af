"""Drawing what is hidden: for a new game, and anew from its exact posterior.

No choice of any seat depends on hidden things and nothing is shuffled back, so given all that
was seen, the unseen tiles, tokens and colours are in uniformly random order.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.places import is_stack
from tablemates.envs.builders_biomes.state import Box, Hidden, Public, State
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.cube import UNSEEN
from tablemates.envs.core.random import shuffle

# Streams of the seed.
_TILES: Final = 1
_TOKENS: Final = 2
_COLOURS: Final = 3


@helper
def clear_hidden(h: Hidden) -> None:
    """Write a hidden part that decides nothing."""
    h.seed = 0
    h.drawn[:] = 0
    h.under[:, :] = V.NOTHING
    h.colours[:, :] = V.NOTHING


@helper
def draw_hidden(s: State, _box: Box, seed: int) -> None:
    """Write a hidden part that agrees with the public one; with explicit chance, an empty one."""
    clear_hidden(s.hidden)
    if s.public.explicit_chance != 1:
        s.hidden.seed = seed  # CHANCE-05
        _deal_tiles(s.public, s.hidden, seed)
        _deal_tokens(s.public, s.hidden, seed)
        _deal_colours(s.public, s.hidden, seed)


@helper
def _deal_tiles(p: Public, h: Hidden, seed: int) -> None:
    tiles = np.empty(V.TILES, np.int8)
    count = 0
    for tile in range(V.TILES):
        if p.where[tile] == V.UNSEEN_TILE:
            tiles[count] = tile
            count += 1
    shuffle(tiles, count, seed, _TILES)  # SETUP-02
    for cell in range(V.CELLS):
        if is_stack(cell):
            for depth in range(int(p.left[cell]) - int(p.face[cell] >= 0)):
                count -= 1
                h.under[cell, depth] = tiles[count]


@helper
def _deal_tokens(p: Public, h: Hidden, seed: int) -> None:
    tokens = np.empty(V.FRINGE, np.int8)
    count = 0
    for kind in range(V.WEAPONS):
        for _ in range(p.tokens[kind]):
            tokens[count] = kind
            count += 1
    shuffle(tokens, count, seed, _TOKENS)  # SETUP-03
    for cell in range(V.CELLS):
        if not is_stack(cell) and p.left[cell] > 0 and p.face[cell] < 0:
            count -= 1
            h.under[cell, 0] = tokens[count]


@helper
def _deal_colours(p: Public, h: Hidden, seed: int) -> None:
    colours = np.empty(V.BLOCKS, np.int8)
    count = 0
    for colour in range(V.COLOURS):
        for _ in range(p.unseen[colour]):
            colours[count] = colour
            count += 1
    shuffle(colours, count, seed, _COLOURS)  # SETUP-04
    for column in range(V.COLUMNS):
        for level in range(V.LAYERS):
            if p.cube[column, level] == UNSEEN:
                count -= 1
                h.colours[column, level] = colours[count]
