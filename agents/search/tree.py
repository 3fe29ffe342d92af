"""A search tree of decisions and explicit chance, in arrays; it knows no game.

Chance is explicit in the nodes: nothing hidden is ever set in them, and the distribution of dice
and draws is exact. Every value is a vector, one number from 0 to 1 for each seat, or a single
column where all seats share their return; the seat that decides takes its own (max^n; Luckhardt and
Irani 1986), by PUCT (Rosin 2011, Silver et al. 2017).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.record import Bytes

Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]

# Columns of ``Tree.nodes``, and the kinds of nodes.
FIRST = 0  # the first of the node's edges, which are contiguous
COUNT = 1
VISITS = 2
KIND = 3
COLUMN = 4  # of the values: the one that the decider maximises
NODE = 5
DECISION = 0
CHANCE = 1
OVER = 2

# Columns of ``Tree.edges``.
ACTION = 0  # or the outcome of chance
CHILD = 1  # a node, -1: none yet
TRIED = 2
EDGE = 3

#: Longest path from the root to a leaf.
_DEEPEST = 512
_GOLDEN = 0.6180339887498949


class Tree(NamedTuple):
    """The arrays of a tree.

    Attributes:
        positions: Records of the nodes, shape ``(nodes, bytes)``; the first is the root.
        nodes: Integers of the nodes, shape ``(nodes, NODE)``.
        own: The value of each node by itself, shape ``(nodes, columns)``.
        edges: Integers of the edges, shape ``(edges, EDGE)``.
        shares: Prior of each action, or probability of each outcome.
        sums: Of the values found below, shape ``(edges, columns)``.
        size: Numbers of nodes and edges in use; ``[0, 0]``: a new tree.
    """

    positions: Bytes
    nodes: Integers
    own: Numbers
    edges: Integers
    shares: Numbers
    sums: Numbers
    size: Integers

    def root_edges(self) -> list[int]:
        """Return the root's edges, most visited first."""
        first, count = (int(self.nodes[0, place]) for place in (FIRST, COUNT))
        tried = self.edges[first : first + count, TRIED]
        return [first + int(place) for place in np.argsort(-tried, kind="stable")]


def new_tree(nodes: int, edges: int, size: int, columns: int) -> Tree:
    """Return an empty tree.

    Args:
        nodes: Room for so many nodes.
        edges: Room for so many edges.
        size: Bytes of a record.
        columns: Numbers of a value.
    """
    return Tree(
        positions=np.zeros((nodes, size), np.uint8),
        nodes=np.zeros((nodes, NODE), np.int64),
        own=np.zeros((nodes, columns)),
        edges=np.zeros((edges, EDGE), np.int64),
        shares=np.zeros(edges),
        sums=np.zeros((edges, columns)),
        size=np.zeros(2, np.int64),
    )


@helper
def select(node: int, tree: Tree, explore: float) -> int:
    """Return the edge of a decision with the highest PUCT score."""
    first = int(tree.nodes[node, FIRST])
    column = int(tree.nodes[node, COLUMN])
    best = first
    most = -1.0
    root = np.sqrt(float(tree.nodes[node, VISITS]))
    for e in range(first, first + int(tree.nodes[node, COUNT])):
        tried = int(tree.edges[e, TRIED])
        value = tree.sums[e, column] / tried if tried > 0 else tree.own[node, column]
        score = value + explore * tree.shares[e] * root / (1.0 + tried)
        if score > most:
            most = score
            best = e
    return best


@helper
def draw(node: int, tree: Tree) -> int:
    """Return an outcome of chance; visits spread over the outcomes as evenly as they can.

    Additive recurrence by the golden ratio, from the random number that is the node's own value.
    """
    first = int(tree.nodes[node, FIRST])
    last = first + int(tree.nodes[node, COUNT]) - 1
    at = (tree.own[node, 0] + _GOLDEN * tree.nodes[node, VISITS]) % 1.0
    for e in range(first, last):
        at -= tree.shares[e]
        if at < 0.0:
            return e
    return last


@helper
def add_edge(tree: Tree, node: int, action: int, share: float) -> None:
    """Add an edge to a node, which must be the newest one."""
    e = int(tree.size[1])
    tree.edges[e, ACTION] = action
    tree.edges[e, CHILD] = -1
    tree.edges[e, TRIED] = 0
    tree.shares[e] = share
    tree.sums[e, :] = 0.0
    tree.size[1] += 1
    tree.nodes[node, COUNT] += 1


@helper
def add_node(tree: Tree, kind: int, column: int) -> int:
    """Add a node without edges; its position is in place. Return its number."""
    node = int(tree.size[0])
    tree.nodes[node, FIRST] = tree.size[1]
    tree.nodes[node, COUNT] = 0
    tree.nodes[node, VISITS] = 0
    tree.nodes[node, KIND] = kind
    tree.nodes[node, COLUMN] = column
    tree.own[node, :] = 0.0
    tree.size[0] += 1
    return node


@helper
def copy_row(rows: Bytes, target: int, source: int) -> None:
    """Copy a record; a loop becomes one move, an assignment of slices takes far longer."""
    for i in range(rows.shape[1]):
        rows[target, i] = rows[source, i]


def growing(
    expand: Callable[[Tree, int, Any], None], draw: Callable[[int, Tree], int] = draw
) -> Callable[..., int]:
    """Return the compiled function that grows a tree.

    Args:
        expand: Compiled function of the tree, an action and a context: the next free position
            holds the parent's; takes the action there, and adds the node with its edges and its
            own value.
        draw: Compiled function that chooses the edge of a chance node.
    """

    @helper
    def grow(tree: Tree, simulations: int, explore: float, widest: int, context: Any) -> int:
        """Grow a tree that has its root by some simulations.

        Args:
            tree: Changed in place.
            simulations: Number of simulations.
            explore: Weight of the prior against what was found (c_puct).
            widest: Most edges of a node.
            context: For ``expand``.

        Returns:
            Simulations made: fewer where the arrays are full.
        """
        path = np.zeros(_DEEPEST, np.int64)
        for n in range(simulations):
            depth = 0
            at = 0
            while tree.nodes[at, KIND] != OVER and depth < _DEEPEST:
                chance = tree.nodes[at, KIND] == CHANCE
                e = draw(at, tree) if chance else select(at, tree, explore)
                path[depth] = e
                depth += 1
                parent, at = at, int(tree.edges[e, CHILD])
                if at < 0:
                    at = int(tree.size[0])
                    if at == len(tree.nodes) or tree.size[1] + widest > len(tree.edges):
                        return n
                    tree.edges[e, CHILD] = at
                    copy_row(tree.positions, at, parent)
                    expand(tree, int(tree.edges[e, ACTION]), context)
                    if tree.nodes[at, KIND] == DECISION and tree.nodes[at, COUNT] > 1:
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

    return grow
