"""The compiled forward pass of a policy network, and actions of rollouts.

Most inputs are 0, and decisions that follow each other differ in few of them: sums of the first
layer change by the rows of these. Few actions are legal: others get no logit.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.networks.network import Floats
from tablemates.envs.core.compiler.decorators import compiled, helper, inlined, reordering
from tablemates.envs.core.records.borrowed import borrowed, word_at
from tablemates.envs.core.records.layout import Array8, Rows

Integers = npt.NDArray[np.int64]
Float = np.float32 | float

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
#: tanh(x) is x P(x * x) / Q(x * x) up to a bound, from which on it is 1 in ``float32``
#: (rational approximation of the library Eigen).
_BOUND = np.float32(7.90531110763549805)
_P: Final = tuple(
    map(
        np.float32,
        (
            *(-2.76076847742355e-16, 2.00018790482477e-13, -8.60467152213735e-11),
            *(5.12229709037114e-08, 1.48572235717979e-05, 6.37261928875436e-04),
            4.89352455891786e-03,
        ),
    )
)
_Q: Final = tuple(
    map(
        np.float32,
        (1.19825839466702e-06, 1.18534705686654e-04, 2.26843463243900e-03, 4.89352518554385e-03),
    )
)

# Places in arrays are ``uint64`` in the loops below: one below 0 would count from the end, and
# looking for that keeps loops from being vectorised, which makes them six times as slow.

#: Decisions whose gradients are added up together.
TOGETHER: Final = 16


class Net(NamedTuple):
    """A network of fully connected layers, whose arrays are one after the other.

    Attributes:
        weights: ``float32``: of each hidden layer the weights, shape ``(inputs, units)``, and the
            biases; of the actor the weights, shape ``(actions, units)``, and the biases; of the
            critic the weights and the bias.
        widths: Inputs, units of each hidden layer, actions.
        scale: Factors of the inputs, ``float32``, shape ``(inputs,)``.
        rectified: 1: activations are ReLU, 0: tanh.
    """

    weights: Floats
    widths: Integers
    scale: Floats
    rectified: int


@reordering
def _tanh(units: Floats, start: int, stop: int) -> None:
    for j in range(np.uint64(start), np.uint64(stop)):
        x = min(max(units[j], -_BOUND), _BOUND)
        square = x * x
        above = _P[0]
        above = above * square + _P[1]
        above = above * square + _P[2]
        above = above * square + _P[3]
        above = above * square + _P[4]
        above = above * square + _P[5]
        above = above * square + _P[6]
        below = _Q[0]
        below = below * square + _Q[1]
        below = below * square + _Q[2]
        below = below * square + _Q[3]
        units[j] = x * above / below


@reordering
def add_row(sums: Floats, at: int, factor: Float, rows: Floats, row: int, width: int) -> None:
    """Add a row times a factor to sums."""
    to, of = np.uint64(at), np.uint64(row)
    for j in range(np.uint64(width)):
        sums[to + j] += factor * rows[of + j]


@reordering
def add_rows(
    sums: Floats, at: int, factors: Floats, starts: Integers, count: int, rows: Floats, width: int
) -> None:
    """Add some rows times factors to sums, four at a time: sums are read and written less often."""
    to = np.uint64(at)
    whole = count - count % 4
    for n in range(0, whole, 4):
        f0, f1, f2, f3 = factors[n], factors[n + 1], factors[n + 2], factors[n + 3]
        r0, r1 = np.uint64(starts[n]), np.uint64(starts[n + 1])
        r2, r3 = np.uint64(starts[n + 2]), np.uint64(starts[n + 3])
        for j in range(np.uint64(width)):
            sums[to + j] += (f0 * rows[r0 + j] + f1 * rows[r1 + j]) + (
                f2 * rows[r2 + j] + f3 * rows[r3 + j]
            )
    for n in range(whole, count):
        add_row(sums, at, factors[n], rows, starts[n], width)


@reordering
def dot(one: Floats, first: int, others: Floats, second: int, width: int) -> float:
    """Return the scalar product of two parts of arrays."""
    total = ZERO
    left, right = np.uint64(first), np.uint64(second)
    for j in range(np.uint64(width)):
        total += one[left + j] * others[right + j]
    return total  # type: ignore[return-value]


class Work(NamedTuple):
    """Places for some decisions, which no other thread uses.

    Attributes:
        sums: Those of the first layer.
        units: Activations of all hidden layers, of one decision after the other.
        below: Gradients of their sums.
        factors: What rows are multiplied by.
        starts: Where the rows start.
        legal: Legal actions.
        chances: Their probabilities.
        logs: The logarithms of these.
    """

    sums: Floats
    units: Floats
    below: Floats
    factors: Floats
    starts: Integers
    legal: Integers
    chances: Floats
    logs: Floats

    @classmethod
    def of(cls, net: Net) -> Work:
        """Return places for a network."""
        inputs, *hidden, actions = net.widths.tolist()
        most, units = max(inputs, *hidden, TOGETHER) + 1, TOGETHER * sum(hidden)
        sizes = hidden[0], units, units, most
        sums, activations, below, factors = (np.zeros(size, np.float32) for size in sizes)
        starts, legal = np.zeros(most, np.int64), np.zeros(actions, np.int64)
        chances, logs = np.zeros(actions, np.float32), np.zeros(actions, np.float32)
        return cls(sums, activations, below, factors, starts, legal, chances, logs)


@inlined
def _word(rows: Rows[Array8], n: int, start: int) -> np.uint64:
    """Return eight bytes of a row as one word, 0 of no row."""
    return np.uint64(word_at(rows, n, start)) if n >= 0 else np.uint64(0)


@helper
def list_changes(
    net: Net, now: Rows[Array8], n: int, before: Rows[Array8], m: int, work: Work
) -> int:
    """List the rows of the first layer by which two observations differ; return how many.

    ``m`` below 0 stands for an observation of zeros.
    """
    inputs = int(net.widths[0])
    whole = inputs - inputs % 32
    count = 0
    for start in range(0, whole, 32):
        differ = _word(now, n, start) ^ _word(before, m, start)
        differ |= _word(now, n, start + 8) ^ _word(before, m, start + 8)
        differ |= _word(now, n, start + 16) ^ _word(before, m, start + 16)
        differ |= _word(now, n, start + 24) ^ _word(before, m, start + 24)
        if differ != np.uint64(0):
            count = _list_cells(net, now, n, before, m, work, count, start, start + 32)
    return _list_cells(net, now, n, before, m, work, count, whole, inputs)


@inlined
def _list_cells(
    net: Net,
    now: Rows[Array8],
    n: int,
    before: Rows[Array8],
    m: int,
    work: Work,
    at: int,
    start: int,
    stop: int,
) -> int:
    factors, starts, scale = borrowed(work.factors), borrowed(work.starts), borrowed(net.scale)
    width = int(net.widths[1])
    for cell in range(start, stop):
        change = int(now[n, cell])
        if m >= 0:
            change -= int(before[m, cell])
        # Written in any case: which inputs have changed cannot be predicted.
        factors[at] = np.float32(change) * scale[cell]
        starts[at] = cell * width
        at += change != 0
    return at


@helper
def _activate(net: Net, units: Floats, start: int, stop: int) -> None:
    if net.rectified:
        for j in range(np.uint64(start), np.uint64(stop)):
            units[j] = max(units[j], ZERO)
    else:
        _tanh(units, start, stop)


@helper
def forward(net: Net, sums: Floats, at: int, masks: Rows[Array8], n: int, work: Work) -> int:
    """Write activations, legal actions and their probabilities; return how many are legal.

    ``sums`` are those of the first layer, from ``at`` on; activations begin at the same place.
    """
    units, weights = borrowed(work.units), borrowed(net.weights)
    factors, starts = borrowed(work.factors), borrowed(work.starts)
    chances, logs = borrowed(work.chances), borrowed(work.logs)
    width = int(net.widths[1])
    for j in range(width):
        units[at + j] = sums[j]
    _activate(net, units, at, at + width)
    place = (int(net.widths[0]) + 1) * width  # of the layer in the weights
    for layer in range(2, len(net.widths) - 1):
        inputs = width
        width = int(net.widths[layer])
        for j in range(inputs):
            factors[j] = units[at + j]
            starts[j] = place + j * width
        at += inputs
        bias = place + inputs * width
        for j in range(width):
            units[at + j] = weights[bias + j]
        add_rows(units, at, factors, starts, inputs, weights, width)
        _activate(net, units, at, at + width)
        place = bias + width
    actions = int(net.widths[len(net.widths) - 1])
    bias = place + actions * width
    legal = 0
    best = np.float32(-np.inf)
    for action in range(actions):
        if masks[n, action] != 0:
            logit = weights[bias + action] + dot(units, at, weights, place + action * width, width)
            work.legal[legal] = action
            logs[legal] = logit
            best = max(best, logit)
            legal += 1
    total = 0.0
    for i in range(legal):
        chance = math.exp(float(logs[i] - best))
        chances[i] = chance
        total += chance
    log_total = np.float32(math.log(total)) + best
    for i in range(legal):
        chances[i] = np.float32(float(chances[i]) / total)
        logs[i] -= log_total
    return legal


@helper
def value_at(net: Net, units: Floats, at: int) -> float:
    """Return the critic's value; ``at`` is where the last layer's activations begin."""
    weights = borrowed(net.weights)
    width = int(net.widths[len(net.widths) - 2])
    place = len(weights) - width - 1
    return float(weights[place + width] + dot(units, at, weights, place, width))


@compiled
def draw_actions(
    net: Net,
    work: Work,
    observations: Rows[Array8],
    masks: Rows[Array8],
    before: Rows[Array8],
    sums: Rows[Floats],
    points: Floats,
    actions: Integers,
    log_probs: Floats,
    values: Floats,
) -> None:
    """Draw the action of each decision.

    Args:
        net: The network.
        work: Places that no other thread uses.
        observations: Shape ``(decisions, inputs)``.
        masks: Legal actions, shape ``(decisions, actions)``.
        before: Earlier observations; become these ones.
        sums: The first layer's sums of the earlier ones, shape ``(decisions, units)``; likewise.
        points: Random numbers from 0 to 1, one each.
        actions: Written: the actions.
        log_probs: Written: their log-probabilities.
        values: Written: what the critic says.
    """
    units, chances = borrowed(work.units), borrowed(work.chances)
    width = int(net.widths[1])
    last = 0
    for layer in range(1, len(net.widths) - 2):
        last += int(net.widths[layer])
    for n in range(len(points)):
        count = list_changes(net, observations, n, before, n, work)
        own = borrowed(sums[n])
        add_rows(own, 0, work.factors, work.starts, count, net.weights, width)
        for cell in range(before.shape[1]):
            before[n, cell] = observations[n, cell]
        legal = forward(net, own, 0, masks, n, work)
        values[n] = value_at(net, units, last)
        left = points[n]
        chosen = legal - 1
        for i in range(legal):
            left -= chances[i]
            if left < ZERO:
                chosen = i
                break
        while chosen > 0 and chances[chosen] == ZERO:
            chosen -= 1  # rounding left a rest
        actions[n] = work.legal[chosen]
        log_probs[n] = work.logs[chosen]
