"""The action catalogue in use: which decision takes which ids, and the masks by name."""

import numpy as np
import pytest

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.actions import (
    CHOICES,
    MASKS,
    id_ranges,
    make_catalogue,
    split_mask,
)
from tablemates.envs.portal_dash.components import load_components
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.observation.spaces import as_dict
from tablemates.envs.portal_dash.observation.writer import observe
from tablemates.envs.portal_dash.rules import catalogue as A
from tablemates.envs.portal_dash.rules import engine
from tablemates.envs.portal_dash.rules.state import STATE, WORK
from tablemates.envs.portal_dash.rules.vocabulary import Decision

SHAPES = [(8, 24), (8, 64), (6, 13)]
# Random players seldom win a fight or keep an enchantment: these actions help.
HELPFUL = {A.YES, A.TILE, A.ABILITY, A.COLOUR + 2, A.COLOUR + 4, *range(A.SLOT, A.SLOT + 6)}


@pytest.fixture(scope="module")
def decisions():
    """Return the decision, the legal ids and the observation's blocks along random games."""
    components, layout = load_components(), make_layout((8, 24))
    box, work = components.record(), np.zeros(WORK.itemsize, np.uint8)
    w, rng, found = RecordView(work, WORK), np.random.default_rng(8), []
    for level in range(1, 6):
        for players in (1, 2, 4):
            game, out = np.zeros(STATE.itemsize, np.uint8), np.zeros(layout.size, np.int8)
            p = RecordView(game, STATE).public
            p.outcome = 1
            for _ in range(500):
                if p.outcome != 0:
                    seed = int(rng.integers(2**40))
                    engine.new_game(
                        game, box, components.level(level), work, seed, players, -1, 0, 1
                    )
                legal = w.legal[: w.legal_count].tolist()
                observe(game, box, out)
                found.append((Decision(p.decision), legal, as_dict(layout, out.copy())))
                helpful = [action for action in legal if action in HELPFUL]
                engine.step(game, box, work, int(rng.choice(helpful or legal)))
    return found


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


@pytest.mark.slow
def test_decisions_take_the_ids_that_the_table_says(decisions):
    ranges, seen = id_ranges((8, 24)), set()
    for decision, legal, _ in decisions:
        for action in legal:
            group = next(name for name, ids in ranges.items() if action in ids)
            assert group in CHOICES[decision].groups, (decision, action)
            seen.add((decision, group))
    assert len(seen) > 20  # of 31; the rest needs more than chance


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
