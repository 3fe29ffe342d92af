"""The compiled part of tree search: the planner judges positions and prefers actions.

The planner evaluates the position of a decision once, when the tree reaches it: the points of its
best plan, relative to those at the root, give the win probability, and the values of its choices
give the prior. For this the planner draws the hidden part by ``resample``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.agents.portal_dash.compiled import (
    PLANNER_CODE,
    PUBLIC_SIZE,
    copy_public,
    decision_key,
)
from tablemates.agents.portal_dash.planner.buffers import SearchBuffers, buffers_of
from tablemates.agents.portal_dash.planner.chances import FEATURES, chance_of, write_features
from tablemates.agents.portal_dash.planner.search import best_row, evaluate
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.agents.search import tree as T
from tablemates.agents.search.tree import Tree, add_edge, add_node, growing
from tablemates.envs.core.cache import folder_within
from tablemates.envs.core.compiled import code_kept_in, compiled, helper
from tablemates.envs.core.record import Bytes
from tablemates.envs.portal_dash.once import take
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.chance import outcomes
from tablemates.envs.portal_dash.rules.records import box_of, state_of, work_of
from tablemates.envs.portal_dash.rules.state import Box
from tablemates.envs.portal_dash.rules.vocabulary import Decision, Outcome

# Places of ``start``: the root's win probability as a logit, and its value in points.
LOGIT = 0
AT = 1
START = 2

#: Weight of the prior against what was found (c_puct).
_EXPLORE = 0.1
#: Temperature of the prior, in the planner's points.
_POINTS = 15.0
#: Choices this many points below the best are left out, and the most choices of a decision.
_CUT = 60.0
_WIDTH = 6
#: Weight of a point of the planner's, in logits.
_WEIGHT = 0.005


@helper
def _draw(node: int, tree: Tree) -> int:
    """Return the outcome of chance whose visits are furthest behind its probability."""
    first = int(tree.nodes[node, T.FIRST])
    best = first
    furthest = -1e9
    visits = float(tree.nodes[node, T.VISITS]) + 1.0
    for e in range(first, first + int(tree.nodes[node, T.COUNT])):
        share = tree.shares[e]
        behind = (share * visits - tree.edges[e, T.TRIED]) / np.sqrt(share)
        if behind > furthest:
            furthest = behind
            best = e
    return best


@helper
def _list_outcomes(node: int, box: Box, tree: Tree) -> None:
    """Add the outcomes of a chance node as edges."""
    values = np.empty(L.DRAWABLE_TILES, np.int16)
    chances = np.empty(L.DRAWABLE_TILES, np.float64)
    p = state_of(tree.positions[node]).public
    for i in range(outcomes(p, box, int(p.decision_about), values, chances)):
        add_edge(tree, node, int(values[i]), chances[i])


@helper
def _list_choices(node: int, count: int, width: int, buf: SearchBuffers, tree: Tree) -> None:
    """Add the planner's candidates as edges, best first.

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
        add_edge(tree, node, int(buf.actions[best]), share)
        total += share
        found += 1
    first = int(tree.nodes[node, T.FIRST])
    for e in range(first, first + found):
        tree.shares[e] /= total


@helper
def _settle(tree: Tree, context: Any) -> None:
    """Add the node of the next free position, with its edges and its win probability."""
    box, w, buf, model, key, start = context
    node = int(tree.size[0])
    own = tree.own[node]
    p = state_of(tree.positions[node]).public
    if p.outcome != Outcome.RUNNING:
        add_node(tree, T.OVER, 0)
        own[0] = 1.0 if p.outcome == Outcome.WON else 0.0
    elif p.decision == Decision.CHANCE:
        add_node(tree, T.CHANCE, 0)
        _list_outcomes(node, box, tree)
    else:
        add_node(tree, T.DECISION, 0)
        width = 1 if p.decision == Decision.REROLL else _WIDTH
        public = tree.positions[node][:PUBLIC_SIZE]
        count = evaluate(public, box, w, decision_key(key, node), buf)
        _list_choices(node, count, width, buf, tree)
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
            own[0] = 1.0 / (1.0 + np.exp(-(start[LOGIT] + gain)))


@helper
def _expand(tree: Tree, action: int, context: Any) -> None:
    """Take an action, see ``growing``."""
    box, w, _, _, _, _ = context
    w.ends_known = 0
    take(state_of(tree.positions[int(tree.size[0])]), box, w, action)
    _settle(tree, context)


_grow: Final = growing(_expand, _draw)
CODE: Final = folder_within(PLANNER_CODE, [Path(__file__), Path(T.__file__)])

with code_kept_in(CODE):

    @compiled
    def grow(
        public: Bytes,
        box: Bytes,
        work: Bytes,
        buffers: Bytes,
        model: Numbers,
        key: Any,
        start: Numbers,
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
            start: Reference values at the root, shape ``(START,)``; written with the root.
            simulations: Number of simulations.
            tree: Changed in place; values have one column.

        Returns:
            Simulations made: fewer where the arrays are full.
        """
        context = (box_of(box), work_of(work), buffers_of(buffers), model, key, start)
        if tree.size[0] == 0:
            copy_public(tree.positions[0], public)
            state_of(tree.positions[0]).public.explicit_chance = 1
            _settle(tree, context)
        return _grow(tree, simulations, _EXPLORE, L.LEGAL, context)
