"""The chances that search agents state, as against those that they choose by."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.envs.core.documents import read_document

#: Logits of a searching team over logits of planners: a line, its slope and its value at 0;
#: written by ``fitting``.
FILE: Final = Path(__file__).parent / "stated.yaml"
#: Nothing is stated to be surer than this before it has happened.
_SURE: Final = 0.005


@cache
def read_line() -> tuple[float, float]:
    """Return the line's slope and its value at 0."""
    values = read_document(FILE).values
    return float(values["slope"]), float(values["lift"])


def stated(chance: Numbers | float) -> Numbers:
    """Return the chances that a searching team has where planners have others.

    The order of the chances stays as it is.

    Args:
        chance: Of planners, from 0 to 1.
    """
    slope, lift = read_line()
    return np.asarray(1.0 / (1.0 + np.exp(-(slope * logit(chance) + lift))))


def logit(chance: Numbers | float) -> Numbers:
    """Return the logarithm of the odds, of no chance nearer to 0 or 1 than is ever stated."""
    sure = np.clip(np.asarray(chance, np.float64), _SURE, 1.0 - _SURE)
    return np.asarray(np.log(sure / (1.0 - sure)))
