"""The chances that search agents state, as against those that they choose by."""

from __future__ import annotations

from typing import Final

import numpy as np

from agents.portal_dash.planner.weights import Numbers

#: Logits by which a search fares better than the network expects of planners; fitted to
#: 30 games of ``rollout:16`` on tuning seeds, see ``calibration``.
LIFT: Final = 1.9
#: Nothing is stated to be surer than this before it has happened.
_SURE: Final = 0.005


def stated(chance: Numbers | float) -> Numbers:
    """Return the chances that a searching team has where planners have others.

    The order of the chances stays as it is.

    Args:
        chance: Of planners, from 0 to 1.
    """
    planners = np.clip(np.asarray(chance, np.float64), _SURE, 1.0 - _SURE)
    odds = planners / (1.0 - planners) * np.exp(LIFT)
    return np.asarray(odds / (1.0 + odds))
