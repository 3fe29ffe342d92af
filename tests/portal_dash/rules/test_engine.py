"""What the engine promises beside the rules: progress, refusals, whole games, sizes, steps."""

import numpy as np
import pytest

from tablemates.envs.core.answers import ILLEGAL
from tablemates.envs.core.random import random_below, random_bits
from tablemates.envs.portal_dash.rules import limits as L
from tests.portal_dash.rules.table import Table, components

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


def test_progress_counts_the_life_of_all_bosses():
    both = {"bosses": [("wildfire", "easy"), ("ancient hoglin", "hard")]}
    lives = [{"boss": "wildfire", "life": 5}, {"boss": "ancient hoglin", "side": "hard"}]
    table = Table.at(
        level=both,
        board="flat",
        portal_open=True,
        tasks="complete",
        mobs={"wildfire": (2, 12), "ancient hoglin": (1, 12)},
        bosses=lives,
        players=[{"space": (5, 0)}],
    )
    full = 20 + 25
    assert progress(table) == pytest.approx(0.5 + 0.2 + 0.3 * 15 / full)








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


def test_sizes_are_those_of_saved_games():
    """Whoever changes one of them changes the form of saved games and observations."""
    sizes = {name: value for name, value in vars(L).items() if isinstance(value, int)}
    assert sizes == {
        "PLAYERS": 4, "SLOTS": 6, "HEARTS": 6, "ENCHANTMENTS": 4, "ROWS": 8, "COLUMNS": 64,
        "TILES": 8, "SPAWNERS": 8, "CHEST_SPACES": 4, "CHESTS": 8, "MOBS": 20,
        "REGULAR_MOBS": 18, "BOSSES": 2, "MOB_KINDS": 6, "ITEM_KINDS": 40,
        "DRAWABLE_TILES": 48, "NETHERITE": 8, "COLOURS": 5, "CUBE_COLUMNS": 16,
        "CUBE_LAYERS": 4, "BLOCKS": 64, "HAND": 8, "TASKS": 3, "TASK_COLUMNS": 3, "PLACES": 9,
        "DICE": 12, "HISTORY": 64, "AGENDA": 32, "LEGAL": 600, "EVENTS": 1024, "EVENT_WIDTH": 6,
    }  # fmt: skip
    assert len(components().parts.tiles) == L.TILES
