"""A search tree of decisions and explicit chance, in arrays; it knows no game.

Chance is explicit in the nodes: they hold no hidden information, and the distribution of dice
and draws is exact. What chance leads to by several ways is one node, so dice of a roll that add up
to the same are searched once. Every value is a vector, one number from 0 to 1 for each seat, or a
single column where all seats share their return; the seat that decides takes its own (max^n;
Luckhardt and Irani 1986), by PUCT (Rosin 2011, Silver et al. 2017).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import helper, wrapping
from tablemates.envs.core.records.layout import Bytes, Rows

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

_GOLDEN = 0.6180339887498949
# 64-bit FNV-1a (Fowler, Noll and Vo).
_FNV_START = np.uint64(0xCBF29CE484222325)
_FNV_PRIME = np.uint64(0x100000001B3)


class Tree(NamedTuple):
    """The arrays of a tree.

    Attributes:
        positions: Records of the nodes, shape ``(nodes, bytes)``; the first is the root.
        nodes: Integers of the nodes, shape ``(nodes, NODE)``.
        own: The value of each node by itself, shape ``(nodes, columns)``.
        edges: Integers of the edges, shape ``(edges, EDGE)``.
        shares: Prior of each action, or probability of each outcome.
        sums: Of the values found below, shape ``(edges, columns)``.
        places: Hash table of the nodes below chance: number plus 1, 0: free; at least twice as long
            as there are nodes.
        size: Numbers of nodes and edges in use; ``[0, 0]``: a new tree.
        room: Most edges of a node.
    """

    positions: Rows[Bytes]
    nodes: Rows[Integers]
    own: Rows[Numbers]
    edges: Rows[Integers]
    shares: Numbers
    sums: Rows[Numbers]
    places: Integers
    size: Integers
    room: int

    def clear(self) -> None:
        """Remove all nodes."""
        self.size[:] = 0
        self.places[:] = 0
        self.nodes[0, COUNT] = 0

    def root_edges(self) -> list[int]:
        """Return the root's edges, most visited first."""
        first, count = (int(self.nodes[0, place]) for place in (FIRST, COUNT))
        tried = self.edges[first : first + count, TRIED]
        return [first + int(place) for place in np.argsort(-tried, kind="stable")]


def new_tree(nodes: int, edges: int, size: int, columns: int, room: int) -> Tree:
    """Return an empty tree for nodes, edges, records of ``size`` bytes, ``room`` edges a node."""
    return Tree(
        positions=np.zeros((nodes, size), np.uint8),
        nodes=np.zeros((nodes, NODE), np.int64),
        own=np.zeros((nodes, columns)),
        edges=np.zeros((edges, EDGE), np.int64),
        shares=np.zeros(edges),
        sums=np.zeros((edges, columns)),
        places=np.zeros(2 * nodes, np.int64),
        size=np.zeros(2, np.int64),
        room=room,
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


@wrapping
def _hash(record: Bytes) -> int:
    word = _FNV_START
    for i in range(len(record)):
        word = (word ^ np.uint64(record[i])) * _FNV_PRIME
    return word  # type: ignore[return-value]


@helper
def find_equal(tree: Tree) -> int:
    """Return the node below chance with the position of the next free node, or that node."""
    node = int(tree.size[0])
    record = tree.positions[node]
    at = np.int64(np.uint64(_hash(record)) % np.uint64(len(tree.places)))
    while tree.places[at] > 0:
        other = int(tree.places[at]) - 1
        same = 0
        while same < len(record) and tree.positions[other, same] == record[same]:
            same += 1
        if same == len(record):
            return other
        at = (at + 1) % len(tree.places)
    tree.places[at] = node + 1
    return node


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
