"""Games of the caller's choice: what cannot be chosen is refused with a sentence."""

from dataclasses import replace

import numpy as np
import pytest

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.vector_choosing import Chosen
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash_v0 import vector_env


def begun(count=3, **settings):
    vector = vector_env(count, **{"level": [1, 2], "players": 2, **settings})
    vector.reset(seed=1)
    return vector


def chosen(**values):
    usual = {"seeds": [5], "levels": [1], "players": [2], "openings": [0]}
    return Chosen(rng=np.random.default_rng(0), **{**usual, **values})


@pytest.mark.parametrize(
    ("lanes", "values", "says"),
    [
        ([1], {"levels": [5]}, "levels: 5 is not a place in the settings' list of levels, 0 to 1"),
        ([1], {"levels": [-1]}, "levels: -1 is not"),
        ([1], {"levels": [True]}, "levels: True is not"),
        ([1], {"levels": [1.0]}, r"levels: 1\.0 is not"),
        ([1], {"levels": 1}, "levels: a list with one for each of 1 lanes is needed, not 1"),
        ([1], {"players": [4]}, "players: 4 is not a number of players of the settings, 2$"),
        ([1], {"players": [9]}, "players: 9 is not"),
        ([1], {"parts": [1]}, "parts: 1 is not a set of parts that was offered, 0$"),
        ([1], {"seeds": [-1]}, "seeds: -1 is not a seed, 0 to 18446744073709551615"),
        ([1], {"seeds": [2**64]}, "seeds: 18446744073709551616 is not"),
        ([1], {"openings": [-1]}, "openings: -1 is not"),
        ([1, 2], {}, "seeds: a list with one for each of 2 lanes"),
        ([3], {}, "lanes: 3 is not a lane of this view, 0 to 2"),
        ([-1], {}, "lanes: -1 is not"),
        ([True, False, False], {}, "lanes: True is not"),
        (
            [1, 1],
            {name: [1, 1] for name in ("seeds", "levels", "openings")},
            r"lanes: one stands twice in \[1, 1\]",
        ),
    ],
)
def test_what_there_is_not_cannot_be_chosen(lanes, values, says):
    if lanes == [1, 1]:
        values = values | {"players": [2, 2]}
    vector = begun()
    batch = vector._batch
    before = batch.save(), batch.parts.tolist()
    with pytest.raises(SettingsError, match=says):
        vector.begin(lanes, chosen(**values))
    assert (batch.save(), batch.parts.tolist()) == before
    masks = vector.action_masks()  # the games go on
    vector.step(np.argmax(masks, axis=1))


def test_what_there_is_can_be_chosen_in_any_integers():
    settings = Settings(level=[1, 2], players=[2, 4])
    vector = begun(players=[2, 4])
    vector.offer_parts([Game(replace(settings, components=None))])
    ones = np.ones(2, np.uint8)
    vector.begin(
        [2, 0], chosen(seeds=[7, 2**64 - 1], levels=ones, players=[4, 2], openings=ones, parts=ones)
    )
    assert vector.parts.tolist() == [1, 0, 1]
    assert vector.seeds[0] == 2**64 - 1
    assert vector._batch.labels["level"][[0, 2]].tolist() == [2, 2]
    assert vector._batch.seats[[0, 2]].tolist() == [2, 4]
    vector.begin([], chosen(seeds=[], levels=[], players=[], openings=[]))


def test_parts_that_were_never_offered_are_not_played_with():
    vector = begun()
    vector.offer_parts([Game(Settings(level=[1, 2], players=2))])
    vector.parts[1] = 2
    with pytest.raises(SettingsError, match="lane 1 is to play with set 2 of the parts, of 2"):
        vector.reset(seed=1)
