"""The chances that search agents state, as against those that they choose by."""

from __future__ import annotations

from typing import Final

import numpy as np

from agents.portal_dash.planner.weights import Numbers

#: Logits of a searching team over logits of planners: a line, its slope and its value at 0.
#: Fitted to 36 games of ``rollout:8`` on tuning seeds, see ``calibration``.
SLOPE: Final = 0.7
LIFT: Final = 0.75
#: Nothing is stated to be surer than this before it has happened.
_SURE: Final = 0.005


def stated(chance: Numbers | float) -> Numbers:
    """Return the chances that a searching team has where planners have others.

    The order of the chances stays as it is.

    Args:
        chance: Of planners, from 0 to 1.
    """
    planners = np.clip(np.asarray(chance, np.float64), _SURE, 1.0 - _SURE)
    odds = (planners / (1.0 - planners)) ** SLOPE * np.exp(LIFT)
    return np.asarray(odds / (1.0 + odds))
