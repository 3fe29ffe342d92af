"""Partners made of other agents: they err by a temperature or a probability, by the key alone."""

import pickle
from collections import Counter

import numpy as np
import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.agent_digests import policy_digest
from tablemates.agents.evaluation.plan import members_of
from tablemates.agents.evaluation.runner import play
from tablemates.agents.facts import GameFacts
from tablemates.agents.names import class_of, folder_of, is_outside
from tablemates.agents.registry import find_agent
from tablemates.envs.core.views.agent import Batch, Situation
from tablemates.envs.core.views.decision_keys import decision_keys
from tablemates.envs.registry import GAMES, find_game, new_game
from tests.agents.evaluated import BOTS, GAME, plan_of, scenario_of, untimed
from tests.agents.test_registry import batch_of

FIRST = f"{BOTS}:First"


def same(decision, games):
    """Return one decision many times, with other keys."""
    keys = decision_keys(np.full(games, 7, np.uint64), np.arange(games))
    arrays = (decision.observation, decision.mask, decision.public)
    return Batch(*(np.repeat(one[None], games, 0) for one in arrays), keys)


def shares(agent, batch):
    counts = Counter(agent.act_batch(batch).tolist())
    return {action: count / len(batch) for action, count in counts.items()}


# -- soft -------------------------------------------------------------------------------------


def test_soft_draws_by_a_softmax_of_the_values(race, race_policy):
    decision = batch_of(1, race)[0]
    for temperature in (0.5, 2.0):
        agent = find_agent(f"soft:{race_policy}:{temperature}", race)
        logits = find_agent(str(race_policy), race).worth(decision.alone())[0]
        expected = np.exp(logits / temperature)
        expected /= np.nansum(expected)
        found = shares(agent, same(decision, 20_000))
        for action in np.flatnonzero(decision.mask).tolist():
            assert found.get(action, 0) == pytest.approx(expected[action], abs=0.02)
        assert all(decision.mask[action] for action in found)


def test_the_colder_the_more_it_plays_as_the_agent_itself(race, race_policy):
    batch = batch_of(200, race)
    best = find_agent(str(race_policy), race).act_batch(batch)
    agreeing = [
        (find_agent(f"soft:{race_policy}:{t}", race).act_batch(batch) == best).mean()
        for t in ("1e-6", "0.3", "3", "1e9")
    ]
    assert agreeing[0] == 1.0
    assert agreeing == sorted(agreeing, reverse=True)
    assert agreeing[-1] < 0.8


def test_soft_explains_by_likelihood(race, race_policy):
    decision = batch_of(1, race)[0]
    found = find_agent(f"soft:{race_policy}:1", race).explain(decision).candidates
    assert {one.action for one in found} == {*np.flatnonzero(decision.mask).tolist()}
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    assert "of such decisions" in found[0].reason


# -- clumsy -----------------------------------------------------------------------------------


def test_clumsy_slips_as_often_as_it_says_and_anywhere(race):
    decision = batch_of(1, race)[0]
    legal = np.flatnonzero(decision.mask).tolist()
    found = shares(find_agent(f"clumsy:{FIRST}:0.3", race), same(decision, 20_000))
    for action in legal:
        own = 0.7 if action == legal[0] else 0.0
        assert found[action] == pytest.approx(own + 0.3 / len(legal), abs=0.02)
    assert set(shares(find_agent(f"clumsy:{FIRST}:1", race), same(decision, 500))) == set(legal)


# -- prefers ----------------------------------------------------------------------------------


def test_one_that_prefers_adds_a_weight_to_a_group_of_actions(race, race_policy):
    batch, groups = batch_of(60, race), [one.group for one in race.catalogue.actions]
    for group in set(groups[1:]):
        members = np.array([one == group for one in groups])
        possible = (batch.masks[:, members] == 1).any(axis=1)
        only = (batch.masks[:, ~members] == 0).all(axis=1)
        for weight, wanted in (("1e6", possible), ("-1e6", only)):
            chosen = find_agent(f"prefers:{race_policy}:{group}={weight}", race).act_batch(batch)
            assert np.array_equal(members[chosen], wanted)
        same = find_agent(f"prefers:{race_policy}:{group}=0", race).act_batch(batch)
        assert np.array_equal(same, find_agent(str(race_policy), race).act_batch(batch))


