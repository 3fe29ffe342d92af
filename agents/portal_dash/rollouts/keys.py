"""Random keys of decisions inside compiled code, the same as those of ``tablemates.envs.core.keys``."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablemates.envs.core.compiled import helper, wrapping

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_AGENTS = np.uint64(0xA0761D6478BD642F)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


@wrapping
def mixed(x: Any) -> Any:
    """Return 64 bits that depend on all bits of ``x``, an ``uint64``."""
    x = (x ^ (x >> np.uint64(30))) * _MIX_1
    x = (x ^ (x >> np.uint64(27))) * _MIX_2
    return x ^ (x >> np.uint64(31))


@wrapping
def decision_key(seed: Any, decisions: int) -> Any:
    """Return the key of one decision, ``uint64``.

    Args:
        seed: Of the game, ``uint64``.
        decisions: How many were taken before.
    """
    return mixed(mixed(seed ^ _AGENTS) + _GAMMA * (np.uint64(decisions) + np.uint64(1)))


@wrapping
def _bits(key: Any) -> Any:
    return mixed(key + _GAMMA) >> np.uint64(11)


@helper
def uniform(key: Any) -> float:
    """Return a number from 0 (included) to 1 (excluded) for a key, ``uint64``."""
    return float(np.float64(_bits(key)) * 2.0**-53)
