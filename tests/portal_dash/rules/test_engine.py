"""What the engine promises beside the rules: progress, refusals, whole games, sizes, steps."""

import numpy as np
import pytest

from tablemates.envs.core.answers import ILLEGAL
from tablemates.envs.core.random import random_below, random_bits
from tests.portal_dash.rules.table import Table

LAST = 2**64 - 1


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


def mixed(x):
    """Return the finaliser of SplitMix64 (Steele, Lea and Flood 2014), in whole numbers."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & LAST
    x = (x ^ x >> 27) * 0x94D049BB133111EB & LAST
    return x ^ x >> 31


@pytest.mark.parametrize("seed", [0, 1, 2**63 + 5])
def test_chance_is_splitmix_of_seed_stream_and_index(seed):
    for stream, index in ((0, 0), (3, 1), (103, 999)):
        once = mixed(seed + 0xD1B54A32D192ED03 * (stream + 1) & LAST)
        bits = mixed(once + 0x9E3779B97F4A7C15 * (index + 1) & LAST)
        assert int(random_bits(np.uint64(seed), stream, index)) == bits
        for n in (2, 6, 1000):
            below = int(random_below(np.uint64(seed), stream, index, n))
            assert below == (bits >> 32) * n >> 32
