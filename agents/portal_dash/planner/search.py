"""The planner's compiled beam search over the rest of the turn, both actions together."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tablemates.agents.portal_dash.planner.buffers import (
    KNOWN,
    PLACES,
    SIZE,
    SearchBuffers,
    buffers_of,
    copy_game,
    copy_public,
)
from tablemates.agents.portal_dash.planner.expansion import (
    CHOICE,
    decide,
    fight,
    list_legal,
    rest_value,
    run_on,
)
from tablemates.agents.portal_dash.planner.value import total
from tablemates.agents.portal_dash.planner.weights import BEAM, Weight
from tablemates.envs.core.compiler.decorators import compile_functions, compiled, wrapping
from tablemates.envs.core.engine.calls import draw_hidden, viewer
from tablemates.envs.core.records.borrowed import record_of
from tablemates.envs.core.records.elements import copy_values
from tablemates.envs.core.records.layout import Array16, Bytes, Rows, Words
from tablemates.envs.portal_dash.state import BOX, STATE, WORK, Box, State, Work
from tablemates.envs.portal_dash.vocabulary import Decision

#: Depth of the search, in choices.
DEPTH = 16
# Rows of ``SearchBuffers.nodes`` after the two beams.
_CHILD = 2 * BEAM
_SPARE = 2 * BEAM + 1
_ROOT = 2 * BEAM + 2
#: Value of an action that the search has not valued.
UNSEEN = -1e9
_LANES = 4
_WORDS = SIZE // 8 // _LANES * _LANES


class _Search(NamedTuple):
    """A search of the rest of a turn."""

    rules: Any  # of the game, see ``Engine.table``
    box: Box
    w: Work  # scratch space
    buf: SearchBuffers
    root: int  # decision of the root
    in_actions: bool  # whether it belongs to the turn's actions
    again: bool  # whether known positions are expanded as well


@wrapping
def hash_of(node: Bytes) -> int:
    """Return a hash of a position's bytes, computed in independent lanes for speed."""
    words = node[: 8 * _WORDS].view(np.uint64)
    prime = np.uint64(0x100000001B3)
    a = np.uint64(0xCBF29CE484222325)
    b = np.uint64(0x84222325CBF29CE4)
    c = np.uint64(0x9E3779B97F4A7C15)
    d = np.uint64(0xD1B54A32D192ED03)
    for i in range(0, _WORDS, _LANES):
        a = (a ^ words[i]) * prime
        b = (b ^ words[i + 1]) * prime
        c = (c ^ words[i + 2]) * prime
        d = (d ^ words[i + 3]) * prime
        a ^= a >> np.uint64(29)
        b ^= b >> np.uint64(29)
        c ^= c >> np.uint64(29)
        d ^= d >> np.uint64(29)
    for lane in (b, c, d):
        a = (a ^ lane) * prime
        a ^= a >> np.uint64(29)
    return a  # type: ignore[return-value]


def place_of(buf: SearchBuffers, h: Any) -> int:
    """Return the slot of a position in the transposition table, or the free one for it."""
    place = int(np.int64(h & np.uint64(PLACES - 1)))
    while buf.known_at[place] > 0 and buf.known[buf.known_at[place] - 1] != h:
        place = (place + 1) & (PLACES - 1)
    return place


def is_expanded(root: int, in_actions: bool, decision: int) -> bool:
    """Return whether the search expands a decision below the root.

    During the actions everything to the end of the turn; before them what follows a mob's walk.
    """
    if decision == Decision.KEEP_TILE:
        return False
    if in_actions:
        return True
    if root < Decision.NEXT_MOB or root > Decision.DAMAGE_ITEM or root == Decision.SPAWNER:
        return False
    return decision >= Decision.MOB_END and decision <= Decision.DAMAGE_ITEM


def _choice_values(rules: Any, box: Box, w: Work, buf: SearchBuffers) -> int:
    """Value every legal action of the game in row ``_ROOT``; return their number."""
    root = record_of(buf.nodes[_ROOT], STATE)
    p = root.public
    n = _list_choices(rules, root, box, w, buf)
    for i in range(n):
        buf.actions[i] = buf.legal[i]
        buf.values[i] = UNSEEN
        buf.value_terms[i, :] = 0.0
    if p.decision == Decision.REROLL:
        for i in range(n):
            nodes = buf.nodes
            action = int(buf.actions[i])
            fight(rules, nodes[_ROOT], nodes[_CHILD], nodes[_SPARE], box, w, action, buf)
            _set_result(buf, i, total(buf), buf.terms)
        return n
    in_actions = p.actions_done > 0 or p.decision == Decision.ACTION
    for again in range(2):
        _search(_Search(rules, box, w, buf, int(p.decision), in_actions, again == 1), n)
        # else everything expanded led to known positions that had fallen out of the beam
        if buf.values[best_row(buf, n)] > UNSEEN:
            break
    return n


def _search(search: _Search, n: int) -> None:
    """Run the beam search from the position in row ``_ROOT`` with this many legal actions."""
    buf = search.buf
    nodes = buf.nodes
    buf.known_at[:] = 0
    buf.known_count = 0
    copy_game(nodes[0], nodes[_ROOT])
    record_of(nodes[0], STATE).public.decisions = 0
    buf.certain[0] = 1
    buf.extra[0, :] = 0.0
    for i in range(n):
        buf.legal[i] = buf.actions[i]
    count = 1
    beam = 0
    for depth in range(DEPTH):
        following = BEAM - beam
        found = 0
        for k in range(beam, beam + count):
            node = record_of(nodes[k], STATE)
            choices = n
            if depth > 0:
                choices = _list_choices(search.rules, node, search.box, search.w, buf)
            for i in range(choices):
                origin = i if depth == 0 else int(buf.first[k])
                found = _expand(search, depth == DEPTH - 1, k, i, origin, following, found)
        if found == 0:
            break
        beam = following
        count = found


