"""The action catalogue in use: which decision takes which ids, and the masks by name."""

import numpy as np
import pytest

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.portal_dash.actions import (
    CHOICES,
    MASKS,
    id_ranges,
    make_catalogue,
    split_mask,
)
from tablemates.envs.portal_dash.rules import catalogue as A
from tablemates.envs.portal_dash.rules.vocabulary import Decision

SHAPES = [(8, 24), (8, 64), (6, 13)]


@pytest.mark.parametrize("shape", SHAPES)
def test_ranges_cover_the_catalogue(shape):
    ids = [action for ids in id_ranges(shape).values() for action in ids]
    assert ids == list(range(len(make_catalogue(shape))))


def test_every_decision_of_a_player_is_described():
    assert set(CHOICES) == set(Decision) - {Decision.NONE, Decision.CHANCE}
    groups = set(id_ranges((8, 24)))
    used = {group for choice in CHOICES.values() for group in choice.groups}
    assert used == groups - {"wait"}
    assert {group for names in MASKS.values() for group in names} <= groups


def test_mask_parts_are_views():
    mask = np.arange(265, dtype=np.int16)
    parts = split_mask(mask)
    assert parts["step"].tolist() == [3, 4, 5, 6]
    assert sum(part.size for part in parts.values()) == mask.size
    parts["place"][0] = -1
    assert mask[A.PLACE] == -1
    assert split_mask(np.zeros((5, 265), bool))["column"].shape == (5, 16)
    with pytest.raises(SettingsError, match="the catalogue has 585 actions, the mask 265"):
        split_mask(mask, (8, 64))
