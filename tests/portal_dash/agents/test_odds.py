"""The planner's odds of fights: exact for every die and life that a set of parts may have."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tablemates.agents.portal_dash.planner.combat import odds, total_chances
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.portal_dash.parts import load_components
from tablemates.envs.portal_dash.state import BOX

#: Sides of a combat die: the standard one, and the largest numbers that the loader takes.
LARGEST = 20
DICE = {"standard": None, "large": [0, 7, 19, LARGEST, LARGEST, LARGEST]}


@pytest.mark.parametrize("sides", DICE.values(), ids=DICE)
@pytest.mark.parametrize(("dice", "base", "life"), [(2, 0, 3), (2, 5, 30), (3, 40, 99)])
def test_odds_are_those_of_all_throws(sides, dice, base, life):
    box = RecordView(load_components().record(), BOX)
    if sides is not None:
        box.combat_die = sides
    throws = [base + sum(throw) for throw in product(box.combat_die.tolist(), repeat=dice)]
    chance, mean = odds(total_chances(box, dice, 0, base), life)
    assert chance == pytest.approx(np.mean([hits >= life for hits in throws]))
    assert mean == pytest.approx(np.mean([min(hits, life) for hits in throws]))
