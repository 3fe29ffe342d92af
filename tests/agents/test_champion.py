"""The champion: its network's choices tried out, blind to what is hidden."""

from __future__ import annotations

from itertools import islice, pairwise

import numpy as np
import pytest

from tablemates.agents.errors import AgentError, PolicyError
from tablemates.agents.evaluation.digests import policy_digest
from tablemates.agents.networks.plans_spec import NEVER
from tablemates.agents.portal_dash.champion import naming
from tablemates.agents.portal_dash.champion.agent import ChampionAgent, Manner
from tablemates.agents.portal_dash.planner.weights import Term
from tablemates.agents.portal_dash.search.trials import Trials
from tablemates.agents.registry import find_agent
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.conftest import mlp_spec, plans_spec, tokens_spec, write_random_policy
from tests.agents.games import played, situation


@pytest.fixture(scope="module")
def folder(tmp_path_factory, facts):
    folder = tmp_path_factory.mktemp("champion") / "policy"
    write_random_policy(folder, facts, spec=tokens_spec(facts))
    return folder


@pytest.fixture(scope="module")
def champion(folder, facts):
    return find_agent(f"champion:8:{folder}", facts)


@pytest.mark.parametrize(
    ("parameters", "budget", "folder"),
    [
        ("16:runs/a/policy", "16", "runs/a/policy"),
        ("200ms:runs/a/policy", "0.2s", "runs/a/policy"),
        ("runs/a/policy", "16", "runs/a/policy"),
        ("", "16", "shipped"),
        ("32", "32", "shipped"),
    ],
)
def test_budget_and_policy_stand_behind_the_name(parameters, budget, folder):
    found, path = naming.parsed(parameters)
    assert str(found) == budget
    assert path in (naming.SHIPPED, naming.Path(folder))
    assert (path == naming.SHIPPED) == (folder == "shipped")


def test_what_it_cannot_play_with_gets_a_sentence(tmp_path, facts):
    with pytest.raises(AgentError, match="is no budget of a search"):
        find_agent("champion:fast", facts)
    with pytest.raises(PolicyError, match="there is no such policy folder"):
        find_agent("champion:16:runs/nowhere/policy", facts)
    write_random_policy(tmp_path / "p", facts, spec=mlp_spec(facts))
    with pytest.raises(PolicyError, match="states no chances of winning"):
        find_agent(f"champion:{tmp_path / 'p'}", facts)


def test_its_digest_is_that_of_its_sources_and_its_weights(tmp_path, facts, folder):
    write_random_policy(tmp_path / "other", facts, 1, tokens_spec(facts))
    one = policy_digest(f"champion:8:{folder}")
    assert one == policy_digest(f"champion:16:{folder}")
    assert one not in (
        policy_digest(f"champion:8:{tmp_path / 'other'}"),
        policy_digest(str(folder)),
    )


@pytest.mark.slow
def test_it_answers_legally_and_says_why(champion):
    chosen = 0
    settings = Settings(level=5, players=2)
    for game, key in islice(played(settings, 0, champion), 0, 60, 4):
        asked = situation(game, key)
        best = champion.explain(asked).candidates
        assert best[0].action == champion.act(asked)
        assert champion.explain(asked).candidates == best
        assert 1 <= len(best) <= 3
        assert len({one.action for one in best}) == len(best)
        assert all(game.mask[one.action] == 1 for one in best)
        assert all(0.0 <= one.value <= 1.0 and f"{one.value:.0%}" in one.reason for one in best)
        chosen += len(best) > 1
    assert chosen > 3


@pytest.mark.slow
def test_what_is_hidden_changes_no_answer(champion):
    for game, key in islice(played(Settings(level=5, players=2), 3, champion), 0, 60, 5):
        answer = champion.explain(situation(game, key))
        before = game.record.copy()
        game.resample(key)
        assert game.record.tobytes() != before.tobytes()
        assert champion.explain(situation(game, key)) == answer
        game.record[:] = before


@pytest.mark.slow
def test_its_candidates_meet_the_same_futures(champion, monkeypatch):
    """The network's first choice is among them; worse ones are left out from piece to piece."""
    met = []
    meet = Trials.meet

    def noted(self, public, actions, seeds, chance, value):
        assert len(set(seeds.tolist())) == len(seeds)
        met.append(actions.tolist())
        return meet(self, public, actions, seeds, chance, value)

    monkeypatch.setattr(Trials, "meet", noted)
    searched = 0
    for game, key in islice(played(Settings(level=1, players=2), 2, champion), 0, 40, 2):
        met.clear()
        asked = situation(game, key)
        found = champion._search(asked)
        logits = champion._policy.logits(*champion._policy.told(asked.alone()))[0]
        assert found.actions[0] == logits.argmax()
        assert (np.diff(logits[found.actions]) <= 0.0).all()  # it judges all of them
        assert 1 <= len(found.actions) <= Manner().candidates
        if met:
            assert sorted(met[0]) == sorted(found.actions.tolist())
            assert all(set(later) <= set(first) for first, later in pairwise(met))
            searched += 1
    assert searched > 5


@pytest.mark.slow
def test_what_the_network_does_not_judge_is_judged_by_the_script(tmp_path, facts):
    write_random_policy(tmp_path / "p", facts, spec=plans_spec(facts, adviser="ahead"))
    agent = find_agent(f"champion:4:{tmp_path / 'p'}", facts)
    beyond = 0
    for game, key in islice(played(Settings(level=5, players=2), 1, agent), 60):
        asked = situation(game, key)
        found = agent._search(asked)
        logits = agent._policy.logits(*agent._policy.told(asked.alone()))[0]
        assert found.actions[0] == logits.argmax()
        beyond += int((logits[found.actions] <= NEVER).sum())
    assert beyond > 3


@pytest.mark.slow
def test_futures_overrule_the_network(champion, monkeypatch):
    """What is found wins over what was preferred, where it is found clearly enough."""
    settings = Settings(level=1, players=2)
    game, key = next(
        (game, key) for game, key in played(settings, 4, champion)
        if len(champion._search(situation(game, key)).actions) > 2
    )  # fmt: skip
    asked = situation(game, key)
    last = int(champion._search(asked).actions[-1])

    def meet(_trials, _public, actions, seeds, _chance, _value):
        chances = np.where(actions == last, 0.9, 0.1)[:, None] * np.ones(len(seeds))
        return chances, np.zeros((*chances.shape, len(Term)))

    monkeypatch.setattr(Trials, "meet", meet)
    assert champion.act(asked) == last
    best = champion.explain(asked).candidates[0]
    assert best.action == last
    assert "against the second best" in best.reason
    assert "the network puts" in best.reason


@pytest.mark.slow
def test_with_one_candidate_it_does_not_search(folder, facts, monkeypatch):
    agent = ChampionAgent(facts, f"8:{folder}", manner=Manner(candidates=1))
    monkeypatch.setattr(Trials, "meet", lambda *_: pytest.fail("it searched"))
    for game, key in islice(played(Settings(level=2, players=3), 1, agent), 20):
        (only,) = agent.explain(situation(game, key)).candidates
        assert only.action == agent.act(situation(game, key))
