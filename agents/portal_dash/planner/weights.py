"""The planner's weights: their names, the terms of its value, and the files with the numbers."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError
from tablemates.envs.core.files.documents import nearest, read_document
from tablemates.envs.portal_dash import vocabulary as V

Numbers = npt.NDArray[np.float64]

_FOLDER: Final = Path(__file__).parent
#: Largest beam width of the search.
BEAM: Final = 16

#: Index of each weight; ``planner.yaml`` gives the numbers and says what each is for.
Weight = IntEnum(
    "Weight",
    "BLOCK_PLACED TASK_DONE URGENCY SCARCITY ACCESS HEART_1 HEART_2 HEART_3 HEART_4 HEART_5 ARMOUR "
    "DAMAGE DEATH DEATH_LATER MOB NEAR_MOB SWORD BOW STEPS BLOCKS ARMOUR_ITEM DAMAGED FIND "
    "NETHERITE CHEST PART PORTAL HAND ACTION TIME TIME_SCALE BOSS BOSS_SCALE BOSS_LIFE RATE "
    "RATE_COLOUR OVERHEAD PACE_TASKS WAIT UNSEEN_COLUMN FRONT REPAIR_IN_FIGHT TIME_FLOOR LATE "
    "READY_LATER RISK WIDTH",
    start=0,
)
#: What the value of a position is the sum of.
Term = IntEnum("Term", "TASKS TIME BOSS HEARTS THREAT GEAR FINDS OUTCOME", start=0)


def standard_weights() -> Numbers:
    """Return the hand-chosen weights: row ``n - 1`` is for games of ``n`` players."""
    given = _values("planner")["weights"]
    return np.array([[given[one.name.lower()] for one in Weight]] * V.PLAYERS, np.float64)


def tuned_weights() -> Numbers:
    """Return the optimised weights; where there are none, the standard ones."""
    weights = standard_weights()
    for players, numbers in _values("tuned")["players"].items():
        for name, number in numbers.items():
            weights[int(players) - 1, Weight[name.upper()]] = number
    return weights


def style_weights(style: str) -> Numbers:
    """Return the weights of a style, which multiplies some of the standard ones."""
    styles, weights = _values("styles"), standard_weights()
    if style not in styles:
        raise AgentError(f"the planner has no style {style!r}{nearest(style, styles)}")
    for name, factor in styles[style].items():
        weights[:, Weight[name.upper()]] *= factor
    return weights


def _values(name: str) -> Mapping[Any, Any]:
    return read_document(_FOLDER / f"{name}.yaml").values
