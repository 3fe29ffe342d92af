"""The compiled part of tree search: a tree of decisions and explicit chance.

Chance is explicit in the nodes: nothing hidden is ever set in them, and the distribution of dice
and draws is exact. The planner evaluates the position of a decision once, when the tree reaches it:
the points of its best plan, relative to those at the root, give the win probability, and the values
of its choices give the prior (PUCT; Rosin 2011, Silver et al. 2017). For this the planner draws the
hidden part by ``resample``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.portal_dash.compiled import (
    PUBLIC_SIZE,
    copy_game,
    copy_public,
    decision_key,
)
from tablemates.agents.portal_dash.planner.buffers import SearchBuffers, buffers_of
from tablemates.agents.portal_dash.planner.chances import FEATURES, chance_of, write_features
from tablemates.agents.portal_dash.planner.search import SOURCES, best_row, evaluate
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.envs.core.cache import code_kept_in, folder_within
from tablemates.envs.core.compiled import compiled, helper
from tablemates.envs.core.record import Bytes
from tablemates.envs.portal_dash import CACHE
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.chance import outcomes
from tablemates.envs.portal_dash.rules.flow import take
from tablemates.envs.portal_dash.rules.records import box_of, state_of, work_of
from tablemates.envs.portal_dash.rules.state import Box, Work
from tablemates.envs.portal_dash.rules.vocabulary import Decision, Outcome

Integers = npt.NDArray[np.int64]

# Columns of ``Tree.nodes``, and the kinds of nodes.
FIRST = 0  # the first of the node's edges, which are contiguous
COUNT = 1
VISITS = 2
KIND = 3
NODE = 4
DECISION = 0
CHANCE = 1
OVER = 2

# Columns of ``Tree.edges`` and ``Tree.shares``.
ACTION = 0  # or the outcome of chance
CHILD = 1  # a node, -1: none yet
TRIED = 2
EDGE = 3
SHARE = 0  # prior of the action, or probability of the outcome
SUM = 1  # of the win probabilities found below
SHARES = 2

# Places of ``Tree.start``: the root's win probability as a logit, and its value in points.
LOGIT = 0
AT = 1
START = 2

#: Longest path from the root to a leaf.
_DEEPEST = 512
#: Weight of the prior against what was found (c_puct).
_EXPLORE = 0.1
#: Temperature of the prior, in the planner's points.
_POINTS = 15.0
#: Choices this many points below the best are left out, and the most choices of a decision.
_CUT = 60.0
_WIDTH = 6
#: Weight of a point of the planner's, in logits.
_WEIGHT = 0.005


class Tree(NamedTuple):
    """The arrays of a tree.

    Attributes:
        positions: Records of the nodes, shape ``(nodes, bytes)``; the first is the root.
        nodes: Integers of the nodes, shape ``(nodes, NODE)``.
        own: The planner's win probability of each node.
        edges: Integers of the edges, shape ``(edges, EDGE)``.
        shares: Floats of the edges, shape ``(edges, SHARES)``.
        start: Reference values at the root, shape ``(START,)``.
        size: Numbers of nodes and edges in use; ``[0, 0]``: a new tree.
    """

    positions: Bytes
    nodes: Integers
    own: Numbers
    edges: Integers
    shares: Numbers
    start: Numbers
    size: Integers


@helper
def _select(node: int, tree: Tree) -> int:
    """Return the edge of a decision with the highest PUCT score."""
    first = int(tree.nodes[node, FIRST])
    best = first
    most = -1.0
    root = np.sqrt(float(tree.nodes[node, VISITS]))
    for e in range(first, first + int(tree.nodes[node, COUNT])):
        tried = int(tree.edges[e, TRIED])
        value = tree.shares[e, SUM] / tried if tried > 0 else tree.own[node]
        score = value + _EXPLORE * tree.shares[e, SHARE] * root / (1.0 + tried)
        if score > most:
            most = score
            best = e
    return best


@helper
def _draw(node: int, tree: Tree) -> int:
    """Return the outcome of chance whose visits are furthest behind its probability."""
    first = int(tree.nodes[node, FIRST])
    best = first
    furthest = -1e9
    visits = float(tree.nodes[node, VISITS]) + 1.0
    for e in range(first, first + int(tree.nodes[node, COUNT])):
        share = tree.shares[e, SHARE]
        behind = (share * visits - tree.edges[e, TRIED]) / np.sqrt(share)
        if behind > furthest:
            furthest = behind
            best = e
    return best


@helper
def _set_edge(tree: Tree, e: int, action: int, share: float) -> None:
    tree.edges[e, ACTION] = action
    tree.edges[e, CHILD] = -1
    tree.edges[e, TRIED] = 0
    tree.shares[e, SHARE] = share
    tree.shares[e, SUM] = 0.0


@helper
def _list_outcomes(node: int, box: Box, edges: int, tree: Tree) -> int:
    """Write the outcomes of a chance node as edges; return their number."""
    values = np.empty(L.DRAWABLE_TILES, np.int16)
    chances = np.empty(L.DRAWABLE_TILES, np.float64)
    p = state_of(tree.positions[node]).public
    count = outcomes(p, box, int(p.decision_about), values, chances)
    for i in range(count):
        _set_edge(tree, edges + i, int(values[i]), chances[i])
    return int(count)


@helper
def _list_choices(count: int, width: int, buf: SearchBuffers, edges: int, tree: Tree) -> int:
    """Write the planner's candidates as edges, best first; return their number.

    Of choices with equal values and terms, which lead to the same position, the first is kept.
    """
    best = best_row(buf, count)
    highest = buf.values[best]
    found = 0
    total = 0.0
    for _ in range(width):
        if found > 0:
            best = -1
            for i in range(count):
                if buf.values[i] < highest - _CUT:
                    continue
                known = False
                for k in range(found):
                    other = int(buf.legal[k])
                    same = buf.values[i] == buf.values[other]
                    for t in range(buf.value_terms.shape[1]):
                        same = same and buf.value_terms[i, t] == buf.value_terms[other, t]
                    known = known or same or i == other
                if not known and (best < 0 or buf.values[i] > buf.values[best]):
                    best = i
            if best < 0:
                break
        buf.legal[found] = best
        share = np.exp((buf.values[best] - highest) / _POINTS)
        _set_edge(tree, edges + found, int(buf.actions[best]), share)
        total += share
        found += 1
    for e in range(edges, edges + found):
        tree.shares[e, SHARE] /= total
    return found


@helper
def _add_node(
    node: int, key: Any, box: Box, w: Work, buf: SearchBuffers, model: Numbers, tree: Tree
) -> float:
    """Make a node of a position that the tree reaches for the first time; return its value."""
    p = state_of(tree.positions[node]).public
    edges = int(tree.size[1])
    nodes, own, start = tree.nodes, tree.own, tree.start
    nodes[node, FIRST] = edges
    nodes[node, COUNT] = 0
    nodes[node, VISITS] = 0
    own[node] = 0.0
    if p.outcome != Outcome.RUNNING:
        nodes[node, KIND] = OVER
        own[node] = 1.0 if p.outcome == Outcome.WON else 0.0
    elif p.decision == Decision.CHANCE:
        nodes[node, KIND] = CHANCE
        nodes[node, COUNT] = _list_outcomes(node, box, edges, tree)
    else:
        nodes[node, KIND] = DECISION
        width = 1 if p.decision == Decision.REROLL else _WIDTH
        public = tree.positions[node][:PUBLIC_SIZE]
        count = evaluate(public, box, w, decision_key(key, node), buf)
        nodes[node, COUNT] = _list_choices(count, width, buf, edges, tree)
        best = buf.legal[0]
        if node == 0:
            features = np.empty(FEATURES)
            write_features(p, box, buf.value_terms[best], features)
            own[0] = chance_of(features, model)
            chance = min(0.99, max(0.01, own[0]))
            start[LOGIT] = np.log(chance / (1.0 - chance))
            start[AT] = buf.values[best]
        else:
            gain = _WEIGHT * (buf.values[best] - start[AT])
            own[node] = 1.0 / (1.0 + np.exp(-(start[LOGIT] + gain)))
    tree.size[0] += 1
    tree.size[1] += nodes[node, COUNT]
    return float(own[node])


CODE: Final = folder_within(CACHE, [*SOURCES, Path(__file__)])

with code_kept_in(CODE):

    @compiled
    def grow(
        public: Bytes,
        box: Bytes,
        work: Bytes,
        buffers: Bytes,
        model: Numbers,
        key: Any,
        simulations: int,
        tree: Tree,
    ) -> int:
        """Grow a tree by some simulations.

        Args:
            public: The public part of a game at a player's decision.
            box: The parts of the game.
            work: Scratch space.
            buffers: The planner's weights and buffers.
            model: Parameters of the network for win probabilities.
            key: Seed of everything that the planner draws, ``uint64``.
            simulations: Number of simulations.
            tree: Changed in place.

        Returns:
            Simulations made: fewer where the arrays are full.
        """
        b = box_of(box)
        w = work_of(work)
        buf = buffers_of(buffers)
        path = np.zeros(_DEEPEST, np.int64)
        for n in range(simulations):
            depth = 0
            at = 0
            value = 0.0
            if tree.size[0] == 0:
                copy_public(tree.positions[0], public)
                state_of(tree.positions[0]).public.explicit_chance = 1
                _add_node(0, key, b, w, buf, model, tree)
            while True:
                if tree.nodes[at, KIND] == OVER or depth == _DEEPEST:
                    value = tree.own[at]
                    break
                e = _draw(at, tree) if tree.nodes[at, KIND] == CHANCE else _select(at, tree)
                path[depth] = e
                depth += 1
                child = int(tree.edges[e, CHILD])
                if child < 0:
                    child = int(tree.size[0])
                    if child == len(tree.nodes) or tree.size[1] + L.LEGAL > len(tree.edges):
                        return n
                    tree.edges[e, CHILD] = child
                    copy_game(tree.positions[child], tree.positions[at])
                    w.ends_known = 0
                    take(state_of(tree.positions[child]), b, w, int(tree.edges[e, ACTION]))
                    value = _add_node(child, key, b, w, buf, model, tree)
                    if tree.nodes[child, KIND] == DECISION and tree.nodes[child, COUNT] > 1:
                        break
                at = child
            at = 0
            for k in range(depth):
                e = int(path[k])
                tree.nodes[at, VISITS] += 1
                tree.edges[e, TRIED] += 1
                tree.shares[e, SUM] += value
                at = int(tree.edges[e, CHILD])
        return simulations
