"""The planner's search: what is left of the turn, both actions together.

A beam over the choices of this turn; positions that it comes to twice are valued once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablemates.agents.portal_dash.copying import copy_game
from tablemates.agents.portal_dash.nesting import nested
from tablemates.agents.portal_dash.planner.desk import BEAM, KNOWN, LONGEST, Desk
from tablemates.agents.portal_dash.planner.known import hash_of, place_of
from tablemates.agents.portal_dash.planner.paths import extend, finish
from tablemates.agents.portal_dash.planner.running import CHOICE, fight, rest_value, run_on
from tablemates.agents.portal_dash.planner.value import total
from tablemates.agents.portal_dash.planner.weights import Term, Weight
from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules.flow import decide
from tablemates.envs.portal_dash.rules.legal import list_legal
from tablemates.envs.portal_dash.rules.records import state_of
from tablemates.envs.portal_dash.rules.state import Box, State, Work
from tablemates.envs.portal_dash.rules.vocabulary import Decision

#: Choices looked ahead at the most.
DEPTH = LONGEST
#: Rows of ``Desk.nodes`` after the two beams.
_CHILD = 2 * BEAM
_SPARE = 2 * BEAM + 1
ROOT = 2 * BEAM + 2
_TERMS = len(Term)
UNSEEN = -1e9


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
def choice_values(box: Box, w: Work, desk: Desk) -> int:
    """Value every legal choice of a position.

    Args:
        box: What is in the box.
        w: Scratch space.
        desk: In row ``ROOT`` of its nodes a game at a decision, its hidden part the
            searcher's own draw. Written: the legal actions, their values, terms and ends.

    Returns:
        The number of legal choices.
    """
    nodes = desk.nodes
    values = desk.values
    p = state_of(nodes[ROOT]).public
    n = _list_choices(state_of(nodes[ROOT]), box, w, desk)
    for i in range(n):
        desk.actions[i] = desk.legal[i]
        values[i] = UNSEEN
        desk.value_terms[i, :] = 0.0
        desk.paths_length[i] = 0
    root = int(p.decision)
    if root == Decision.REROLL:
        for i in range(n):
            action = int(desk.actions[i])
            fight(nodes[ROOT], nodes[_CHILD], nodes[_SPARE], box, w, action, desk)
            copy_game(desk.ends[i], nodes[_CHILD])
            values[i] = total(desk)
            for t in range(_TERMS):
                desk.value_terms[i, t] = desk.terms[t]
        return n
    begun = p.actions_done > 0 or root == Decision.ACTION
    _search(box, w, desk, root, begun, n, False)
    best = UNSEEN
    for i in range(n):
        best = max(best, values[i])
    if best == UNSEEN:
        # All that was followed came to positions that were known, and had not been kept.
        _search(box, w, desk, root, begun, n, True)
    return n


@nested
def _search(box: Box, w: Work, desk: Desk, root: int, begun: bool, n: int, again: bool) -> None:
    """Value the choices of the position in row ``ROOT`` by what they lead to.

    Args:
        box: What is in the box.
        w: Scratch space.
        desk: As of ``choice_values``; its list ``legal`` is that of the root.
        root: The decision that is asked about.
        begun: Whether it belongs to the turn's actions.
        n: The number of legal choices.
        again: Whether positions are followed that are known already.
    """
    nodes = desk.nodes
    desk.known_at[:] = 0
    desk.known_count = 0
    copy_game(nodes[0], nodes[ROOT])
    state_of(nodes[0]).public.decisions = 0
    desk.certain[0] = 1
    desk.path_length[0] = 0
    desk.extra[0, :] = 0.0
    for i in range(n):
        desk.legal[i] = desk.actions[i]
    count = 1
    here = 0
    for depth in range(DEPTH):
        there = BEAM - here
        found = 0
        for k in range(here, here + count):
            node = state_of(nodes[k])
            choices = n if depth == 0 else _list_choices(node, box, w, desk)
            for i in range(choices):
                origin = i if depth == 0 else int(desk.first[k])
                last = depth == DEPTH - 1
                found = _look_into(
                    box, w, desk, root, begun, last, again, k, i, origin, there, found
                )
        if found == 0:
            break
        here = there
        count = found


@nested
def _list_choices(s: State, box: Box, w: Work, desk: Desk) -> int:
    """Write the legal actions of a position to ``desk.legal``; return how many."""
    w.ends_known = 0  # where mobs end is known of the position that was looked at before
    list_legal(s, box, w)
    for i in range(w.legal_count):
        desk.legal[i] = w.legal[i]
    return int(w.legal_count)


@nested
def _look_into(
    box: Box,
    w: Work,
    desk: Desk,
    root: int,
    begun: bool,
    last: bool,
    again: bool,
    k: int,
    i: int,
    origin: int,
    there: int,
    found: int,
) -> int:
    """Value one choice of the position in row ``k``; keep what it leads to if that is worth it.

    Args:
        box: What is in the box.
        w: Scratch space.
        desk: Its list ``legal`` is that of the position.
        root: The decision that is asked about.
        begun: Whether it belongs to the turn's actions.
        last: Whether this is as deep as the search goes.
        again: As of ``_search``.
        k: The position's row.
        i: Which of its legal actions.
        origin: The root's choice that led there.
        there: First row of the following beam.
        found: How many positions it has.

    Returns:
        How many it has now.
    """
    node = desk.nodes[k]
    child = desk.nodes[_CHILD]
    c = state_of(child)
    action = int(desk.legal[i])
    fights = state_of(node).public.decision == Decision.FIGHT
    finds = 0
    if fights:
        end = fight(node, child, desk.nodes[_SPARE], box, w, action, desk)
    else:
        copy_game(child, node)
        w.ends_known = 0
        decide(c, box, w, action)
        end = run_on(c, box, w)
        finds = end // 4
        end %= 4
    c.public.decisions = 0
    on = end == CHOICE and goes_on(root, begun, int(c.public.decision)) and not last
    plain = not fights and finds == 0 and desk.certain[k] == 1
    h = np.uint64(0)
    if plain or on:
        h = np.uint64(hash_of(child))
    place = place_of(desk, h) if plain else 0
    if plain and desk.known_at[place] > 0 and not (on and again):
        known = int(desk.known_at[place]) - 1
        if not on and desk.known_value[known] > desk.values[origin]:
            desk.values[origin] = desk.known_value[known]
            finish(desk, k, origin, action)
            copy_game(desk.ends[origin], child)
            for t in range(_TERMS):
                desk.value_terms[origin, t] = desk.known_terms[known, t]
        return found
    if not fights:
        rest_value(c.public, box, desk, finds)
    for t in range(_TERMS):
        desk.terms[t] += desk.extra[k, t]
    value = total(desk)
    if plain and desk.known_count < KNOWN:
        known = int(desk.known_count)
        desk.known_count += 1
        desk.known_at[place] = known + 1
        desk.known[known] = h
        desk.known_value[known] = value
        for t in range(_TERMS):
            desk.known_terms[known, t] = desk.terms[t]
    if not on:
        if value > desk.values[origin]:
            desk.values[origin] = value
            finish(desk, k, origin, action)
            copy_game(desk.ends[origin], child)
            for t in range(_TERMS):
                desk.value_terms[origin, t] = desk.terms[t]
        return found
    at = _place(desk, there, found, value, h)
    if at < 0:
        return found
    copy_game(desk.nodes[at], child)
    desk.first[at] = origin
    desk.score[at] = value
    desk.hashes[at] = h
    desk.certain[at] = plain
    extend(desk, k, at, action)
    for t in range(_TERMS):
        desk.extra[at, t] = desk.extra[k, t]
    if fights or finds > 0:
        # what this position alone does not show stays with it
        for t in range(_TERMS):
            desk.extra[at, t] = desk.terms[t]
        rest_value(c.public, box, desk, 0)
        for t in range(_TERMS):
            desk.extra[at, t] -= desk.terms[t]
    return max(found, at + 1 - there)


@helper
def _place(desk: Desk, there: int, found: int, value: float, h: Any) -> int:
    """Return the row of the beam for a position that is new and among the best, or -1."""
    worst = there
    for k in range(there, there + found):
        if desk.hashes[k] == h:
            return -1
        if desk.score[k] < desk.score[worst]:
            worst = k
    if found < min(BEAM, int(desk.weights[Weight.WIDTH])):
        return there + found
    return worst if value > desk.score[worst] else -1