@pytest.mark.parametrize(
    "spec",
    [
        "soft:{policy}:0.7",
        "clumsy:{policy}:0.4",
        "clumsy:soft:{policy}:1:0.2",
        "soft:prefers:{policy}:hold=2:0.5",
    ],
)
def test_a_choice_depends_on_the_decision_alone(race, race_policy, spec):
    agent, batch = find_agent(spec.format(policy=race_policy), race), batch_of(60, race)
    answers = agent.act_batch(batch).tolist()
    assert answers == [agent.act(batch[n]) for n in range(60)]
    assert answers == pickle.loads(pickle.dumps(agent)).act_batch(batch).tolist()
    assert all(batch.masks[n, action] == 1 for n, action in enumerate(answers))


# -- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("soft:value", "'value' is no temperature above 0: write soft:AGENT:T"),
        ("soft", "'' is no temperature above 0: write soft:AGENT:T"),
        ("soft:random:0", "'0' is no temperature"),
        ("soft:random:inf", "'inf' is no temperature"),
        ("soft:random:nan", "'nan' is no temperature"),
        ("soft:random:0.1", "'random' does not say what every choice is worth"),
        (f"soft:{FIRST}:0.1", "does not say what every choice is worth"),
        ("clumsy:random:1.5", "'1.5' is no probability above 0 and up to 1: write clumsy:AGENT:p"),
        ("clumsy:random:", "'' is no probability"),
        ("clumsy::0.1", "no agent is called ''"),
        ("clumsy:randon:0.1", "no agent is called 'randon'; did you mean 'random'?"),
        (f"prefers:{FIRST}:roll=1", "nothing can be chosen by that"),
        ("prefers:random:rol=1", "has no actions 'rol'; did you mean 'roll'?"),
        ("prefers:random:roll=x", "'x' is no weight: write prefers:AGENT:GROUP=W"),
        ("prefers:random", "known: roll, hold, give, pass (write prefers:AGENT:GROUP=W)"),
        ("sofft", "did you mean 'soft'?"),
        ("nobody", "soft:AGENT:T or clumsy:AGENT:p"),
    ],
)
def test_what_is_no_partner_gets_a_sentence(race, spec, sentence):
    with pytest.raises(AgentError) as caught:
        find_agent(spec, race)
    assert sentence in str(caught.value)


def test_a_partner_is_what_its_agent_is():
    game = next(iter(GAMES))
    assert is_outside(f"clumsy:{FIRST}:0.1", GAME)
    assert is_outside("clumsy:soft:cmd:./bot:1:0.1", GAME)
    assert not is_outside("soft:value:0.1", game)
    assert class_of("soft:turn:4:0.1", game) == class_of("turn:4", game)
    assert policy_digest("clumsy:value:0.1", game) == policy_digest("value", game)
    assert folder_of("soft:runs/mine/policy:0.1") is None
    assert members_of("soft:value:0.1+rules") == ("soft:value:0.1", "rules")
    assert members_of("rules+clumsy:cmd:./a+b --x:0.1") == ("rules", "clumsy:cmd:./a+b --x:0.1")


def test_partners_play_in_an_evaluation_and_repeat():
    plan = plan_of(agents=["clumsy:random:0.5", f"clumsy:{FIRST}:0.5"], players=[2], games=3)
    assert untimed(play(plan)) == untimed(play(plan))
    assert {row.forfeit for row in play(plan)} == {None}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", ["clumsy:rules:0.3", "soft:value:0.05", "soft:turn:0.05"])
def test_every_game_has_partners_that_err(game, spec):
    settings = find_game(game).settings_type(players=2)
    scenario = scenario_of(game, [2])
    rows = play(plan_of(game=game, scenario=scenario, agents=[spec], games=1, max_turns=2))
    assert [row.forfeit for row in rows] == [None] * len(rows)
    if spec.startswith("soft"):
        table = new_game(settings)
        table.new(1)
        now = Situation.of(table, 1, 0)
        inner = find_agent(spec.removeprefix("soft:").rpartition(":")[0], GameFacts.of(settings))
        worth = inner.worth(now.alone())[0]
        assert set(np.flatnonzero(~np.isnan(worth))) <= set(np.flatnonzero(now.mask))
        best = np.flatnonzero(worth >= np.nanmax(worth) - 1e-6)
        assert inner.act(now) in best
