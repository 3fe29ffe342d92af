"""Playouts and tree search over the rules of any game, compiled.

Positions have what is public; the hidden part is drawn anew
from the seed of each future, and in trees chance is explicit.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from tablemates.agents.search.tree import (
    ACTION,
    CHANCE,
    CHILD,
    COUNT,
    DECISION,
    KIND,
    OVER,
    TRIED,
    VISITS,
    Integers,
    Numbers,
    Tree,
    add_edge,
    add_node,
    copy_row,
    draw,
    find_equal,
    select,
)
from tablemates.envs.core.compiler.decorators import compiled, helper
from tablemates.envs.core.engine import codes
from tablemates.envs.core.engine.calls import (
    box_of,
    draw_hidden,
    list_legal,
    list_outcomes,
    prefer,
    state_at,
    take,
    to_move,
    viewer,
    work_of,
    write_progress,
    write_returns,
)
from tablemates.envs.core.records.layout import U64, Bytes, Rows, Words
from tablemates.envs.core.records.random import random_below, random_bits

#: Streams of random numbers: a playout's choices, the hidden part behind a node.
_CHOICES: Final = 2001
_NODES: Final = 2002
#: Steps of a random number from 0 to 1.
_FINE: Final = 2**32
#: Most decisions of a playout; then progress replaces the return.
_LONGEST: Final = 500
#: Longest path from the root to a leaf.
_DEEPEST: Final = 512
#: Weight of exploration (c_puct), for values from 0 to 1.
_EXPLORE: Final = 0.2


class Search(NamedTuple):
    """Parts of a search.

    Attributes:
        rules: Of the game, see ``Engine.table``.
        box: The parts of the game.
        work: Scratch space.
        game: Scratch space, one record.
        least: The least return of a seat.
        rounds: Turns of each seat in a playout at most, see ``Playouts``.
        preferred: Prior of the action that playouts would take, while all share the rest; 0 where
            that is random.
    """

    rules: Any
    box: Bytes
    work: Bytes
    game: Rows[Bytes]
    least: float
    rounds: int
    preferred: float


@helper
def _copy(target: Bytes, source: Bytes) -> None:
    """Copy bytes; a loop becomes one move, an assignment of slices takes far longer."""
    for i in range(len(source)):
        target[i] = source[i]
    for i in range(len(source), len(target)):
        target[i] = 0


@helper
def _write_values(search: Search, s: Any, out: Numbers) -> None:
    """Write each seat's return, or its progress in a game that goes on, from 0 to 1."""
    rules, box, least = search.rules, box_of(search.rules, search.box), search.least
    out[:] = 0.0
    if to_move(rules, s) == codes.OVER:
        write_returns(rules, s, box, out)
        for seat in range(s.public.players):
            out[seat] = (out[seat] - least) / (1.0 - least)
    else:
        write_progress(rules, s, box, out)


@helper
def _play_on(search: Search, seed: Any, first: int, out: Numbers) -> None:
    """Draw the hidden part of ``game``, play on as the rules prefer, and write the values.

    The first action may be given; -1: it is the preferred one.
    """
    rules, box = search.rules, box_of(search.rules, search.box)
    s, w = state_at(rules, search.game, 0), work_of(rules, search.work)
    s.public.explicit_chance = 0
    last = s.public.turn + search.rounds * s.public.players
    draw_hidden(rules, s, box, viewer(rules, s), seed)
    w.event_count = 0
    list_legal(rules, s, box, w)
    for n in range(_LONGEST):
        if to_move(rules, s) == codes.OVER or s.public.turn > last:
            break
        action = first
        if n > 0 or first < 0:
            action = prefer(rules, s, box, w, random_bits(seed, _CHOICES, n))
        w.event_count = 0
        take(rules, s, box, w, action)
    _write_values(search, s, out)


@compiled
def play_out(
    search: Search, public: Bytes, actions: Integers, seeds: Words, key: U64, values: Rows[Numbers]
) -> tuple[int, int]:
    """Play each of some actions on in each of some futures.

    Args:
        search: The game and scratch space.
        public: The public part of a game at a decision.
        actions: The first actions.
        seeds: Of the futures: what is hidden, and random choices.
        key: Seed of the choice that is returned, ``uint64``.
        values: Written: each seat's, from 0 to 1; shape ``(actions * futures, seats)``.

    Returns:
        The seat that decides, and the action that playouts would take, -1 if that is random.
    """
    rules = search.rules
    b, w = box_of(rules, search.box), work_of(rules, search.work)
    i = 0
    for action in actions:
        for seed in seeds:
            _copy(search.game[0], public)
            _play_on(search, seed, action, values[i])
            i += 1
    _copy(search.game[0], public)
    s = state_at(rules, search.game, 0)
    list_legal(rules, s, b, w)
    preferred = -1
    if search.preferred > 0.0:
        preferred = prefer(rules, s, b, w, key)
    return to_move(rules, s), preferred


