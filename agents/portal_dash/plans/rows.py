"""Input of the ``plans`` network: an observation and an adviser's plans as one row of int8.

::

    observation | observations at the ends of the plans | features of the plans | their actions

Rows take the place of observations in data sets, rollouts and policies. A missing plan
has the action ``NO_PLAN`` and zeros elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.networks.base import Floats
from tablemates.envs.core.record import Array8

#: Largest number of plans of a decision.
PLANS: Final = 6
#: Number of features of a plan, see ``tablemates.agents.portal_dash.plans.advice``.
FEATURES: Final = 23
#: Indices of features: the estimated probability of winning and its logit,
CHANCE: Final = 0
LOGIT: Final = 1
#: the same probability after the next rolls minus the first plan's (the features from here on
#: come from these rolls), and its standard error.
LATER: Final = 11
DOUBT: Final = 13
NO_PLAN: Final = -1
#: Features with a direct weight on a plan's logit: differences of the adviser's winning
#: probabilities, now and after the next rolls, and the standard error of the latter.
TRUSTED: Final = (CHANCE, LATER, DOUBT)

_FEATURE: Final = np.dtype(np.float16)
_ACTION: Final = np.dtype(np.int16)

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PlanRows:
    """Layout of a row.

    Attributes:
        observed: Size of an observation.
    """

    observed: int

    @property
    def features_at(self) -> int:
        """Offset of the features."""
        return (1 + PLANS) * self.observed

    @property
    def actions_at(self) -> int:
        """Offset of the actions."""
        return self.features_at + PLANS * FEATURES * _FEATURE.itemsize

    @property
    def size(self) -> int:
        """Size of a row in bytes."""
        return self.actions_at + PLANS * _ACTION.itemsize

    def empty(self, observations: Array8) -> Array8:
        """Return rows without plans.

        Args:
            observations: Shape ``(rows, values)``.
        """
        rows = np.zeros((len(observations), self.size), np.int8)
        rows[:, : self.observed] = observations
        self.put_actions(rows, np.full((len(rows), PLANS), NO_PLAN))
        return rows

    def seen(self, rows: Array8) -> Array8:
        """Return a view of the observations: the decision's own, then those of the plans' ends.

        Returns:
            Shape ``(rows, 1 + PLANS, values)``.
        """
        return rows[:, : self.features_at].reshape(len(rows), 1 + PLANS, self.observed)

    def features(self, rows: Array8) -> Floats:
        """Return the features of the plans, shape ``(rows, PLANS, FEATURES)``."""
        found = np.ascontiguousarray(rows[:, self.features_at : self.actions_at]).view(_FEATURE)
        return found.astype(np.float32).reshape(len(rows), PLANS, FEATURES)

    def actions(self, rows: Array8) -> Integers:
        """Return the first actions of the plans, shape ``(rows, PLANS)``."""
        found = np.ascontiguousarray(rows[:, self.actions_at :]).view(_ACTION)
        return found.astype(np.int64)

    def put_features(self, rows: Array8, features: npt.NDArray[np.floating]) -> None:
        """Write the features of the plans, clipped to the range of float16."""
        limit = np.finfo(_FEATURE).max
        bits = np.clip(features, -limit, limit).reshape(len(rows), PLANS * FEATURES)
        rows[:, self.features_at : self.actions_at] = bits.astype(_FEATURE).view(np.int8)

    def put_actions(self, rows: Array8, actions: npt.NDArray[np.integer]) -> None:
        """Write the first actions of the plans."""
        rows[:, self.actions_at :] = np.ascontiguousarray(actions, _ACTION).view(np.int8)
