"""Playouts and tree search, compiled over the hooks of a game.

``load_program`` in ``envs.core.engine.contract`` executes this file once a game, with the
game's hooks among its globals. Positions have what is public; the hidden part is drawn anew
from the seed of each future, and in trees chance is explicit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

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
from tablemates.envs.core.engine import codes, contract
from tablemates.envs.core.records.borrowed import record_at, record_of
from tablemates.envs.core.records.layout import Bytes, Words
from tablemates.envs.core.records.random import random_below, random_bits

if TYPE_CHECKING:
    from tablemates.envs.core.engine.contract import (
        BOX,
        STATE,
        WORK,
        draw_hidden,
        list_legal,
        list_outcomes,
        prefer,
        take,
        to_move,
        write_progress,
        write_returns,
    )

#: Streams of random numbers: a playout's choices, the hidden part behind a node.
_CHOICES: Final = 2001
_NODES: Final = 2002
#: Steps of a random number from 0 to 1.
_FINE: Final = 2**32
#: Most decisions of a playout; then progress replaces the return.
_LONGEST: Final = 500
#: Rounds of a playout at most, see ``Playouts``.
_ROUNDS: Final = globals().get("ROUNDS", _LONGEST)
#: Longest path from the root to a leaf.
_DEEPEST: Final = 512
#: Weight of exploration (c_puct), for values from 0 to 1.
_EXPLORE: Final = 0.2
#: Prior of the action that playouts would take; all share the rest.
_PREFERRED: Final = 0.0 if prefer is contract.prefer else 0.5


@helper
def _copy(target: Bytes, source: Bytes) -> None:
    """Copy bytes; a loop becomes one move, an assignment of slices takes far longer."""
    for i in range(len(source)):
        target[i] = source[i]
    for i in range(len(source), len(target)):
        target[i] = 0


@helper
def _write_values(s: Any, box: Any, least: float, out: Numbers) -> None:
    """Write each seat's return, or its progress in a game that goes on, from 0 to 1."""
    out[:] = 0.0
    if to_move(s) == codes.OVER:
        write_returns(s, box, out)
        for seat in range(s.public.players):
            out[seat] = (out[seat] - least) / (1.0 - least)
    else:
        write_progress(s, box, out)


@helper
def _play_on(s: Any, box: Any, w: Any, seed: Any, first: int, least: float, out: Numbers) -> None:
    """Draw the hidden part, play on as the game prefers, and write the values.

    The first action may be given; -1: it is the preferred one.
    """
    s.public.explicit_chance = 0
    last = s.public.turn + _ROUNDS * s.public.players
    draw_hidden(s, box, seed)
    w.event_count = 0
    list_legal(s, box, w)
    for n in range(_LONGEST):
        if to_move(s) == codes.OVER or s.public.turn > last:
            break
        action = first
        if n > 0 or first < 0:
            action = prefer(s, box, w, random_bits(seed, _CHOICES, n))
        w.event_count = 0
        take(s, box, w, action)
    _write_values(s, box, least, out)


@compiled
def play_out(
    public: Bytes,
    box: Bytes,
    work: Bytes,
    game: Bytes,
    actions: Integers,
    seeds: Words,
    key: Any,
    least: float,
    values: Numbers,
) -> tuple[int, int]:
    """Play each of some actions on in each of some futures.

    Args:
        public: The public part of a game at a decision.
        box: The parts of the game.
        work: Scratch space.
        game: Scratch space, a record.
        actions: The first actions.
        seeds: Of the futures: what is hidden, and random choices.
        key: Seed of the choice that is returned, ``uint64``.
        least: The least return of a seat.
        values: Written: each seat's, from 0 to 1; shape ``(actions * futures, SEATS)``.

    Returns:
        The seat that decides, and the action that playouts would take, -1 if that is random.
    """
    b = record_of(box, BOX)
    w = record_of(work, WORK)
    s = record_of(game, STATE)
    i = 0
    for action in actions:
        for seed in seeds:
            _copy(game, public)
            _play_on(s, b, w, seed, action, least, values[i])
            i += 1
    _copy(game, public)
    list_legal(s, b, w)
    return to_move(s), prefer(s, b, w, key) if _PREFERRED > 0.0 else -1


@helper
def _settle(tree: Tree, context: Any) -> None:
    """Add the node of the next free position, with its edges and its own value."""
    b, w, game, key, least = context
    node = int(tree.size[0])
    seed = random_bits(key, _NODES, node)
    s = record_at(tree.positions, node, STATE)
    mover = to_move(s)
    if mover == codes.OVER:
        add_node(tree, OVER, 0)
        _write_values(s, b, least, tree.own[node])
    elif mover == codes.CHANCE:
        add_node(tree, CHANCE, 0)
        tree.own[node, 0] = random_below(seed, 0, 0, _FINE) / _FINE
        values = np.empty(len(w.legal), np.int16)
        chances = np.empty(len(w.legal), np.float64)
        for i in range(list_outcomes(s, b, values, chances)):
            add_edge(tree, node, int(values[i]), chances[i])
    else:
        add_node(tree, DECISION, mover)
        preferred = prefer(s, b, w, seed)
        for i in range(w.legal_count):
            share = (1.0 - _PREFERRED) / w.legal_count
            share += _PREFERRED if w.legal[i] == preferred else 0.0
            add_edge(tree, node, int(w.legal[i]), share)
        _copy(game, tree.positions[node])
        _play_on(record_of(game, STATE), b, w, seed, -1, least, tree.own[node])


@helper
def _expand(tree: Tree, action: int, chance: bool, context: Any) -> int:
    """Take an action, or an outcome of chance, in the next free position, its parent's copy.

    Return the node, which is a new one unless chance has led to its position before.
    """
    b, w, _, _, _ = context
    w.event_count = 0
    node = int(tree.size[0])
    take(record_at(tree.positions, node, STATE), b, w, action)
    found = find_equal(tree) if chance else node
    if found == node:
        _settle(tree, context)
    return found


@helper
def _grow(tree: Tree, simulations: int, widest: int, context: Any) -> int:
    """Grow a tree that has its root; return how many simulations were made.

    These are fewer where the arrays are full; no node has more than ``widest`` edges.
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
                if free == len(tree.nodes) or tree.size[1] + widest > len(tree.edges):
                    return n
                copy_row(tree.positions, free, parent)
                at = _expand(tree, int(tree.edges[e, ACTION]), chance, context)
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
def grow_tree(
    public: Bytes,
    box: Bytes,
    work: Bytes,
    game: Bytes,
    key: Any,
    simulations: int,
    least: float,
    tree: Tree,
) -> int:
    """Grow a tree by some simulations; the value of a leaf is that of one playout.

    The arguments are those of ``play_out``; values of the tree have ``SEATS`` columns. Return how
    many simulations were made: fewer where the arrays are full.
    """
    w = record_of(work, WORK)
    context = (record_of(box, BOX), w, game, key, least)
    if tree.size[0] == 0:
        _copy(tree.positions[0], public)
        s = record_at(tree.positions, 0, STATE)
        s.public.explicit_chance = 1
        w.event_count = 0
        list_legal(s, context[0], w)
        _settle(tree, context)
    return _grow(tree, simulations, len(w.legal), context)
