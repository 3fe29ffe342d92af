"""Agents that err."""

import numpy as np
import pytest

from tablemates.agents.errors import AgentError, CrashError
from tablemates.agents.outside.asking import answers
from tablemates.agents.outside.noise import NoisyAgent
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Batch, Candidate, Explanation
from tablemates.envs.core.keys import decision_keys, uniforms
from tests.agents.bots import Broken, First

GAMES = 20_000
LEGAL = [3, 7, 11, 200]


class Best(First):
    """Plays the first legal action, and knows two."""

    def explain(self, situation):
        return Explanation((Candidate(3, 0.9, "first"), Candidate(7, 0.4, "second")))


@pytest.fixture(scope="module")
def many(facts):
    masks = np.zeros((GAMES, len(facts.catalogue)), np.int8)
    masks[:, LEGAL] = 1
    keys = decision_keys(np.full(GAMES, 9, np.uint64), np.arange(GAMES))
    nothing = np.zeros((GAMES, 1))
    return Batch(nothing.astype(np.int8), masks, nothing.astype(np.uint8), keys)


def test_it_errs_as_often_as_it_says_and_uniformly(many, facts):
    counts = np.bincount(NoisyAgent(Best(facts), 0.2).act_batch(many), minlength=201) / GAMES
    assert set(np.flatnonzero(counts)) == set(LEGAL)
    assert counts[[7, 11, 200]] == pytest.approx([0.05] * 3, abs=0.008)  # 5 standard deviations


@pytest.mark.slow
def test_without_errors_it_is_the_agent_inside_and_with_nothing_else_it_is_chance(many, facts):
    random = find_agent("random", facts)
    assert (NoisyAgent(random, 0).act_batch(many) == random.act_batch(many)).all()
    counts = np.bincount(NoisyAgent(Broken(facts), 1).act_batch(many))[LEGAL] / GAMES
    assert counts == pytest.approx([0.25] * 4, abs=0.016)


@pytest.mark.slow
def test_where_it_does_not_err_it_plays_as_the_agent_inside(many, facts):
    """The inner agent's own random numbers are not those that decide whether it is asked."""
    random = find_agent("random", facts)
    inner, noisy = random.act_batch(many), NoisyAgent(random, 0.5).act_batch(many)
    assert np.mean(inner == noisy) == pytest.approx(0.5 + 0.5 / 4, abs=0.018)
    counts = np.bincount(noisy)[LEGAL] / GAMES
    assert counts == pytest.approx([0.25] * 4, abs=0.016)
    errs = inner != noisy
    assert np.mean(uniforms(many.keys)[errs]) == pytest.approx(0.5, abs=0.02)


@pytest.mark.slow
def test_whoever_errs_seldom_errs_where_one_does_that_errs_often(many, facts):
    seldom, often = (NoisyAgent(Best(facts), p).act_batch(many) for p in (0.1, 0.3))
    errs = seldom != 3
    assert errs.any()
    assert (often[errs] == seldom[errs]).all()


def test_a_batch_is_answered_as_its_decisions_are(many, facts):
    agent = NoisyAgent(find_agent("random", facts), 0.5)
    part = Batch(many.observations[:60], many.masks[:60], many.publics[:60], many.keys[:60])
    assert agent.act_batch(part).tolist() == [agent.act(part[n]) for n in range(60)]


@pytest.mark.slow
def test_it_says_honestly_when_it_errs(many, facts):
    agent = NoisyAgent(Best(facts), 0.3)
    actions = agent.act_batch(many)[:200]
    assert len(set(actions.tolist())) == len(LEGAL)
    for n, action in enumerate(actions.tolist()):
        explained = agent.explain(many[n]).candidates
        if len(explained) == 2:  # the agent's inside, word for word
            assert action == 3
            assert explained == Best(facts).explain(many[n]).candidates
        else:
            assert explained[0].action == action
            assert explained[0].reason.startswith("an error: ")
            assert "30%" in explained[0].reason
            assert explained[0].value == {3: 0.9, 7: 0.4}.get(action, 0.4)
            assert explained[1:] == Best(facts).explain(many[n]).candidates


def test_what_the_agent_inside_does_wrong_stays_its_own(many, facts):
    part = Batch(many.observations[:60], many.masks[:60], many.publics[:60], many.keys[:60])
    found = answers(NoisyAgent(Broken(facts), 0.5), part)
    assert {type(one) for one in found} == {int, CrashError}


def test_the_registry_knows_it(facts):
    agent = find_agent("noise:0.25:random", facts)
    assert isinstance(agent, NoisyAgent)
    assert (agent.name, agent.probability, agent.inner.name) == (
        "noise:0.25:random",
        0.25,
        "random",
    )
    nested = find_agent("noise:0.5:noise:0.1:tests.agents.bots:First", facts, answer_seconds=3.0)
    assert nested.name == "noise:0.5:noise:0.1:first"


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("noise:random", "'noise:random' is no noise: it needs a probability from 0 to 1"),
        ("noise:0.1", "is no noise"),
        ("noise:0.1:", "is no noise"),
        ("noise:1.1:random", "is no noise"),
        ("noise:nan:random", "is no noise"),
        ("noise:0.1:randon", "did you mean 'random'?"),
    ],
)
def test_what_is_no_noise_gets_a_sentence(facts, spec, sentence):
    with pytest.raises(AgentError) as caught:
        find_agent(spec, facts)
    assert sentence in str(caught.value)


def test_a_probability_is_one(facts):
    with pytest.raises(AgentError, match="noise 2 is no probability"):
        NoisyAgent(First(facts), 2)


def test_closing_reaches_the_agent_inside(facts):
    closed = []
    inner = First(facts)
    inner.close = lambda: closed.append(1)
    NoisyAgent(inner, 0.1).close()
    assert closed == [1]
