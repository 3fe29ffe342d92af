"""Compiled gradients of PPO's losses, by backpropagation through a policy network.

Decisions next to each other have like observations: a row of the first layer gets one sum of
gradients for all of them during which its input did not change.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.learn.policy_pass import (
    ONE,
    TOGETHER,
    ZERO,
    Integers,
    Net,
    Work,
    add_row,
    add_rows,
    dot,
    forward,
    list_changes,
    value_at,
)
from tablemates.agents.networks.network import Floats
from tablemates.envs.core.compiler.decorators import compiled, helper
from tablemates.envs.core.records.borrowed import borrowed
from tablemates.envs.core.records.layout import Array8, Rows

Numbers = npt.NDArray[np.float64]


class Batch(NamedTuple):
    """Decisions to learn from; what has the shape ``(decisions,)`` is ``float32`` or ``int64``.

    Attributes:
        observations: Shape ``(decisions, inputs)``.
        masks: Legal actions, shape ``(decisions, actions)``.
        actions: The actions taken.
        log_probs: Their log-probabilities then.
        advantages: How much better they were than expected, normalised over the minibatch.
        returns: What the critic should say.
    """

    observations: Rows[Array8]
    masks: Rows[Array8]
    actions: Integers
    log_probs: Floats
    advantages: Floats
    returns: Floats


class Coefficients(NamedTuple):
    """Those of PPO's loss; see ``PPOConfig``."""

    clip_range: float
    vf_coef: float
    ent_coef: float


@compiled
def add_gradients(
    net: Net,
    work: Work,
    batch: Batch,
    coefficients: Coefficients,
    order: Integers,
    start: int,
    stop: int,
    gradients: Floats,
    sums: Numbers,
) -> None:
    """Add the gradients of PPO's loss of a part of a minibatch.

    Args:
        net: The network.
        work: Places that no other thread uses.
        batch: Decisions of a rollout.
        coefficients: Those of the loss.
        order: Decisions of the minibatch; it is faster where neighbours have like observations.
        start: The first of them that is taken.
        stop: The one after the last.
        gradients: As ``net.weights``; added to.
        sums: Added to: policy loss, value loss, negative entropy, the estimate of the divergence,
            and how often the ratio was clipped, shape ``(5,)``.
    """
    weights, slopes, running = borrowed(net.weights), borrowed(gradients), borrowed(work.sums)
    factors, starts = borrowed(work.factors), borrowed(work.starts)
    seen = batch.observations
    inputs, width = int(net.widths[0]), int(net.widths[1])
    for first in range(start, stop, TOGETHER):
        together = min(TOGETHER, stop - first)
        for j in range(width):
            running[j] = weights[inputs * width + j]
        for k in range(together):
            n, m = int(order[first + k]), -1
            if k > 0:
                m = int(order[first + k - 1])
            count = list_changes(net, seen, n, seen, m, work)
            add_rows(running, 0, factors, starts, count, weights, width)
            _add_heads(net, work, batch, coefficients, n, k, len(order), gradients, sums)
        _add_layers(net, work, together, gradients)
        # A row of the first layer gets the sum over all decisions from where its input changed on.
        for j in range(width):
            running[j] = ZERO
        size = len(work.units) // TOGETHER
        for k in range(together - 1, -1, -1):
            n, m = int(order[first + k]), -1
            if k > 0:
                m = int(order[first + k - 1])
            add_row(running, 0, ONE, work.below, k * size, width)
            count = list_changes(net, seen, n, seen, m, work)
            for i in range(count):
                add_row(slopes, starts[i], factors[i], running, 0, width)
        add_row(slopes, inputs * width, ONE, running, 0, width)


