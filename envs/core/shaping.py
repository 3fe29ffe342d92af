"""Potential-based shaping (Ng, Harada and Russell 1999) as parameter of every view.

A move earns ``discount * potential(after) - potential(before)``, and the potential of a
finished game is 0, so that the best policy stays the best one if the learner discounts in the
same way. The potential is a weighted sum of terms that the game names.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.documents import nearest
from tablemates.envs.core.errors import SettingsError


def shaping_numbers(
    weights: Mapping[str, float] | None, discount: float, terms: Mapping[str, str]
) -> npt.NDArray[np.float64]:
    """Return shaping as compiled code takes it: the discount, then a weight a term; or nothing.

    Args:
        weights: By the names of terms; those that are left out weigh nothing.
        discount: The learner's.
        terms: The game's terms in the order of its hook ``write_potential``.

    Raises:
        SettingsError: A term is unknown or a weight is no finite number.
    """
    if not weights:
        return np.zeros(0)
    for name, weight in weights.items():
        if name not in terms:
            raise SettingsError(f"unknown term {name!r} of shaping{nearest(name, terms)}")
        if isinstance(weight, bool) or not isinstance(weight, int | float):
            raise SettingsError(f"the weight of {name!r} in shaping is {weight!r}, not a number")
        if not np.isfinite(weight):
            raise SettingsError(f"the weight of {name!r} in shaping is not finite")
    return np.array([discount, *(weights.get(name, 0.0) for name in terms)])
