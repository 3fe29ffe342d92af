"""The planner's search: what is left of the turn, both actions together.

A beam over the choices of this turn. Fights and finds are not played out but
valued by their odds, because a search that saw the dice would count on them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from agents.portal_dash.planner.desk import Desk
from agents.portal_dash.planner.fights import reroll_value, weapon_odds
from agents.portal_dash.planner.value import value_of
from agents.portal_dash.planner.weights import Term, Weight
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
BEAM = 6
DEPTH = 16
SIZE = STATE.itemsize
#: Rows of the scratch for positions: two beams, then three more.
NODES = 2 * BEAM + 3
_CHILD = 2 * BEAM
_SPARE = 2 * BEAM + 1
ROOT = 2 * BEAM + 2
_MORE_THAN_ANY_LIFE = 99
_WORDS = (SIZE - 8) // 8
_TERMS = len(Term)
#: Places for positions already valued; a power of two.
_KNOWN = 1024
UNSEEN = -1e9


@helper
def run_on(s: State, box: Box, w: Work) -> int:
    """Run until somebody has a choice, a fight begins, the turn ends, or the game is over.

    Finds are left out: what they bring is not known. Returns how it stopped,
    plus 4 for each find.
    """
    p = s.public
    finds = 0
    while p.outcome == Outcome.RUNNING:
        step = p.agenda[p.agenda_length - 1, 0]
        if step == Step.TURN:
            return TURN_END + 4 * finds
        if step == Step.FIND:
            pop(p)
            finds += 1
            continue
        run_step(s, box, w)
        if p.decision != Decision.NONE:
            if p.decision == Decision.FIGHT:
                return CHOICE + 4 * finds
            list_legal(s, box, w)
            if w.legal_count > 1:
                return CHOICE + 4 * finds
            decide(s, box, w, int(w.legal[0]))
    return OVER + 4 * finds


@helper
def settle_fight(s: State, box: Box, w: Work, slot: int, mob: int, hits: int) -> int:
    """Let a fight end with a given number of hits, without dice, and run on."""
    p = s.public
    p.decision = Decision.NONE
    pop(p)
    start_fight(p, box, w, slot, mob)
    p.dice_to_roll = 0
    p.rerolls_left = 0
    p.dice_count = 1
    p.dice[0] = hits
    return run_on(s, box, w)


@helper
def rest_value(p: Public, box: Box, desk: Desk, finds: int) -> None:
    """Write a position's value to the desk, with what is still to come of this turn."""
    value_of(p, box, desk)
    if p.outcome == Outcome.RUNNING:
        desk.terms[Term.FINDS] += desk.weights[Weight.FIND] * finds
        desk.terms[Term.OUTCOME] += desk.weights[Weight.ACTION] * (2 - int(p.actions_done))


