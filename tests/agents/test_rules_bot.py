"""The ten rules: legal everywhere, better than chance."""

from __future__ import annotations

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.rules_bot.rules import SENTENCES, Rule
from tablemates.agents.registry import find_agent
from tablemates.envs.portal_dash.rules.vocabulary import Decision
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.games import UNUSUAL, played, progress_of, situation


@pytest.fixture(scope="module")
def rules():
    return find_agent("rules", GameFacts.of(Settings()))


def test_there_are_ten_rules_and_a_sentence_for_each():
    assert len(Rule) == 10
    assert set(SENTENCES) == set(Rule)


@pytest.mark.slow
@pytest.mark.parametrize("settings", UNUSUAL)
def test_it_answers_every_kind_of_decision_legally(rules, settings):
    kinds = set()
    for seed in range(30):
        for game, key in played(settings, seed, rules):
            answer = rules.act(situation(game, key))
            assert game.mask[answer] == 1
            kinds.add(Decision(game.public.decision))
    assert len(kinds) > 15


def test_it_names_the_rule_that_spoke(rules):
    spoken = set()
    for seed in range(40):
        for game, key in played(Settings(level=3, players=2), seed, rules):
            (candidate,) = rules.explain(situation(game, key)).candidates
            assert candidate.action == rules.act(situation(game, key))
            number, _, sentence = candidate.reason.partition(": ")
            rule = Rule(int(number.removeprefix("Rule ")) - 1)
            assert sentence == SENTENCES[rule]
            spoken.add(rule)
    assert spoken == set(Rule)


@pytest.mark.slow
def test_it_gets_further_than_chance(rules):
    chance = find_agent("random", GameFacts.of(Settings()))
    for players in (1, 2, 4):
        settings = Settings(level=1, players=players)
        ours = [progress_of(settings, seed, rules) for seed in range(40)]
        theirs = [progress_of(settings, seed, chance) for seed in range(40)]
        assert np.mean(ours) > np.mean(theirs) + 0.2
