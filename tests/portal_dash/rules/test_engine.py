"""What the engine promises beside the rules: progress, refusals, whole games, sizes, steps."""

import numpy as np
import pytest

from tablemates.envs.core.answers import ILLEGAL
from tests.portal_dash.rules.table import Table


def progress(table):
    return table._one.end()[1, 0]


def test_progress_is_the_tasks_the_parts_and_the_lost_life():
    assert progress(Table.at()) == 0.0
    # A team of two fills 18 places: 3, 3, 3, 4 and 5.
    some = {"A": ["RRR", ""], "B": ["K", ""], "C": [""]}
    assert progress(Table.at(tasks=some)) == pytest.approx(0.5 * 4 / 18)
    assert progress(Table.at(parts_open=2, board="flat", mobs={})) == pytest.approx(0.2 / 2)
    table = Table.at(level=4, parts_open=2, board="flat", mobs={})
    assert progress(table) == pytest.approx(0.2 / 3)
    team = [{}, {}, {}]
    one = {"A": ["RRR"], "B": ["", ""], "C": [""]}
    assert progress(Table.at(players=team, tasks=one)) == pytest.approx(0.5 * 3 / 13)


def test_what_is_not_legal_is_refused():
    table = Table.at()
    before = table._game.copy()
    legal = {int(action) for action in table._w.legal[: table._w.legal_count]}
    for action in {*range(300), -1, -5000, 10**6} - legal:
        assert table._one.step(action) == ILLEGAL
    assert np.array_equal(table._game, before)
