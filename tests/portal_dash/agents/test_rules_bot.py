"""The ten rules and what they say."""

from tablemates.agents.portal_dash.rules_bot.rules import SENTENCES, Rule
from tablemates.agents.registry import find_agent
from tablemates.envs.portal_dash.settings import Settings
from tests.portal_dash.deciding import played, situation


def test_it_names_the_rule_that_applied(facts):
    assert len(Rule) == 10
    rules, applied = find_agent("rules", facts), set()
    for seed in range(40):
        for game, key in played(Settings(level=3, players=2), seed, rules):
            (candidate,) = rules.explain(situation(game, key)).candidates
            assert candidate.action == rules.act(situation(game, key))
            number, _, sentence = candidate.reason.partition(": ")
            rule = Rule(int(number.removeprefix("Rule ")) - 1)
            assert sentence == SENTENCES[rule]
            applied.add(rule)
        if len(applied) == len(Rule):
            break
    assert applied == set(Rule)
