"""Chance: colours, tiles and tokens that are not known yet, and drawing what is hidden.

Sampled, an outcome is what the hidden part holds; explicit, the engine stops and the caller
says what it is. Either way the same rule then receives it. No choice of any seat depends on hidden
things and nothing is shuffled back, so given all that was seen, the unseen tiles, tokens and
colours are in uniformly random order.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.places import is_stack
from tablemates.envs.builders_biomes.state import Box, Hidden, Public, State
from tablemates.envs.builders_biomes.vocabulary import Chance, Decision
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.cube import LAYERS, UNSEEN
from tablemates.envs.core.records.elements import total
from tablemates.envs.core.records.random import lay_out, random_below, shuffle

#: One past the greatest outcome of each ``Chance``.
END_OF_VALUES: Final = (0, V.COLOURS, V.TILES, V.WEAPONS, V.WEAPONS)
#: Stream of the tokens that seat 0 reveals in fights; the other seats have the next ones.
_FIGHTS: Final = 10


def ask_chance(p: Public, kind: Chance, about: int) -> None:
    """Let chance decide next."""
    p.decision = Decision.CHANCE
    p.chance = kind
    p.about = about


def weight_of(s: State, _box: Box, value: int) -> int:
    """Return how likely an outcome is, as a whole number in proportion."""
    p = s.public
    if p.chance == Chance.COLOUR:
        return int(p.unseen[value])  # CHANCE-02
    if p.chance == Chance.TILE:
        return int(p.where[value] == V.UNSEEN_TILE)  # CHANCE-03
    if p.chance == Chance.TOKEN:
        return int(p.tokens[value])  # CHANCE-03
    return int(p.pile[p.active, value]) - int(p.hand[value])  # CHANCE-04


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
    seat = p.active
    left = total(p.pile[seat]) - total(p.hand)
    n = random_below(h.seed, _FIGHTS + seat, int(h.drawn[seat]), left)
    h.drawn[seat] += 1
    kind = -1
    while n >= 0:
        kind += 1
        n -= int(p.pile[seat, kind]) - int(p.hand[kind])
    return kind


# Streams of the seed.
_TILES: Final = 1
_TOKENS: Final = 2
_COLOURS: Final = 3


def clear_hidden(h: Hidden) -> None:
    """Write a hidden part that decides nothing."""
    h.seed = 0
    h.drawn[:] = 0
    h.under[:, :] = V.NOTHING
    h.colours[:, :] = V.NOTHING


def draw_hidden(s: State, _box: Box, _seat: int, seed: int) -> None:
    """Write a hidden part that agrees with the public one; with explicit chance, an empty one."""
    clear_hidden(s.hidden)
    if s.public.explicit_chance != 1:
        s.hidden.seed = seed  # CHANCE-05
        _deal_tiles(s.public, s.hidden, seed)
        _deal_tokens(s.public, s.hidden, seed)
        _deal_colours(s.public, s.hidden, seed)


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


def _deal_tokens(p: Public, h: Hidden, seed: int) -> None:
    tokens = np.empty(V.FRINGE, np.int8)
    count = lay_out(p.tokens, tokens)
    shuffle(tokens, count, seed, _TOKENS)  # SETUP-03
    for cell in range(V.CELLS):
        if not is_stack(cell) and p.left[cell] > 0 and p.face[cell] < 0:
            count -= 1
            h.under[cell, 0] = tokens[count]


def _deal_colours(p: Public, h: Hidden, seed: int) -> None:
    colours = np.empty(V.BLOCKS, np.int8)
    count = lay_out(p.unseen, colours)
    shuffle(colours, count, seed, _COLOURS)  # SETUP-04
    for column in range(V.COLUMNS):
        for level in range(V.LAYERS):
            if p.cube[column, level] == UNSEEN:
                count -= 1
                h.colours[column, level] = colours[count]


compile_functions(globals())
