"""A counter-based generator: an outcome is a pure function of (seed, stream, index).

No state is carried along, so what an agent does between two rolls cannot
change them, and a saved game needs only its seed and counters. The
mixing function is the finaliser of SplitMix64 (Steele, Lea and Flood 2014),
applied once to the seed with the stream and once more with the index.
"""

from __future__ import annotations

import numpy as np

from tablemates.envs.core.compiler.decorators import helper, wrapping
from tablemates.envs.core.records.layout import Array8

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_STREAM = np.uint64(0xD1B54A32D192ED03)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27 = np.uint64(27)
_S30 = np.uint64(30)
_S31 = np.uint64(31)
_S32 = np.uint64(32)
_ONE = np.uint64(1)


@wrapping
def random_bits(seed: int, stream: int, index: int) -> int:
    """Return 64 random bits, the same for the same three numbers."""
    x = np.uint64(seed) + _STREAM * (np.uint64(stream) + _ONE)
    x = (x ^ (x >> _S30)) * _MIX_1
    x = (x ^ (x >> _S27)) * _MIX_2
    x = x ^ (x >> _S31)
    x = x + _GAMMA * (np.uint64(index) + _ONE)
    x = (x ^ (x >> _S30)) * _MIX_1
    x = (x ^ (x >> _S27)) * _MIX_2
    return x ^ (x >> _S31)  # type: ignore[return-value]


@helper
def random_below(seed: int, stream: int, index: int, n: int) -> int:
    """Return a number in ``range(n)``; each is off its share by less than ``n / 2**32``."""
    bits = np.uint64(random_bits(seed, stream, index)) >> _S32
    return np.int64((bits * np.uint64(n)) >> _S32)  # type: ignore[return-value]


@helper
def shuffle(values: Array8, count: int, seed: int, stream: int) -> None:
    """Permute the first values uniformly; arrays of one stream are permuted alike."""
    for i in range(count - 1, 0, -1):
        j = random_below(seed, stream, i, i + 1)
        value = values[i]
        values[i] = values[j]
        values[j] = value


@helper
def lay_out(counts: Array8, cards: Array8) -> int:
    """Write each kind ``n`` of card ``counts[n]`` times, ascending; return how many they are."""
    length = 0
    for kind in range(len(counts)):
        for _ in range(counts[kind]):
            cards[length] = kind
            length += 1
    return length