def _list_choices(rules: Any, s: State, box: Box, w: Work, buf: SearchBuffers) -> int:
    """Write the legal actions of a position to ``buf.legal``; return their number."""
    w.ends_known = 0  # the scratch space holds the mobs' ends of another position
    list_legal(rules, s, box, w)
    for i in range(w.legal_count):
        buf.legal[i] = w.legal[i]
    return int(w.legal_count)


def _expand(
    search: _Search, last: bool, k: int, i: int, origin: int, following: int, found: int
) -> int:
    """Value action ``i`` of the position in row ``k``; add the child to the beam if it is expanded.

    Returns the new size of the next beam, whose first row is ``following``.
    """
    rules, box, w, buf = search.rules, search.box, search.w, search.buf
    node = buf.nodes[k]
    child = buf.nodes[_CHILD]
    c = record_of(child, STATE)
    action = int(buf.legal[i])
    fights = record_of(node, STATE).public.decision == Decision.FIGHT
    finds = 0
    if fights:
        end = fight(rules, node, child, buf.nodes[_SPARE], box, w, action, buf)
    else:
        copy_game(child, node)
        w.ends_known = 0
        decide(rules, c, box, w, action)
        end = run_on(rules, c, box, w)
        finds = end // 4
        end %= 4
    c.public.decisions = 0
    decision = int(c.public.decision)
    expanded = end == CHOICE and not last and is_expanded(search.root, search.in_actions, decision)
    plain = not fights and finds == 0 and buf.certain[k] == 1
    h = np.uint64(0)
    if plain or expanded:
        h = np.uint64(hash_of(child))
    place = place_of(buf, h) if plain else 0
    if plain and buf.known_at[place] > 0 and not (expanded and search.again):
        known = int(buf.known_at[place]) - 1
        if not expanded:
            _set_result(buf, origin, buf.known_value[known], buf.known_terms[known])
        return found
    if not fights:
        rest_value(c.public, box, buf, finds)
    for term in range(len(buf.terms)):
        buf.terms[term] += buf.extra[k, term]
    value = total(buf)
    if plain and buf.known_count < KNOWN:
        known = int(buf.known_count)
        buf.known_count += 1
        buf.known_at[place] = known + 1
        buf.known[known] = h
        buf.known_value[known] = value
        copy_values(buf.known_terms[known], buf.terms)
    if not expanded:
        _set_result(buf, origin, value, buf.terms)
        return found
    at = _beam_row(buf, following, found, value, h)
    if at < 0:
        return found
    copy_game(buf.nodes[at], child)
    buf.first[at] = origin
    buf.score[at] = value
    buf.hashes[at] = h
    buf.certain[at] = plain
    copy_values(buf.extra[at], buf.extra[k])
    if fights or finds > 0:
        # carry the part of the value that the position alone does not show
        copy_values(buf.extra[at], buf.terms)
        rest_value(c.public, box, buf, 0)
        for term in range(len(buf.terms)):
            buf.extra[at, term] -= buf.terms[term]
    return max(found, at + 1 - following)


def _beam_row(buf: SearchBuffers, following: int, found: int, value: float, h: Any) -> int:
    """Return the row of the next beam for a position that is new and good enough, or -1."""
    worst = following
    for k in range(following, following + found):
        if buf.hashes[k] == h:
            return -1
        if buf.score[k] < buf.score[worst]:
            worst = k
    if found < min(BEAM, int(buf.weights[Weight.WIDTH])):
        return following + found
    return worst if value > buf.score[worst] else -1


def _set_result(buf: SearchBuffers, origin: int, value: float, terms: Any) -> None:
    """Store a value below a root action if it is the best one so far."""
    if value > buf.values[origin]:
        buf.values[origin] = value
        copy_values(buf.value_terms[origin], terms)


def best_row(buf: SearchBuffers, n: int) -> int:
    """Return the row of the first of ``n`` actions with the highest value."""
    best = 0
    for i in range(1, n):
        if buf.values[i] > buf.values[best]:
            best = i
    return best


@compiled
def choose_all(
    rules: Any,
    publics: Rows[Bytes],
    box: Bytes,
    work: Bytes,
    keys: Words,
    buffers: Bytes,
    actions: Array16,
) -> int:
    """Write the chosen actions for decisions of many games; return the legal ones of the last.

    Rows are games; nothing behind the public part is read. ``keys`` are the seeds of the hidden
    parts that are drawn. The buffers keep the result of the last decision.
    """
    b = record_of(box, BOX)
    w = record_of(work, WORK)
    buf = buffers_of(buffers)
    root = record_of(buf.nodes[_ROOT], STATE)
    n = 0
    for i in range(len(publics)):
        copy_public(buf.nodes[_ROOT], publics[i])
        # lookahead samples chance even where the game's own chance is explicit
        root.public.explicit_chance = 0
        copy_values(buf.weights, buf.sets[root.public.players - 1])
        draw_hidden(rules, root, b, viewer(rules, root), keys[i])
        n = _choice_values(rules, b, w, buf)
        actions[i] = buf.actions[best_row(buf, n)]
    return n


compile_functions(globals())
