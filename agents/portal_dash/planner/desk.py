"""What the planner works on: its weights, and arrays that are written again and again."""

from __future__ import annotations

from typing import Annotated, Any, Final, cast

import numpy as np
import numpy.typing as npt

from tablemates.agents.portal_dash.copying import SIZE
from tablemates.agents.portal_dash.planner.weights import Numbers, Term, Weight
from tablemates.envs.core.compiled import INTERPRETED, helper
from tablemates.envs.core.record import I32, Array16, Bytes, RecordView, Words, dtype_of
from tablemates.envs.portal_dash.rules import limits as L

#: Numbers of the mob die.
FACES = 3
#: Cost of a space without a way, see ``way``.
FAR = 60
_MOST_LIFE = L.HEARTS + 127 * L.SLOTS

# Columns of ``Desk.gear``: what a player can do.
READY = 0  # hits expected from the two best weapons that are ready
BEST = 1  # hits expected from the best weapon
PACE = 2  # steps an action, boots and repairs taken together
BOOST = 3  # actions that ready boots save
LIFE = 4  # hearts with those of armour
ARMOUR = 5
WALK = 6  # actions of walking still to be done
ROUNDS = 7  # own turns left after walking and mining
SHARE = 8  # how likely it is that they are in time to fight
GEAR = 9

# Places of ``Desk.facts``.
BLOCKS = 0  # left in the cube
MISSING = 1  # blocks that the tasks still need
COLOURS = 2  # different colours exposed
LATE = 3  # chance that the time does not do
FACTS = 4

#: Positions that a search keeps at each depth at the most; a weight says how many it does keep.
BEAM = 16
#: Rows of ``Desk.nodes``: two beams, then three more.
NODES = 2 * BEAM + 3
#: Choices of a plan at the most.
LONGEST = 16
#: Positions already valued that are remembered, and places to look them up in: a power
#: of two, more than there are positions.
KNOWN = 2048
PLACES = 2 * KNOWN
_TERMS = len(Term)


class Desk:
    """One planner's weights and scratch arrays; not to be shared between threads."""

    sets: Annotated[Numbers, np.float64, (L.PLAYERS, len(Weight))]  # for 1, 2, ... players
    weights: Annotated[Numbers, np.float64, len(Weight)]  # those of the game at hand
    terms: Annotated[Numbers, np.float64, _TERMS]  # the last position's value
    facts: Annotated[Numbers, np.float64, FACTS]  # what several terms need to know of a position
    gear: Annotated[Numbers, np.float64, (L.PLAYERS, GEAR)]
    # blocks: by colour available, exposed, wanted; by layer
    counts: Annotated[Numbers, np.float64, (4, L.COLOURS)]
    # hearts that each number of the mob die would cost each player
    damage: Annotated[npt.NDArray[Any], np.int64, (FACES, L.PLAYERS)]
    lost: Annotated[Numbers, np.float64, _MOST_LIFE + 1]  # chances of hearts lost
    # -- a map of distances, and what it was made of: see ``way`` ---------------------
    way: Annotated[Words, np.uint64, (FAR, L.ROWS)]  # spaces at each cost
    way_free: Annotated[Words, np.uint64, L.ROWS]  # those that cost more
    way_sources: Annotated[Words, np.uint64, L.ROWS]
    way_board: Annotated[Words, np.uint64, (4, L.ROWS)]
    way_goal: I32
    way_columns: I32
    way_layers: I32
    # -- the search -------------------------------------------------------------------
    first: Annotated[npt.NDArray[Any], np.int64, 2 * BEAM]  # the root's choice it came from
    score: Annotated[Numbers, np.float64, 2 * BEAM]
    hashes: Annotated[Words, np.uint64, 2 * BEAM]
    extra: Annotated[Numbers, np.float64, (2 * BEAM, _TERMS)]  # what it does not show itself
    certain: Annotated[npt.NDArray[Any], np.int64, 2 * BEAM]
    path: Annotated[Array16, np.int16, (2 * BEAM, LONGEST)]  # the choices that lead there
    path_length: Annotated[npt.NDArray[Any], np.int64, 2 * BEAM]
    # positions already valued, so that another order of the same steps costs no second look
    known_count: I32
    known_at: Annotated[Array16, np.int16, PLACES]  # 1 + which, from the hash's place on
    known: Annotated[Words, np.uint64, KNOWN]  # its hash
    known_value: Annotated[Numbers, np.float64, KNOWN]
    known_terms: Annotated[Numbers, np.float64, (KNOWN, _TERMS)]
    # -- the answer: one row a legal action, ascending ----------------------------------
    values: Annotated[Numbers, np.float64, L.LEGAL]
    value_terms: Annotated[Numbers, np.float64, (L.LEGAL, _TERMS)]  # what each is the sum of
    ends: Annotated[Bytes, np.uint8, (L.LEGAL, SIZE)]  # the positions that the values are of
    paths: Annotated[Array16, np.int16, (L.LEGAL, LONGEST)]  # the choices that lead there
    paths_length: Annotated[npt.NDArray[Any], np.int64, L.LEGAL]
    actions: Annotated[Array16, np.int16, L.LEGAL]
    legal: Annotated[Array16, np.int16, L.LEGAL]  # of the position looked into
    nodes: Annotated[Bytes, np.uint8, (NODES, SIZE)]
    # -- the plan that is kept to: see ``paths`` ------------------------------------------
    plan: Annotated[Array16, np.int16, LONGEST]
    plan_at: I32
    plan_length: I32
    plan_turn: I32


DESK: Final = dtype_of(Desk)

if INTERPRETED:

    def desk_of(buffer: Bytes) -> Desk:
        """Return the desk in a buffer."""
        return cast(Desk, RecordView(buffer, DESK))

else:

    @helper
    def desk_of(buffer: Bytes) -> Desk:
        """Return the desk in a buffer."""
        return buffer.view(DESK)[0]


def new_desk(weights: Numbers) -> Bytes:
    """Return the buffer of a desk with weights, shape ``(players, weights)``."""
    buffer = np.zeros(DESK.itemsize, np.uint8)
    cast(Desk, RecordView(buffer, DESK)).sets[:] = weights
    return buffer