@helper
def fight(
    node: Bytes, child: Bytes, spare: Bytes, box: Box, w: Work, action: int, desk: Desk
) -> int:
    """Write a fight's value by its odds to the desk, and its likelier end to ``child``.

    Returns:
        How the likelier end stopped; its finds are in the value already.
    """
    p = state_of(node).public
    slot = int(p.decision_about)
    mob = mob_at(p, space_of(box, action))
    chance, mean = weapon_odds(p, box, slot, mob)
    spare[:] = node
    won = state_of(spare)
    end = settle_fight(won, box, w, slot, mob, _MORE_THAN_ANY_LIFE)
    rest_value(won.public, box, desk, end // 4)
    terms = chance * desk.terms
    child[:] = node
    lost = state_of(child)
    lost_end = settle_fight(lost, box, w, slot, mob, int(mean) if chance < 1.0 else 0)
    if chance < 1.0:
        rest_value(lost.public, box, desk, lost_end // 4)
        terms += (1.0 - chance) * desk.terms
    desk.terms[:] = terms
    if (chance > 0.5 and end % 4 != OVER) or lost_end % 4 == OVER:
        child[:] = spare
        return end % 4
    return lost_end % 4


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
def goes_on(root: int, actions_begun: bool, decision: int) -> bool:
    """Return whether a choice that follows the root's is looked into.

    In the actions everything to the end of the turn; before them what a mob's
    walk leads to.
    """
    if decision == Decision.KEEP_TILE:
        return False
    if actions_begun:
        return True
    if root < Decision.NEXT_MOB or root > Decision.DAMAGE_ITEM or root == Decision.SPAWNER:
        return False
    return decision >= Decision.MOB_END and decision <= Decision.DAMAGE_ITEM


@helper
def choice_values(
    box: Box,
    w: Work,
    nodes: Bytes,
    values: npt.NDArray[np.float64],
    terms: npt.NDArray[np.float64],
    desk: Desk,
) -> int:
    """Value every legal choice of a position.

    Args:
        box: What is in the box.
        w: Scratch space.
        nodes: Scratch, shape ``(NODES, SIZE)``; in row ``ROOT`` a game at a
            decision, its hidden part the searcher's own draw.
        values: Written: the value of each legal choice, in the order of the list.
        terms: Written: the terms of these values, one row a choice.
        desk: Weights and scratch space.

    Returns:
        The number of legal choices.
    """
    s = state_of(nodes[ROOT])
    p = s.public
    list_legal(s, box, w)
    n = int(w.legal_count)
    values[:n] = UNSEEN
    terms[:n] = 0.0
    root = int(p.decision)
    if root == Decision.REROLL:
        for i in range(n):
            values[i] = reroll_value(p, box, int(w.legal[i]) - A.COUNT)
        return n
    begun = p.actions_done > 0 or root == Decision.ACTION
    legal = w.legal[:n].copy()
    first = np.zeros(2 * BEAM, np.int64)
    score = np.zeros(2 * BEAM, np.float64)
    hashes = np.zeros(2 * BEAM, np.uint64)
    extra = np.zeros((2 * BEAM, _TERMS), np.float64)
    # positions already valued, so that another order of the same steps costs no second look
    known = np.zeros(_KNOWN, np.uint64)
    known_value = np.empty(_KNOWN, np.float64)
    known_terms = np.empty((_KNOWN, _TERMS), np.float64)
    certain = np.ones(2 * BEAM, np.bool_)
    nodes[0] = nodes[ROOT]
    state_of(nodes[0]).public.decisions = 0
    child = nodes[_CHILD]
    c = state_of(child)
    count = 1
    here = 0
    for depth in range(DEPTH):
        there = BEAM - here
        found = 0
        for k in range(here, here + count):
            node = state_of(nodes[k])
            if depth > 0:
                list_legal(node, box, w)
                legal = w.legal[: w.legal_count].copy()
            decision = int(node.public.decision)
            for i in range(len(legal)):
                origin = i if depth == 0 else int(first[k])
                action = int(legal[i])
                finds = 0
                if decision == Decision.FIGHT:
                    end = fight(nodes[k], child, nodes[_SPARE], box, w, action, desk)
                else:
                    child[:] = nodes[k]
                    w.ends_known = 0
                    decide(c, box, w, action)
                    end = run_on(c, box, w)
                    finds = end // 4
                    end %= 4
                c.public.decisions = 0
                on = end == CHOICE and goes_on(root, begun, int(c.public.decision))
                on = on and depth < DEPTH - 1
                plain = decision != Decision.FIGHT and finds == 0 and certain[k]
                h = np.uint64(0)
                if plain or on:
                    h = np.uint64(hash_of(child))
                slot = np.int64(h & np.uint64(_KNOWN - 1))
                if plain and known[slot] == h:
                    if not on and known_value[slot] > values[origin]:
                        values[origin] = known_value[slot]
                        terms[origin] = known_terms[slot]
                    continue
                if decision != Decision.FIGHT:
                    rest_value(c.public, box, desk, finds)
                desk.terms[:] += extra[k]
                value = float(np.sum(desk.terms))
                if plain:
                    known[slot] = h
                    known_value[slot] = value
                    known_terms[slot] = desk.terms
                if not on:
                    if value > values[origin]:
                        values[origin] = value
                        terms[origin] = desk.terms
                    continue
                at = _place(score, hashes, there, found, value, h)
                if at < 0:
                    continue
                found = max(found, at + 1 - there)
                nodes[at] = child
                first[at] = origin
                score[at] = value
                hashes[at] = h
                extra[at] = extra[k]
                certain[at] = plain
                if decision == Decision.FIGHT or finds > 0:
                    # what this position alone does not show stays with it
                    extra[at] = desk.terms
                    rest_value(c.public, box, desk, 0)
                    extra[at] -= desk.terms
        if found == 0:
            break
        here = there
        count = found
    return n


@helper
def _place(
    score: npt.NDArray[np.float64],
    hashes: npt.NDArray[Any],
    there: int,
    found: int,
    value: float,
    h: Any,
) -> int:
    """Return the place in the beam for a position that is new and among the best, or -1."""
    worst = there
    for k in range(there, there + found):
        if hashes[k] == h:
            return -1
        if score[k] < score[worst]:
            worst = k
    if found < BEAM:
        return there + found
    return worst if value > score[worst] else -1
