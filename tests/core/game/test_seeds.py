from itertools import pairwise

import numpy as np
import pytest

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.seeds import (
    LARGEST,
    PURPOSES,
    SIZE,
    checked_seed,
    drawn_seed,
    seed_for,
)


def test_purposes_never_share_a_seed():
    ranges = [(seed_for(purpose, 0), seed_for(purpose, SIZE - 1)) for purpose in PURPOSES]
    for (_, last), (first, _) in pairwise(ranges):
        assert last < first
    assert ranges[-1][1] < 2**53, "JSON and float64 keep every seed"


def test_drawn_and_typed_seeds_are_for_training():
    rng = np.random.default_rng(0)
    assert (seed_for("train", 0), seed_for("train", 2**32)) == (0, 2**32)
    assert max(drawn_seed(rng) for _ in range(1000)) < SIZE
    assert checked_seed(np.uint64(LARGEST)) == LARGEST


@pytest.mark.parametrize(
    "ask",
    [
        lambda: seed_for("evaluation", 0),
        lambda: seed_for("eval", -1),
        lambda: seed_for("eval", SIZE),
        lambda: checked_seed(-1),
        lambda: checked_seed(LARGEST + 1),
        lambda: checked_seed(1.0),
        lambda: checked_seed(True),
    ],
)
def test_what_is_no_seed_gets_a_sentence(ask):
    with pytest.raises(SettingsError, match="seed"):
        ask()
