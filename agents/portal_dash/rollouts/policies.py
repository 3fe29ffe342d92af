"""The policies that compiled code can ask, by number.

Compiled code has no tables of functions: a new policy is a number and a branch.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from tablemates.agents.portal_dash.nesting import nested
from tablemates.agents.portal_dash.planner.choice import think
from tablemates.agents.portal_dash.planner.desk import Desk
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.agents.portal_dash.rollouts.keys import uniform
from tablemates.agents.portal_dash.rules_bot.rules import choose
from tablemates.envs.core.record import Array8, Bytes
from tablemates.envs.portal_dash.rules.state import Box, Public, Work

# Places of ``thought``: what a planner thought last stands on its desk.
BEST = 0  # the row of the best choice
COUNT = 1  # how many choices there are


class Policy(IntEnum):
    """Numbers of the policies; ``PLANNER + n`` is the planner with the n-th set of weights."""

    RANDOM = 0
    RULES = 1
    PLANNER = 2


@nested
def answer(
    policy: int,
    public: Bytes,
    p: Public,
    box: Box,
    w: Work,
    key: Any,
    mask: Array8,
    desk: Desk,
    styles: Numbers,
    thought: npt.NDArray[np.int64],
) -> int:
    """Return the legal action that a policy chooses.

    Args:
        policy: Its number.
        public: The public part of a game at a decision.
        p: The same as a record.
        box: What is in the box.
        w: Scratch space, which holds the legal actions of the decision.
        key: Seed of the random numbers of this answer, ``uint64``.
        mask: Scratch, all zeros, one place an action.
        desk: The planner's scratch space.
        styles: Sets of weights, shape ``(sets, players, weights)``.
        thought: Written by planners: ``BEST`` and ``COUNT``.
    """
    if policy == Policy.RANDOM:
        return int(w.legal[int(uniform(key) * w.legal_count)])
    if policy == Policy.RULES:
        count = int(w.legal_count)
        for i in range(count):
            mask[w.legal[i]] = 1
        action, _ = choose(p, box, w, mask)
        for i in range(count):
            mask[w.legal[i]] = 0
        return int(action)
    for i in range(len(desk.weights)):
        desk.sets[p.players - 1, i] = styles[policy - Policy.PLANNER.value, p.players - 1, i]
    count = think(public, box, w, key, desk)
    best = 0
    for i in range(1, count):
        if desk.values[i] > desk.values[best]:
            best = i
    thought[BEST] = best
    thought[COUNT] = count
    return int(desk.actions[best])
