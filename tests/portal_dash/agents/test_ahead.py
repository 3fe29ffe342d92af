"""The agent ``ahead``: its lookahead, and networks that are advised by it."""

from itertools import islice

import numpy as np
import pytest

from tablemates.agents.portal_dash.planner.weights import Term
from tablemates.agents.portal_dash.plans.advice import Adviser
from tablemates.agents.portal_dash.plans.rows import CHANCE, DOUBT, FEATURES, LATER, PlanRows
from tablemates.agents.portal_dash.search.ahead import ROLLS, _seed_with
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Batch
from tablemates.envs.core.random import random_below
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Outcome
from tablemates.envs.portal_dash.settings import Settings
from tests.portal_dash.conftest import plans_spec
from tests.portal_dash.deciding import played, situation

AHEAD = "ahead"


@pytest.fixture(scope="module")
def agent(facts):
    return find_agent(AHEAD, facts)


@pytest.fixture(scope="module")
def lookaheads(agent):
    """Its lookahead at the decisions of a game of its own at level 4."""
    found = []
    for game, key in islice(played(Settings(level=4, players=2), 1, agent), 100):
        seen = agent.look_ahead(game.public_record, key)
        found.append((seen, agent.act(situation(game, key))))
    return found


@pytest.mark.slow
def test_it_takes_the_plan_with_the_best_chance_now_and_later(lookaheads, agent):
    left = 0
    for seen, answer in lookaheads:
        both = (seen.plans.chances + seen.later) / 2
        assert answer == seen.plans.actions[np.argmax(both)]
        left += answer != seen.plans.actions[0]
        assert seen.terms.shape == (len(seen.plans.actions), ROLLS, len(Term))
        assert ((seen.later >= 0) & (seen.later <= 1)).all()
    assert 2 < left < 30


def test_the_mob_die_changes_what_becomes_of_plans(lookaheads):
    several = [seen for seen, _ in lookaheads if len(seen.plans.actions) > 1]
    assert len(several) > 25
    assert np.mean([(np.ptp(seen.terms.sum(2), axis=1) > 0).all() for seen in several]) > 0.5
    # The planner's own opinion is of the end of the turn: what follows is worth less or more.
    apart = [np.abs(seen.terms.mean(1) - seen.plans.terms).max() for seen in several]
    assert np.median(apart) > 5.0


@pytest.mark.rule("MOB-01")
def test_the_rolls_show_every_third_of_the_mob_die():
    """In the next turn and in the one after it, each future another third."""
    for key, turn in ((1, 1), (2**61 + 7, 40), (12345, 7)):
        seeds = [int(_seed_with(key, future, turn)) % 2**64 for future in range(ROLLS)]
        for later in (0, 1):
            faces = [
                random_below(np.uint64(seed), Chance.MOB_DIE.value, turn + later, 6)
                for seed in seeds
            ]
            assert sorted(face * ROLLS // 6 for face in faces) == [0, 1, 2]


# -- advice for networks ----------------------------------------------------------------
def test_rows_hold_the_lookahead(agent, facts):
    adviser = Adviser(AHEAD, facts)
    rows = PlanRows(facts.layout.size)
    for game, key in islice(played(Settings(level=5, players=2), 3, agent), 0, 120, 6):
        seen = agent.look_ahead(game.public_record, key)
        told = adviser.encode(situation(game, key).alone())
        count = len(seen.plans.actions)
        features = rows.features(told)[0]
        assert rows.actions(told)[0, :count].tolist() == seen.plans.actions.tolist()
        later = seen.later - seen.later[0]
        np.testing.assert_allclose(features[:count, LATER], later, atol=2e-3)
        np.testing.assert_allclose(features[:count, CHANCE], seen.plans.chances, atol=2e-3)
        np.testing.assert_allclose(features[:count, DOUBT], seen.error, atol=1e-3)
        lost = (seen.outcomes == Outcome.LOST).mean(axis=1)
        np.testing.assert_allclose(features[:count, LATER + 3], lost, atol=1e-3)
        assert features.shape[1] == FEATURES
        assert not features[count:].any()


@pytest.mark.slow
def test_a_new_network_plays_as_it_does(agent, facts):
    torch = pytest.importorskip("torch")
    from tablemates.agents.learn.networks import new_network

    spec = plans_spec(facts, adviser=AHEAD)
    network = new_network(spec, np.ones(facts.layout.size, np.float32))
    adviser = Adviser(AHEAD, facts)
    same = decisions = 0
    for game, key in islice(played(Settings(level=4, players=2), 5, agent), 60):
        batch: Batch = situation(game, key).alone()
        told, masks = adviser.encode(batch), batch.masks
        with torch.no_grad():
            logits, _ = network(torch.from_numpy(told), torch.from_numpy(masks))
        same += int(logits.argmax()) == agent.act(situation(game, key))
        decisions += 1
    # Features are rounded to half precision: what is as good as equal may change places.
    assert same >= 0.98 * decisions