@helper
def _add_heads(
    net: Net,
    work: Work,
    batch: Batch,
    coefficients: Coefficients,
    n: int,
    k: int,
    count: int,
    gradients: Floats,
    sums: Numbers,
) -> None:
    """Judge the ``n``-th decision, add gradients of the heads, and write that of the last layer.

    It is the ``k``-th of those that are worked on together; the minibatch has ``count``.
    """
    units, below, weights = borrowed(work.units), borrowed(work.below), borrowed(net.weights)
    chances, logs, slopes = borrowed(work.chances), borrowed(work.logs), borrowed(gradients)
    size = len(units) // TOGETHER
    width = int(net.widths[len(net.widths) - 2])
    actions = int(net.widths[len(net.widths) - 1])
    at = (k + 1) * size - width
    legal = forward(net, work.sums, k * size, batch.masks, n, work)
    share = np.float32(1.0 / count)
    clip = np.float32(coefficients.clip_range)
    plogp = ZERO
    taken = 0
    for i in range(legal):
        if chances[i] > ZERO:
            plogp += chances[i] * logs[i]
        if work.legal[i] == batch.actions[n]:
            taken = i
    log_ratio = logs[taken] - batch.log_probs[n]
    ratio = np.float32(math.exp(float(log_ratio)))
    advantage = batch.advantages[n]
    clipped = min(max(ratio, ONE - clip), ONE + clip) * advantage
    slope = ZERO  # of the policy's loss by the log-probability
    if ratio * advantage <= clipped:
        slope = -advantage * ratio * share
    error = value_at(net, units, at) - batch.returns[n]
    sums[0] -= min(ratio * advantage, clipped)
    sums[1] += error * error
    sums[2] += plogp
    sums[3] += (ratio - ONE) - log_ratio
    if abs(ratio - ONE) > clip:
        sums[4] += 1.0
    place = len(weights) - (actions + 1) * (width + 1)
    bias = place + actions * width
    critic = bias + actions
    pull = np.float32(2.0 * coefficients.vf_coef) * share * error
    slopes[critic + width] += pull
    for j in range(width):
        below[at + j] = pull * weights[critic + j]
    add_row(slopes, critic, pull, units, at, width)
    ent_coef = np.float32(coefficients.ent_coef) * share
    for i in range(legal):
        pull = -slope * chances[i]
        if chances[i] > ZERO:
            pull += ent_coef * chances[i] * (logs[i] - plogp)
        if i == taken:
            pull += slope
        row = place + int(work.legal[i]) * width
        slopes[bias + int(work.legal[i])] += pull
        add_row(below, at, pull, weights, row, width)
        add_row(slopes, row, pull, units, at, width)


@helper
def _add_layers(net: Net, work: Work, together: int, gradients: Floats) -> None:
    """Add gradients of the hidden layers but the first, and write those of the first's sums."""
    units, below, weights = borrowed(work.units), borrowed(work.below), borrowed(net.weights)
    factors, starts, slopes = borrowed(work.factors), borrowed(work.starts), borrowed(gradients)
    layers = len(net.widths) - 2
    size = len(units) // TOGETHER
    at = size
    place = len(weights) - (int(net.widths[layers + 1]) + 1) * (int(net.widths[layers]) + 1)
    for layer in range(layers, 0, -1):
        outer = int(net.widths[layer])
        inner = int(net.widths[layer - 1])
        at -= outer
        for k in range(together):
            first = np.uint64(k * size + at)
            if net.rectified:
                for j in range(np.uint64(outer)):
                    if units[first + j] <= ZERO:
                        below[first + j] = ZERO
            else:
                for j in range(np.uint64(outer)):
                    below[first + j] *= ONE - units[first + j] * units[first + j]
        if layer == 1:
            return
        place -= (inner + 1) * outer
        for k in range(together):
            starts[k] = k * size + at
            factors[k] = ONE
        add_rows(slopes, place + inner * outer, factors, starts, together, below, outer)
        for j in range(inner):
            row = place + j * outer
            for k in range(together):
                before = k * size + at - inner + j
                factors[k] = units[before]
                below[before] = dot(below, k * size + at, weights, row, outer)
            add_rows(slopes, row, factors, starts, together, below, outer)
