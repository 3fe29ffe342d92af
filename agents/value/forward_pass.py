"""Compiled evaluation of the value network, the first layer by differences."""

from __future__ import annotations

import math

import numpy as np

from tablemates.agents.value.network import CLIP, Cells, Floats, Weights
from tablemates.envs.core.compiler.decorators import helper, inlined, reordering
from tablemates.envs.core.records.borrowed import word_at
from tablemates.envs.core.records.layout import Array8

_CLIP = np.float32(CLIP)
_ZERO = np.float32(0.0)


@inlined
def row_of(cells: Cells, cell: int, value: int) -> int:
    """Return the row of the first layer for a value of a cell."""
    value = min(max(value, int(cells.low[cell])), int(cells.high[cell]))
    return int(cells.zero[cell]) + value


@inlined
def _add(sums: Floats, n: int, first: Floats, row: int) -> None:
    for j in range(sums.shape[1]):
        sums[n, j] += first[row, j]


@inlined
def _subtract(sums: Floats, n: int, first: Floats, row: int) -> None:
    for j in range(sums.shape[1]):
        sums[n, j] -= first[row, j]


@inlined
def _replace(sums: Floats, n: int, first: Floats, old: int, new: int) -> None:
    for j in range(sums.shape[1]):
        sums[n, j] += first[new, j] - first[old, j]


@helper
def sum_rows(weights: Weights, cells: Cells, seen: Array8, sums: Floats, n: int) -> None:
    """Write the first layer's sums of the ``n``-th observation, into the ``n``-th row."""
    for j in range(sums.shape[1]):
        sums[n, j] = weights.first_bias[j]
    for cell in range(len(cells.zero)):
        value = int(seen[n, cell])
        if value != 0:
            _add(sums, n, weights.first, row_of(cells, cell, value))


@helper
def update_sums(
    weights: Weights, cells: Cells, seen: Array8, now: Array8, sums: Floats, n: int
) -> None:
    """Change the ``n``-th sums of the first layer by what differs between two observations.

    They belong to ``seen``, of shape ``(any, a multiple of 8)``, which becomes ``now``.
    """
    for start in range(0, seen.shape[1], 8):
        if word_at(seen, n, start) == word_at(now, n, start):
            continue
        for cell in range(start, start + 8):
            old = int(seen[n, cell])
            new = int(now[n, cell])
            if old == new:
                continue
            seen[n, cell] = new
            if old == 0:
                _add(sums, n, weights.first, row_of(cells, cell, new))
            elif new == 0:
                _subtract(sums, n, weights.first, row_of(cells, cell, old))
            else:
                old_row = row_of(cells, cell, old)
                _replace(sums, n, weights.first, old_row, row_of(cells, cell, new))


@reordering
def evaluate(weights: Weights, sums: Floats, n: int, hidden: Floats, out: Floats) -> None:
    """Write outputs, and activations of the second layer, for the ``n``-th sums of the first."""
    for k in range(len(hidden)):
        hidden[k] = weights.second_bias[k]
    for j in range(sums.shape[1]):
        unit = min(sums[n, j], _CLIP)
        if unit > _ZERO:
            for k in range(len(hidden)):
                hidden[k] += unit * weights.second[j, k]
    for k in range(len(hidden)):
        hidden[k] = max(hidden[k], _ZERO)
    for i in range(len(out)):
        total = weights.third_bias[i]
        for k in range(len(hidden)):
            total += hidden[k] * weights.third[k, i]
        out[i] = np.float32(1.0 / (1.0 + math.exp(-total)))
