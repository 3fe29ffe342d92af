"""The planner's search sees every position as it is."""

from __future__ import annotations

import pytest

from tests.test_modes import run


@pytest.mark.slow
def test_choices_below_a_decision_are_those_of_their_own_position():
    """Where mobs may end is kept between decisions; it must not be that of another position."""
    compared, ends = run("tests.agents.searched_positions", 6, NUMBA_DISABLE_JIT="1")
    assert int(compared) > 100
    assert int(ends) > 10


@pytest.mark.slow
def test_paths_lead_where_plans_end_or_to_the_first_chance():
    ended, by_chance, longest = run("tests.agents.followed_plans", 14, NUMBA_DISABLE_JIT="1")
    assert int(ended) > 20
    assert int(by_chance) > 3
    assert int(longest) > 4
