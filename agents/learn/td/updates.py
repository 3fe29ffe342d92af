"""Compiled learning: lambda-returns of logged games, and stochastic gradient descent."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from tablemates.agents.value.buffers import EXPLORED, Log
from tablemates.agents.value.forward_pass import evaluate, row_of
from tablemates.agents.value.network import CLIP, Cells, Floats, Weights
from tablemates.envs.core.compiler.decorators import compiled, reordering
from tablemates.envs.core.records.layout import Array8, Array32, Rows

_CLIP = np.float32(CLIP)
_ZERO = np.float32(0.0)


@reordering
def _dot(one: Floats, others: Floats, n: int) -> float:
    """Return the scalar product of an array and a row."""
    total = _ZERO
    for k in range(len(one)):
        total += one[k] * others[n, k]
    return total  # type: ignore[return-value]


@compiled
def write_targets(log: Log, lambda_: float, targets: Rows[Floats]) -> None:
    """Write the lambda-return of every logged afterstate, from the mover's seat.

    Where a move was drawn at random, the return of what was left undone is used instead of
    what followed (Watkins's cut), so that values are those of greedy play.

    ``lambda_`` is the weight of what followed beside the value of the next afterstate;
    ``targets`` has shape ``(entries, outputs)``.
    """
    pairs = targets.shape[1] // 2
    limit = len(log.seats) // len(log.decisions)
    later = np.zeros((2, pairs), np.float64)  # by seat, not by mover
    for g in range(len(log.decisions)):
        playing = int(log.players[g])
        count = int(log.decisions[g])
        for kind in range(2):
            for k in range(pairs):
                later[kind, k] = log.ends[g, kind, k]
        for t in range(count - 1, -1, -1):
            at = g * limit + t
            mover = int(log.seats[at])
            followed = lambda_
            if log.kinds[at] == EXPLORED:
                followed = 0.0
            truncated = t == count - 1 and log.over[g] == 0
            for kind in range(2):
                for k in range(min(pairs, playing)):
                    seat = k
                    if pairs > 1:
                        seat = (mover + k) % playing
                    value = float(log.best[at, kind * pairs + k])
                    if truncated:
                        later[kind, seat] = value
                    targets[at, kind * pairs + k] = later[kind, seat]
                    later[kind, seat] = followed * later[kind, seat] + (1.0 - followed) * value


@compiled
def learn(
    weights: Weights,
    cells: Cells,
    seen: Rows[Array8],
    targets: Rows[Floats],
    outputs: Array32,
    order: npt.NDArray[np.int64],
    first_rate: float,
    rate: float,
) -> float:
    """Take one step of gradient descent on the cross-entropy for each afterstate in ``order``.

    Args:
        weights: The network; changed.
        cells: Rows of its first layer.
        seen: Views of afterstates, shape ``(entries, at least cells)``.
        targets: What their outputs should be.
        outputs: How many seats of an entry have values to learn, shape ``(entries,)``.
        order: Entries to learn from.
        first_rate: Step size of the first layer.
        rate: Step size of the others.

    Returns:
        The mean squared error of the first output before the steps.
    """
    first = weights.first
    width = first.shape[1]
    depth = len(weights.second_bias)
    pairs = len(weights.third_bias) // 2
    step1 = np.float32(first_rate)
    step2 = np.float32(rate)
    rows = np.zeros(len(cells.zero), np.int32)
    sums = np.zeros((1, width), np.float32)
    hidden = np.zeros(depth, np.float32)
    below = np.zeros(depth, np.float32)
    gradient = np.zeros(width, np.float32)
    out = np.zeros(2 * pairs, np.float32)
    error = 0.0
    for n in order:
        count = 0
        for cell in range(len(cells.zero)):
            value = int(seen[n, cell])
            if value != 0:
                rows[count] = row_of(cells, cell, value)
                count += 1
        for j in range(width):
            sums[0, j] = weights.first_bias[j]
        for i in range(count):
            row = rows[i]
            for j in range(width):
                sums[0, j] += first[row, j]
        evaluate(weights, sums, 0, hidden, out)
        error += (float(out[0]) - float(targets[n, 0])) ** 2
        for k in range(depth):
            below[k] = _ZERO
        for kind in range(2):
            for seat in range(outputs[n]):
                i = kind * pairs + seat
                slope = out[i] - targets[n, i]
                weights.third_bias[i] -= step2 * slope
                for k in range(depth):
                    below[k] += slope * weights.third[k, i]
                    weights.third[k, i] -= step2 * slope * hidden[k]
        for k in range(depth):
            if hidden[k] <= _ZERO:
                below[k] = _ZERO
            weights.second_bias[k] -= step2 * below[k]
        for j in range(width):
            unit = sums[0, j]
            if unit <= _ZERO:
                gradient[j] = _ZERO
                continue
            gradient[j] = step1 * _dot(below, weights.second, j) if unit < _CLIP else _ZERO
            unit = min(unit, _CLIP) * step2
            for k in range(depth):
                weights.second[j, k] -= unit * below[k]
        for j in range(width):
            weights.first_bias[j] -= gradient[j]
        for i in range(count):
            row = rows[i]
            for j in range(width):
                first[row, j] -= gradient[j]
    return math.sqrt(error / max(1, len(order)))