@helper
def _settle(tree: Tree, search: Search, key: Any) -> None:
    """Add the node of the next free position, with its edges and its own value."""
    rules = search.rules
    b, w = box_of(rules, search.box), work_of(rules, search.work)
    node = int(tree.size[0])
    seed = random_bits(key, _NODES, node)
    s = state_at(rules, tree.positions, node)
    mover = to_move(rules, s)
    if mover == codes.OVER:
        add_node(tree, OVER, 0)
        _write_values(search, s, tree.own[node])
    elif mover == codes.CHANCE:
        add_node(tree, CHANCE, 0)
        tree.own[node, 0] = random_below(seed, 0, 0, _FINE) / _FINE
        values = np.empty(tree.room, np.int16)
        chances = np.empty(tree.room, np.float64)
        for i in range(list_outcomes(rules, s, b, values, chances)):
            add_edge(tree, node, int(values[i]), chances[i])
    else:
        add_node(tree, DECISION, mover)
        chosen = prefer(rules, s, b, w, seed)
        for i in range(w.legal_count):
            share = (1.0 - search.preferred) / w.legal_count
            share += search.preferred if w.legal[i] == chosen else 0.0
            add_edge(tree, node, int(w.legal[i]), share)
        _copy(search.game[0], tree.positions[node])
        _play_on(search, seed, -1, tree.own[node])


@helper
def _expand(tree: Tree, action: int, chance: bool, search: Search, key: Any) -> int:
    """Take an action, or an outcome of chance, in the next free position, its parent's copy.

    Return the node, which is a new one unless chance has led to its position before.
    """
    rules = search.rules
    b, w = box_of(rules, search.box), work_of(rules, search.work)
    w.event_count = 0
    node = int(tree.size[0])
    take(rules, state_at(rules, tree.positions, node), b, w, action)
    found = find_equal(tree) if chance else node
    if found == node:
        _settle(tree, search, key)
    return found


@helper
def _grow(tree: Tree, simulations: int, search: Search, key: Any) -> int:
    """Grow a tree that has its root; return how many simulations were made.

    These are fewer where the arrays are full; no node has more than ``tree.room`` edges.
    """
    path = np.zeros(_DEEPEST, np.int64)
    for n in range(simulations):
        depth = 0
        at = 0
        while tree.nodes[at, KIND] != OVER and depth < _DEEPEST:
            chance = tree.nodes[at, KIND] == CHANCE
            e = draw(at, tree) if chance else select(at, tree, _EXPLORE)
            path[depth] = e
            depth += 1
            parent, at = at, int(tree.edges[e, CHILD])
            if at < 0:
                free = int(tree.size[0])
                if free == len(tree.nodes) or tree.size[1] + tree.room > len(tree.edges):
                    return n
                copy_row(tree.positions, free, parent)
                at = _expand(tree, int(tree.edges[e, ACTION]), chance, search, key)
                tree.edges[e, CHILD] = at
                decides = tree.nodes[at, KIND] == DECISION and tree.nodes[at, COUNT] > 1
                if at == free and decides:
                    break
        leaf, at = at, 0
        for k in range(depth):
            e = int(path[k])
            tree.nodes[at, VISITS] += 1
            tree.edges[e, TRIED] += 1
            for column in range(tree.own.shape[1]):
                tree.sums[e, column] += tree.own[leaf, column]
            at = int(tree.edges[e, CHILD])
    return simulations


@compiled
def grow_tree(search: Search, public: Bytes, key: U64, simulations: int, tree: Tree) -> int:
    """Grow a tree by some simulations; the value of a leaf is that of one playout.

    The arguments are those of ``play_out``; values of the tree have a column for each seat. Return
    how many simulations were made: fewer where the arrays are full.
    """
    rules = search.rules
    if tree.size[0] == 0:
        b, w = box_of(rules, search.box), work_of(rules, search.work)
        _copy(tree.positions[0], public)
        s = state_at(rules, tree.positions, 0)
        s.public.explicit_chance = 1
        w.event_count = 0
        list_legal(rules, s, b, w)
        _settle(tree, search, key)
    return _grow(tree, simulations, search, key)
