"""The planner's search: what is left of the turn, both actions together.

A beam over the choices of this turn. Fights and finds are not played out but
valued by their odds, because a search that saw the dice would count on them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from agents.portal_dash.planner.fights import reroll_value, weapon_odds
from agents.portal_dash.planner.value import value_of
from agents.portal_dash.planner.weights import Weight
from envs.core.compiled import helper, wrapping
from envs.core.record import Bytes
from envs.portal_dash.rules import catalogue as A
from envs.portal_dash.rules.agenda import Step, pop
from envs.portal_dash.rules.fighting import start_fight
from envs.portal_dash.rules.flow import decide, mob_at, run_step, space_of
from envs.portal_dash.rules.legal import list_legal
from envs.portal_dash.rules.records import state_of
from envs.portal_dash.rules.state import STATE, Box, Public, State, Work
from envs.portal_dash.rules.vocabulary import Decision, Outcome

#: How a run of the engine stopped.
OVER = 0
TURN_END = 1
CHOICE = 2

#: Positions kept at each depth, and choices looked ahead at the most.
BEAM = 8
DEPTH = 14
SIZE = STATE.itemsize
_MORE_THAN_ANY_LIFE = 99
_WORDS = (SIZE - 8) // 8


@helper
def run_on(s: State, box: Box, w: Work) -> int:
    """Run until somebody has a choice, the next turn would begin, or the game is over."""
    p = s.public
    while p.outcome == Outcome.RUNNING:
        if p.agenda[p.agenda_length - 1, 0] == Step.TURN:
            return TURN_END
        run_step(s, box, w)
        if p.decision != Decision.NONE:
            list_legal(s, box, w)
            if w.legal_count > 1:
                return CHOICE
            decide(s, box, w, int(w.legal[0]))
    return OVER


@helper
def settle_fight(s: State, box: Box, w: Work, slot: int, mob: int, hits: int) -> None:
    """Let a fight end with a given number of hits, without dice."""
    p = s.public
    p.decision = Decision.NONE
    pop(p)
    start_fight(p, box, w, slot, mob)
    p.dice_to_roll = 0
    p.rerolls_left = 0
    p.dice_count = 1
    p.dice[0] = hits


@helper
def finds_ahead(p: Public) -> int:
    """Return how many finds are still on the agenda, the one under way included."""
    count = 0
    for i in range(p.agenda_length):
        if p.agenda[i, 0] == Step.FIND or p.agenda[i, 0] == Step.KEEP:
            count += 1
    return count


@helper
def rest_value(
    p: Public,
    box: Box,
    w: Work,
    weights: npt.NDArray[np.float64],
    damage: npt.NDArray[Any],
    way: npt.NDArray[Any],
) -> float:
    """Return a position's value with what is still to come of this turn."""
    value = value_of(p, box, w, weights, damage, way)
    if p.outcome == Outcome.RUNNING:
        value += weights[Weight.FIND] * finds_ahead(p)
        value += weights[Weight.ACTION] * (2 - int(p.actions_done))
    return value


@helper
def fight_value(
    node: Bytes,
    spare: Bytes,
    box: Box,
    w: Work,
    action: int,
    weights: npt.NDArray[np.float64],
    damage: npt.NDArray[Any],
    way: npt.NDArray[Any],
) -> float:
    """Return the value of a fight by its odds."""
    p = state_of(node).public
    slot = int(p.decision_about)
    mob = mob_at(p, space_of(box, action))
    chance, mean = weapon_odds(p, box, slot, mob)
    spare[:] = node
    won = state_of(spare)
    settle_fight(won, box, w, slot, mob, _MORE_THAN_ANY_LIFE)
    run_on(won, box, w)
    value = chance * rest_value(won.public, box, w, weights, damage, way)
    spare[:] = node
    lost = state_of(spare)
    settle_fight(lost, box, w, slot, mob, int(mean) if chance < 1.0 else 0)
    run_on(lost, box, w)
    return value + (1.0 - chance) * rest_value(lost.public, box, w, weights, damage, way)


