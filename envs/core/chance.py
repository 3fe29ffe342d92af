"""Who decides, and outcomes of chance from their weights, whole numbers in proportion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.record import Array16


def mover_by(over: int, chance: int) -> Callable[[Any], int]:
    """Return a game's hook ``to_move``: the active seat decides.

    Args:
        over: ``decision`` of the public record where the game is over.
        chance: The same where chance decides.
    """

    @helper
    def to_move(s: Any) -> int:
        decision = s.public.decision
        if decision == over:
            return OVER
        return CHANCE if decision == chance else int(s.public.active)

    return to_move


def outcomes_by(weight_of: Callable[..., int], ends: Sequence[int]) -> Callable[..., int]:
    """Return a game's hook ``list_outcomes``.

    Args:
        weight_of: Compiled; returns the weight of an outcome of the public record and the box.
        ends: One past the greatest outcome, by ``chance`` of the public record.
    """

    @helper
    def list_outcomes(s: Any, box: Any, values: Array16, chances: npt.NDArray[np.float64]) -> int:
        count = 0
        total = 0.0
        for value in range(ends[s.public.chance]):
            weight = weight_of(s.public, box, value)
            if weight > 0:
                values[count] = value
                chances[count] = weight
                total += weight
                count += 1
        for n in range(count):
            chances[n] /= total
        return count

    return list_outcomes
