"""The planner's weights and preallocated arrays, one record shared by its compiled functions."""

from __future__ import annotations

from typing import Annotated, Any, Final, cast

import numpy as np
import numpy.typing as npt

from tablemates.agents.portal_dash.planner.weights import BEAM, Numbers, Term, Weight
from tablemates.envs.core.compiler.decorators import helper
from tablemates.envs.core.records.borrowed import record_of
from tablemates.envs.core.records.layout import I32, Array16, Bytes, RecordView, Words, dtype_of
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.state import STATE

SIZE: Final = STATE.itemsize
PUBLIC_SIZE: Final = STATE["public"].itemsize

#: Numbers of the mob die.
FACES = 3
#: Walking cost of an unreachable space, see ``campaign.update_map``.
FAR = 60
_MOST_LIFE = V.HEARTS + 127 * V.SLOTS

# Columns of ``SearchBuffers.gear``: a player's abilities.
READY = 0  # hits expected from the two best weapons that are ready
BEST = 1  # hits expected from the best weapon
PACE = 2  # steps an action, boots and repairs taken together
BOOST = 3  # actions that ready boots save
LIFE = 4  # hearts with those of armour
ARMOUR = 5
WALK = 6  # actions of walking still to be done
ROUNDS = 7  # own turns left after walking and mining
SHARE = 8  # probability of arriving in time to fight
GEAR = 9

# Places of ``SearchBuffers.facts``.
BLOCKS = 0  # left in the cube
MISSING = 1  # blocks that the tasks still need
COLOURS = 2  # different colours exposed
LATE = 3  # probability of running out of time
FACTS = 4

#: Rows of ``SearchBuffers.nodes``: two beams, then three more.
NODES = 2 * BEAM + 3
#: Entries of the transposition table, and slots of its hash index (a power of two).
KNOWN = 2048
PLACES = 2 * KNOWN
_TERMS = len(Term)


class SearchBuffers:
    """One planner's weights and arrays; not to be shared between threads."""

    sets: Annotated[Numbers, np.float64, (V.PLAYERS, len(Weight))]  # for 1, 2, ... players
    weights: Annotated[Numbers, np.float64, len(Weight)]  # those of the game at hand
    terms: Annotated[Numbers, np.float64, _TERMS]  # value of the position evaluated last
    facts: Annotated[Numbers, np.float64, FACTS]  # features that several terms share
    gear: Annotated[Numbers, np.float64, (V.PLAYERS, GEAR)]
    # blocks: by colour available, exposed, wanted; by layer
    counts: Annotated[Numbers, np.float64, (4, V.COLOURS)]
    # hearts that each number of the mob die would cost each player
    damage: Annotated[npt.NDArray[Any], np.int64, (FACES, V.PLAYERS)]
    lost: Annotated[Numbers, np.float64, _MOST_LIFE + 1]  # distribution of hearts lost
    # -- distance map, see ``campaign.update_map`` ----------------------------------------
    way: Annotated[Words, np.uint64, (FAR, V.ROWS)]  # bit sets of the spaces at each cost
    way_free: Annotated[Words, np.uint64, V.ROWS]  # spaces without a cost yet
    way_sources: Annotated[Words, np.uint64, V.ROWS]
    way_board: Annotated[Words, np.uint64, (4, V.ROWS)]
    way_goal: I32
    way_columns: I32
    way_layers: I32
    # -- beam: two of ``BEAM`` rows ----------------------------------------------------------
    first: Annotated[npt.NDArray[Any], np.int64, 2 * BEAM]  # index of the root action
    score: Annotated[Numbers, np.float64, 2 * BEAM]
    hashes: Annotated[Words, np.uint64, 2 * BEAM]
    extra: Annotated[Numbers, np.float64, (2 * BEAM, _TERMS)]  # value that the position lacks
    certain: Annotated[npt.NDArray[Any], np.int64, 2 * BEAM]  # reached without chance
    # -- transposition table ----------------------------------------------------------------
    known_count: I32
    known_at: Annotated[Array16, np.int16, PLACES]  # hash index: 1 + entry, 0 is free
    known: Annotated[Words, np.uint64, KNOWN]  # hashes
    known_value: Annotated[Numbers, np.float64, KNOWN]
    known_terms: Annotated[Numbers, np.float64, (KNOWN, _TERMS)]
    # -- result: one row per legal action, ascending -------------------------------------------
    values: Annotated[Numbers, np.float64, V.LEGAL]
    value_terms: Annotated[Numbers, np.float64, (V.LEGAL, _TERMS)]  # their sums are the values
    actions: Annotated[Array16, np.int16, V.LEGAL]
    legal: Annotated[Array16, np.int16, V.LEGAL]  # of the position being expanded
    nodes: Annotated[Bytes, np.uint8, (NODES, SIZE)]


BUFFERS: Final = dtype_of(SearchBuffers)


@helper
def buffers_of(data: Bytes) -> Any:
    """Return the record in an array of bytes."""
    return record_of(data, BUFFERS)


def new_buffers(weights: Numbers) -> Bytes:
    """Return new buffers, ``uint8``, with weights of shape ``(players, weights)``."""
    data = np.zeros(BUFFERS.itemsize, np.uint8)
    cast(SearchBuffers, RecordView(data, BUFFERS)).sets[:] = weights
    return data


@helper
def copy_game(target: Bytes, source: Bytes) -> None:
    """Copy a game's record.

    The compiler turns the loop into one move; an assignment of slices takes thirty times as long.
    """
    for i in range(SIZE):
        target[i] = source[i]


@helper
def copy_public(target: Bytes, source: Bytes) -> None:
    """Copy the public part of a game's record and clear the hidden part."""
    for i in range(PUBLIC_SIZE):
        target[i] = source[i]
    for i in range(PUBLIC_SIZE, SIZE):
        target[i] = 0