@wrapping
def hash_of(node: Bytes) -> int:
    """Return a hash of a position's bytes."""
    words = node[: 8 * _WORDS].view(np.uint64)
    h = np.uint64(0xCBF29CE484222325)
    for word in words:
        h = (h ^ word) * np.uint64(0x100000001B3)
        h ^= h >> np.uint64(29)
    return h  # type: ignore[return-value]


@helper
def in_actions(p: Public) -> bool:
    """Return whether the turn has come to its actions, so that looking ahead makes sense."""
    return p.actions_done > 0 or p.decision == Decision.ACTION


@helper
def choice_values(
    root: Bytes,
    box: Box,
    w: Work,
    weights: npt.NDArray[np.float64],
    nodes: Bytes,
    values: npt.NDArray[np.float64],
    damage: npt.NDArray[Any],
    way: npt.NDArray[Any],
) -> int:
    """Value every legal choice of a position.

    Args:
        root: A game at a decision; its hidden part is the searcher's own draw.
        box: What is in the box.
        w: Scratch space.
        weights: Indexed by ``Weight``.
        nodes: Scratch, shape ``(2 * BEAM + 2, SIZE)``.
        values: Written: the value of each legal choice, in the order of the list.
        damage: Scratch, see ``threat.new_table``.
        way: Scratch, see ``way.new_map``.

    Returns:
        The number of legal choices.
    """
    s = state_of(root)
    p = s.public
    list_legal(s, box, w)
    n = int(w.legal_count)
    values[:n] = -1e9
    if p.decision == Decision.REROLL:
        for i in range(n):
            values[i] = reroll_value(p, box, int(w.legal[i]) - A.COUNT)
        return n
    ahead = in_actions(p)
    child = nodes[2 * BEAM]
    spare = nodes[2 * BEAM + 1]
    legal = np.empty(n, np.int64)
    first = np.zeros(2 * BEAM, np.int64)
    score = np.zeros(2 * BEAM, np.float64)
    hashes = np.zeros(2 * BEAM, np.uint64)
    nodes[0] = root
    state_of(nodes[0]).public.decisions = 0
    count = 1
    here = 0
    for depth in range(DEPTH):
        there = BEAM - here
        found = 0
        for k in range(here, here + count):
            node = state_of(nodes[k])
            list_legal(node, box, w)
            options = int(w.legal_count)
            if depth > 0:
                legal = np.empty(options, np.int64)
            for i in range(options):
                legal[i] = w.legal[i]
            decision = int(node.public.decision)
            for i in range(options):
                origin = i if depth == 0 else int(first[k])
                action = int(legal[i])
                if decision == Decision.FIGHT:
                    value = fight_value(nodes[k], spare, box, w, action, weights, damage, way)
                    values[origin] = max(values[origin], value)
                    continue
                child[:] = nodes[k]
                c = state_of(child)
                w.ends_known = 0
                decide(c, box, w, action)
                end = run_on(c, box, w)
                c.public.decisions = 0
                value = rest_value(c.public, box, w, weights, damage, way)
                keeps = c.public.decision == Decision.KEEP_TILE
                if not ahead or end != CHOICE or keeps or depth == DEPTH - 1:
                    values[origin] = max(values[origin], value)
                    continue
                found = _insert(nodes, first, score, hashes, there, found, origin, value, child)
        if found == 0:
            break
        here = there
        count = found
    return n


@helper
def _insert(
    nodes: Bytes,
    first: npt.NDArray[Any],
    score: npt.NDArray[np.float64],
    hashes: npt.NDArray[Any],
    there: int,
    found: int,
    origin: int,
    value: float,
    child: Bytes,
) -> int:
    """Keep a position in the beam if it is new and among the best; return the beam's size."""
    h = hash_of(child)
    worst = there
    for k in range(there, there + found):
        if hashes[k] == h:
            return found
        if score[k] < score[worst]:
            worst = k
    if found < BEAM:
        at = there + found
        found += 1
    elif value > score[worst]:
        at = worst
    else:
        return found
    nodes[at] = child
    first[at] = origin
    score[at] = value
    hashes[at] = h
    return found


@helper
def best_choice(values: npt.NDArray[np.float64], n: int) -> int:
    """Return the index of the best value, the first of equals."""
    best = 0
    for i in range(1, n):
        if values[i] > values[best]:
            best = i
    return best
