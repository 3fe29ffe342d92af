"""Rewards of moves beside the return: progress at the end, and potential-based shaping.

Shaping follows Ng, Harada and Russell (1999).

A move earns ``discount * potential(after) - potential(before)``, and the potential of a
finished game is 0, so that the best policy stays the best one if the learner discounts in the
same way. The potential is a weighted sum of terms that the game names.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.files.documents import nearest


def shaping_numbers(
    progress: float, weights: Mapping[str, float] | None, discount: float, terms: Mapping[str, str]
) -> npt.NDArray[np.float64]:
    """Return rewards beside the return as compiled code takes them.

    These are what the progress at the end earns, the discount, then a weight a term; nothing if the
    return is the only reward.

    ``terms`` are the game's, in the order of its hook ``write_potential``; those without a weight
    weigh nothing.
    """
    weights = weights or {}
    for name, weight in weights.items():
        if name not in terms:
            raise SettingsError(f"unknown term {name!r} of shaping{nearest(name, terms)}")
        if isinstance(weight, bool) or not isinstance(weight, int | float):
            raise SettingsError(f"the weight of {name!r} in shaping is {weight!r}, not a number")
        if not np.isfinite(weight):
            raise SettingsError(f"the weight of {name!r} in shaping is not finite")
    if not progress and not weights:
        return np.zeros(0)
    return np.array([progress, discount, *(weights.get(name, 0.0) for name in terms)])
