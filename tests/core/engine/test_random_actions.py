"""Random legal actions, picked from masks by compiled code."""

import numpy as np
import pytest

from tablemates.envs.core.engine.random_actions import sample_legal


def test_random_choices_are_legal_and_uniform():
    rng = np.random.default_rng(0)
    masks = (rng.random((20_000, 265)) < 0.02).astype(np.int8)
    masks[:10_000] = 0
    masks[:10_000, [3, 7, 200]] = 1
    masks[10_000:, 5] = 1
    keys = np.zeros(20_000, np.uint64)
    out, again = np.full(20_000, -1), np.zeros(20_000, np.int64)
    sample_legal(masks, keys, out)
    assert masks[np.arange(20_000), out].all()
    counts = np.bincount(out[:10_000])
    assert set(np.flatnonzero(counts)) == {3, 7, 200}
    assert np.ptp(counts[[3, 7, 200]]) < 0.06 * 10_000  # over 8 standard deviations
    assert (keys == 1).all()
    sample_legal(masks, np.zeros(20_000, np.uint64), again)
    assert np.array_equal(out, again)
    sample_legal(masks, keys, again)
    assert (out != again).mean() > 0.5


def test_a_lane_without_legal_actions_keeps_what_was_there():
    out = np.array([9, 9])
    masks = np.zeros((2, 265), np.int8)
    masks[1, 4] = 1
    sample_legal(masks, np.zeros(2, np.uint64), out)
    assert out.tolist() == [9, 4]


@pytest.mark.parametrize(("keys", "out"), [(2, 3), (3, 2), (4, 3)])
def test_lanes_without_a_key_or_a_place_are_refused(keys, out):
    with pytest.raises(ValueError, match="for every lane"):
        sample_legal(np.ones((3, 265), np.int8), np.zeros(keys, np.uint64), np.zeros(out, np.int64))
