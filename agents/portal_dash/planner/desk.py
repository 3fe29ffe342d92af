"""What the planner works on: its weights, and arrays that are written again and again."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.portal_dash.planner.weights import Term
from envs.portal_dash.rules import limits as L

#: Numbers of the mob die.
FACES = 3
SPACES = L.ROWS * L.COLUMNS
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
FACTS = 3


class Desk(NamedTuple):
    """The planner's weights and scratch arrays; not to be shared between threads.

    Attributes:
        weights: Indexed by ``Weight``.
        terms: The last position's value, indexed by ``Term``.
        facts: What several terms need to know of a position.
        gear: One row a player.
        counts: Blocks: by colour available, exposed, wanted; by layer.
        damage: Hearts that each number of the mob die would cost each player.
        lost: Chances of hearts lost.
        way: A map of distances, see ``way``.
    """

    weights: npt.NDArray[np.float64]
    terms: npt.NDArray[np.float64]
    facts: npt.NDArray[np.float64]
    gear: npt.NDArray[np.float64]
    counts: npt.NDArray[np.float64]
    damage: npt.NDArray[Any]
    lost: npt.NDArray[np.float64]
    way: npt.NDArray[Any]


def new_desk(weights: npt.NDArray[np.float64]) -> Desk:
    """Return a desk with empty arrays."""
    return Desk(
        weights,
        np.zeros(len(Term)),
        np.zeros(FACTS),
        np.zeros((L.PLAYERS, GEAR)),
        np.zeros((4, L.COLOURS)),
        np.zeros((FACES, L.PLAYERS), np.int64),
        np.zeros(_MOST_LIFE + 1),
        np.full(SPACES + 2, -2, np.int64),
    )
