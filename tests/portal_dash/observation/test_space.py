"""Where observations lie: in their space, in the array that is given and nowhere else."""

import numpy as np

from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.observation.features import BOSS_LIFE, INT8, PRINTED
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import BOX
from tests.portal_dash.observation.looking import LAYOUT, number, record, seen


def test_observations_lie_in_their_space(games, box):
    space, named = LAYOUT.flat_space(), LAYOUT.dict_space()
    for game in games:
        flat = seen(game, box)
        assert space.contains(flat)
        assert named.contains(LAYOUT.as_dict(flat))
        assert np.abs(LAYOUT.normalised(flat)).max() == 1.0


def test_numbers_beyond_the_range_stop_at_its_end(games, box):
    large = box.copy()
    b = RecordView(large, BOX)
    for name in ("dice", "range", "rerolls", "steps", "hearts", "blocks", "blind"):
        getattr(b, f"item_{name}")[:] = 100
    for name in ("life", "moves", "range", "damage"):
        getattr(b, f"kind_{name}")[:] = 100
        getattr(b, f"boss_{name}")[:] = 100
    b.piglin[:] = 100
    for game in games:
        game = game.copy()
        p = record(game).public
        p.turn, p.boss_life[0], p.dice_count, p.dice[:] = 40_000, 100, L.DICE, 20
        p.steps_left = p.rerolls_left = p.mines_left = p.mined = p.dice_to_roll = 100
        p.item_hearts[:] = 100
        flat = seen(game, large)
        assert LAYOUT.flat_space().contains(flat)
        found = LAYOUT.as_dict(flat)
        assert number(found, "game", "turn") == number(found, "decision", "hits") == INT8
        assert number(found, "items", "dice").max() == PRINTED
        assert number(found, "bosses", "life")[0] == BOSS_LIFE
