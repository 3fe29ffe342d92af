"""What a network that reads plans is given of a decision, as one row of bytes.

::

    observation | where each plan leads, observations | features of the plans | their actions

Rows go wherever observations go: into files of decisions, to learners, to policies.
A plan that is not there has the action ``NO_PLAN`` and zeros.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.networks.base import Floats
from tablemates.envs.core.record import Array8

#: Plans of a decision at most.
PLANS: Final = 6
#: Numbers that say what the script thinks of a plan, see ``tablemates.agents.portal_dash.plans``.
FEATURES: Final = 23
#: Places among these: the chance of winning, its logit,
CHANCE: Final = 0
LOGIT: Final = 1
#: and by how much the chance after the next rolls is better than the first plan's: here begins
#: what becomes of a plan.
LATER: Final = 11
#: and the standard error of that.
DOUBT: Final = 13
NO_PLAN: Final = -1

_FEATURE: Final = np.dtype(np.float16)
_ACTION: Final = np.dtype(np.int16)

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PlanRows:
    """How rows are made up.

    Attributes:
        observed: Numbers of an observation.
    """

    observed: int

    @property
    def features_at(self) -> int:
        """Where the features begin."""
        return (1 + PLANS) * self.observed

    @property
    def actions_at(self) -> int:
        """Where the actions begin."""
        return self.features_at + PLANS * FEATURES * _FEATURE.itemsize

    @property
    def size(self) -> int:
        """Bytes of a row."""
        return self.actions_at + PLANS * _ACTION.itemsize

    def empty(self, observations: Array8) -> Array8:
        """Return rows of decisions without plans.

        Args:
            observations: Of the decisions, shape ``(rows, values)``.
        """
        rows = np.zeros((len(observations), self.size), np.int8)
        rows[:, : self.observed] = observations
        self.put_actions(rows, np.full((len(rows), PLANS), NO_PLAN))
        return rows

    def seen(self, rows: Array8) -> Array8:
        """Return a view of the observations: the decision's own, then where plans lead.

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
        """Write the features of the plans; what is too large for them is cut."""
        limit = np.finfo(_FEATURE).max
        bits = np.clip(features, -limit, limit).reshape(len(rows), PLANS * FEATURES)
        rows[:, self.features_at : self.actions_at] = bits.astype(_FEATURE).view(np.int8)

    def put_actions(self, rows: Array8, actions: npt.NDArray[np.integer]) -> None:
        """Write the first actions of the plans."""
        rows[:, self.actions_at :] = np.ascontiguousarray(actions, _ACTION).view(np.int8)
