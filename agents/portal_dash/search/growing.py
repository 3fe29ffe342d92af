"""The compiled entry point of tree search: a tree of decisions and explicit chance grows.

Nodes are positions in which chance is explicit: nothing hidden is ever set in
them, what dice and draws bring is asked for with its exact chances. A position
of a decision is judged by the planner once, when the tree reaches it: the points
of its best plan, weighed against those at the root, give the chance of winning,
and the values of its choices say which to look at first (PUCT; Rosin 2011, Silver
et al. 2017). The planner draws the hidden part
that it looks at by ``resample``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.portal_dash.copying import PUBLIC_SIZE, copy_game, copy_public
from tablemates.agents.portal_dash.planner.choice import SOURCES as PLANNER_SOURCES
from tablemates.agents.portal_dash.planner.choice import think
from tablemates.agents.portal_dash.planner.desk import Desk, desk_of
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.agents.portal_dash.rollouts.chances import FEATURES, chance_of, write_features
from tablemates.agents.portal_dash.rollouts.keys import decision_key
from tablemates.envs.core.cache import own_cache
from tablemates.envs.core.compiled import compiled, helper
from tablemates.envs.core.record import Bytes
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.chance import outcomes
from tablemates.envs.portal_dash.rules.flow import take
from tablemates.envs.portal_dash.rules.records import box_of, state_of, work_of
from tablemates.envs.portal_dash.rules.state import Box, Work
from tablemates.envs.portal_dash.rules.vocabulary import Decision, Outcome

Integers = npt.NDArray[np.int64]

# Columns of a node's whole numbers, and its kinds.
FIRST = 0  # its edges lie side by side from here on
COUNT = 1
VISITS = 2
KIND = 3
NODE = 4
DECISION = 0
CHANCE = 1
OVER = 2

# Columns of an edge's whole numbers, and of its others.
ACTION = 0  # or the outcome of chance
CHILD = 1  # a node, -1: not yet
TRIED = 2
EDGE = 3
SHARE = 0  # the planner's preference, or the chance of the outcome
SUM = 1  # of the chances of winning found below
SHARES = 2

#: Moves from the root to a leaf at the most.
_DEEPEST = 512

# Places of ``start``: what all other positions are weighed against.
LOGIT = 0
AT = 1
START = 2

# Places of ``manner``.
EXPLORE = 0  # how much a preference weighs against what was found
POINTS = 1  # of the planner's that make a choice e times less preferred
CUT = 2  # choices worth this many points less than the best are left out
WIDTH = 3  # the most choices of a decision
WEIGHT = 4  # of a point, in logits

_FOLDER: Final = Path(__file__).parent
_SOURCES: Final = [
    *PLANNER_SOURCES,
    _FOLDER / "growing.py",
    *(_FOLDER.parent / "rollouts" / name for name in ("chances.py", "keys.py")),
]


@helper
def select(
    node: int, nodes: Integers, own: Numbers, numbers: Integers, shares: Numbers, explore: float
) -> int:
    """Return the edge of a decision that looks best, hope included."""
    first = int(nodes[node, FIRST])
    best = first
    most = -1.0
    root = np.sqrt(float(nodes[node, VISITS]))
    for e in range(first, first + int(nodes[node, COUNT])):
        tried = int(numbers[e, TRIED])
        value = shares[e, SUM] / tried if tried > 0 else own[node]
        score = value + explore * shares[e, SHARE] * root / (1.0 + tried)
        if score > most:
            most = score
            best = e
    return best


@helper
def draw(node: int, nodes: Integers, numbers: Integers, shares: Numbers) -> int:
    """Return the outcome of chance that is furthest behind its share."""
    first = int(nodes[node, FIRST])
    best = first
    furthest = -1e9
    visits = float(nodes[node, VISITS]) + 1.0
    for e in range(first, first + int(nodes[node, COUNT])):
        behind = (shares[e, SHARE] * visits - numbers[e, TRIED]) / np.sqrt(shares[e, SHARE])
        if behind > furthest:
            furthest = behind
            best = e
    return best


@helper
def list_outcomes_of(game: Bytes, box: Box, edges: int, numbers: Integers, shares: Numbers) -> int:
    """Write the outcomes of a chance node as edges; return how many."""
    values = np.empty(L.DRAWABLE_TILES, np.int16)
    chances = np.empty(L.DRAWABLE_TILES, np.float64)
    p = state_of(game).public
    count = outcomes(p, box, int(p.decision_about), values, chances)
    for i in range(count):
        numbers[edges + i, ACTION] = values[i]
        numbers[edges + i, CHILD] = -1
        numbers[edges + i, TRIED] = 0
        shares[edges + i, SHARE] = chances[i]
        shares[edges + i, SUM] = 0.0
    return count


@helper
def list_choices_of(
    count: int,
    desk: Desk,
    manner: Numbers,
    width: int,
    edges: int,
    numbers: Integers,
    shares: Numbers,
) -> int:
    """Write what the planner would look at as edges; return how many.

    Choices with the same value and terms lead it to the same position: the first
    stands for all.
    """
    best = 0
    for i in range(1, count):
        if desk.values[i] > desk.values[best]:
            best = i
    highest = desk.values[best]
    found = 0
    total = 0.0
    for _ in range(width):
        if found > 0:
            best = -1
            for i in range(count):
                if desk.values[i] < highest - manner[CUT]:
                    continue
                known = False
                for k in range(found):
                    other = int(desk.legal[k])
                    same = desk.values[i] == desk.values[other]
                    for t in range(desk.value_terms.shape[1]):
                        same = same and desk.value_terms[i, t] == desk.value_terms[other, t]
                    known = known or same or i == other
                if not known and (best < 0 or desk.values[i] > desk.values[best]):
                    best = i
            if best < 0:
                break
        desk.legal[found] = best
        e = edges + found
        numbers[e, ACTION] = desk.actions[best]
        numbers[e, CHILD] = -1
        numbers[e, TRIED] = 0
        shares[e, SHARE] = np.exp((desk.values[best] - highest) / manner[POINTS])
        shares[e, SUM] = 0.0
        total += shares[e, SHARE]
        found += 1
    for e in range(edges, edges + found):
        shares[e, SHARE] /= total
    return found


@helper
def reach(
    node: int,
    key: Any,
    box: Box,
    w: Work,
    desk: Desk,
    model: Numbers,
    manner: Numbers,
    positions: Bytes,
    nodes: Integers,
    own: Numbers,
    numbers: Integers,
    shares: Numbers,
    start: Numbers,
    size: Integers,
) -> float:
    """Make a node of a position that the tree reaches for the first time; return its value."""
    p = state_of(positions[node]).public
    edges = int(size[1])
    nodes[node, FIRST] = edges
    nodes[node, COUNT] = 0
    nodes[node, VISITS] = 0
    own[node] = 0.0
    if p.outcome != Outcome.RUNNING:
        nodes[node, KIND] = OVER
        own[node] = 1.0 if p.outcome == Outcome.WON else 0.0
    elif p.decision == Decision.CHANCE:
        nodes[node, KIND] = CHANCE
        nodes[node, COUNT] = list_outcomes_of(positions[node], box, edges, numbers, shares)
    else:
        nodes[node, KIND] = DECISION
        width = 1 if p.decision == Decision.REROLL else int(manner[WIDTH])
        count = think(positions[node][:PUBLIC_SIZE], box, w, decision_key(key, node), desk)
        nodes[node, COUNT] = list_choices_of(count, desk, manner, width, edges, numbers, shares)
        best = desk.legal[0]
        if node == 0:
            features = np.empty(FEATURES)
            write_features(p, box, desk.value_terms[best], features)
            own[0] = chance_of(features, model)
            chance = min(0.99, max(0.01, own[0]))
            start[LOGIT] = np.log(chance / (1.0 - chance))
            start[AT] = desk.values[best]
        else:
            gain = manner[WEIGHT] * (desk.values[best] - start[AT])
            own[node] = 1.0 / (1.0 + np.exp(-(start[LOGIT] + gain)))
    size[0] += 1
    size[1] += nodes[node, COUNT]
    return float(own[node])


with own_cache(_SOURCES) as CODE:

    @compiled
    def grow(
        public: Bytes,
        box: Bytes,
        work: Bytes,
        desk: Bytes,
        model: Numbers,
        manner: Numbers,
        key: Any,
        simulations: int,
        positions: Bytes,
        nodes: Integers,
        own: Numbers,
        numbers: Integers,
        shares: Numbers,
        start: Numbers,
        size: Integers,
    ) -> int:
        """Let a tree grow by some simulations.

        Args:
            public: The public part of a game at a player's decision.
            box: What is in the box.
            work: Scratch space.
            desk: The planner's weights and scratch space.
            model: Turns the planner's terms into chances, see ``rollouts.chances``.
            manner: How it grows, see the places above.
            key: Seed of what the planner draws, ``uint64``.
            simulations: How many.
            positions: Of the nodes, shape ``(nodes, STATE.itemsize)``; the first is the root.
            nodes: Their whole numbers, shape ``(nodes, NODE)``.
            own: What the planner gave each of them.
            numbers: Of the edges, shape ``(edges, EDGE)``.
            shares: Of the edges, shape ``(edges, SHARES)``.
            start: Written at the root: its chance as ``LOGIT``, and ``AT`` how many points.
            size: Nodes and edges in use; ``[0, 0]``: a new tree.

        Returns:
            Simulations made: fewer where the arrays are full.
        """
        b = box_of(box)
        w = work_of(work)
        d = desk_of(desk)
        path = np.zeros(_DEEPEST, np.int64)
        for n in range(simulations):
            depth = 0
            at = 0
            value = 0.0
            if size[0] == 0:
                copy_public(positions[0], public)
                state_of(positions[0]).public.explicit_chance = 1
                reach(
                    0,
                    key,
                    b,
                    w,
                    d,
                    model,
                    manner,
                    positions,
                    nodes,
                    own,
                    numbers,
                    shares,
                    start,
                    size,
                )
            while True:
                if nodes[at, KIND] == OVER or depth == _DEEPEST:
                    value = own[at]
                    break
                if nodes[at, KIND] == CHANCE:
                    e = draw(at, nodes, numbers, shares)
                else:
                    e = select(at, nodes, own, numbers, shares, manner[EXPLORE])
                path[depth] = e
                depth += 1
                child = int(numbers[e, CHILD])
                if child < 0:
                    child = int(size[0])
                    if child == len(nodes) or size[1] + L.LEGAL > len(numbers):
                        return n
                    numbers[e, CHILD] = child
                    copy_game(positions[child], positions[at])
                    w.ends_known = 0
                    take(state_of(positions[child]), b, w, int(numbers[e, ACTION]))
                    value = reach(
                        child,
                        key,
                        b,
                        w,
                        d,
                        model,
                        manner,
                        positions,
                        nodes,
                        own,
                        numbers,
                        shares,
                        start,
                        size,
                    )
                    if nodes[child, KIND] == DECISION and nodes[child, COUNT] > 1:
                        break
                at = child
            at = 0
            for k in range(depth):
                e = int(path[k])
                nodes[at, VISITS] += 1
                numbers[e, TRIED] += 1
                shares[e, SUM] += value
                at = int(numbers[e, CHILD])
        return simulations
