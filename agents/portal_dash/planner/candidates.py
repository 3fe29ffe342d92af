"""The choices of a planner that are worth a closer look."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.portal_dash.planner.weights import Numbers

#: Differences that are rounding: nothing that a planner counts is so small.
_SAME: Final = 1e-9


def candidates(values: Numbers, terms: Numbers, most: int, points: float) -> npt.NDArray[np.int64]:
    """Return the places of the planner's best choices, best first.

    Of choices with exactly the same terms one stands for all: they lead the
    planner to the same position.

    Args:
        values: What each choice is worth to it, shape ``(choices,)``.
        terms: What each value is the sum of, shape ``(choices, terms)``.
        most: So many at most.
        points: Those that are worth this much less than the best are left out.
    """
    found: list[int] = []
    for place in np.argsort(-values, kind="stable").tolist():
        if values[place] < values[found[0] if found else place] - points:
            break
        if not any(np.abs(terms[place] - terms[other]).max() <= _SAME for other in found):
            found.append(place)
        if len(found) == most:
            break
    return np.array(found, np.int64)
