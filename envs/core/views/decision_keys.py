"""Random numbers of agents: one key a decision, from the game's seed and the decisions before.

The mixing function is the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

_GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
_WORD: Final = 2**64 - 1
#: Sets the keys apart from the engine's own streams of the same seed.
_AGENTS: Final = np.uint64(0xA0761D6478BD642F)


def decision_keys(seeds: npt.NDArray[np.uint64], decisions: npt.NDArray[np.integer]) -> list[int]:
    """Return the key of one decision of each game, below 2**64.

    ``decisions`` were taken before; both arrays have shape ``(games,)``.
    """
    counts = decisions.astype(np.uint64) + np.uint64(1)
    keys: list[int] = _mixed(_mixed(seeds ^ _AGENTS) + _GAMMA * counts).tolist()
    return keys


def decision_key(seed: int, decisions: int) -> int:
    """Return the key of one decision, as ``decision_keys`` does for many.

    NumPy would take ten times as long for one number.
    """
    return _mixed_one(_mixed_one(seed ^ int(_AGENTS)) + int(_GAMMA) * (decisions + 1))


def uniforms(keys: Sequence[int]) -> npt.NDArray[np.float64]:
    """Return a number from 0 (included) to 1 (excluded) for each key."""
    bits = _mixed(np.array(keys, np.uint64) + _GAMMA) >> np.uint64(11)
    return np.asarray(bits.astype(np.float64) * 2.0**-53)


def _mixed(x: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def _mixed_one(x: int) -> int:
    x &= _WORD
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _WORD
    return x ^ (x >> 31)
