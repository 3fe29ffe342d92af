"""Every agent: legal answers, reasons, batches, repeatability, nothing hidden seen."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import islice, pairwise

import numpy as np
import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.names import names_of
from tablemates.agents.portal_dash import AGENTS
from tablemates.agents.portal_dash.planner.agent import tuned_planner
from tablemates.agents.portal_dash.planner.search import UNSEEN
from tablemates.agents.portal_dash.planner.weights import (
    standard_weights,
    style_weights,
    tuned_weights,
)
from tablemates.agents.portal_dash.rules_agent import SENTENCES, Rule
from tablemates.agents.registry import find_agent
from tablemates.agents.roster import roster_of
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.core.views.agent import Batch
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.state import STATE
from tablemates.envs.portal_dash.vocabulary import Decision
from tests.portal_dash.games import PUBLIC_BYTES, UNUSUAL, played, progress_of, situation

slow = pytest.mark.slow  # machine code that is not in the cache takes minutes
FAST = ("random", "rules", "planner")
NETWORKS = ("value", "champion:32")
NAMES = (*FAST, *NETWORKS)
#: Search takes long: it plays at one table.
TABLES = [(name, settings) for name in FAST for settings in UNUSUAL] + [
    (name, settings) for name, settings in zip(NETWORKS, UNUSUAL, strict=False)
]
#: What lies hidden besides the seed of the dice.
SCRIPT = f"cmd:{sys.executable} docs/examples/line_bot.py"
ORDERS = ("stack", "tiles", "cube")


@pytest.fixture(scope="module")
def agents(facts):
    return {name: find_agent(name, facts) for name in NAMES}


def test_every_name_has_a_factory_and_is_the_agents_own(facts):
    named = (
        "random",
        *AGENTS.scripts,
        *AGENTS.policies,
        "rollout:16",
        "mcts:1s",
        "planner:careful",
    )
    for name in ("random", *named, "champion", "champion:1s"):
        assert find_agent(name, facts).name == name
    known = ["random", "rules", "planner:STYLE", "planner-tuned", "value"]
    assert [name for name in names_of("portal_dash") if name in known] == known


def decisions_of(agent, settings, number, limit, step=1):
    return islice(played(settings, number, agent), 0, limit, step)


@slow
@pytest.mark.parametrize(("name", "settings"), TABLES)
def test_it_answers_every_kind_of_decision_legally(agents, name, settings):
    agent, kinds = agents[name], set()
    for number in range(3 if name in FAST else 1):
        for game, key in decisions_of(agent, settings, number, 600 if name in FAST else 40):
            before = game.record.copy()
            assert game.mask[agent.act(situation(game, key))] == 1
            assert np.array_equal(game.record, before)
            kinds.add(Decision(game.public.decision))
    assert len(kinds) > (10 if name in FAST else 3)


@slow
def test_rules_answer_where_nothing_but_columns_nobody_wants_is_legal(agents):
    rules, met = agents["rules"], 0
    for game, key in decisions_of(rules, Settings(level=3, players=2), 0, 200):
        given = situation(game, key)
        columns = np.zeros_like(given.mask)
        columns[V.COLUMN : V.SLOT] = given.mask[V.COLUMN : V.SLOT]
        if game.public.decision == Decision.ACTION and columns.any():
            met += 1
            assert columns[rules.act(replace(given, mask=columns))] == 1
    assert met > 10


@slow
@pytest.mark.parametrize("name", NAMES[1:])
def test_it_says_why_it_does_what_it_does(agents, name):
    agent = agents[name]
    several = 0
    for game, key in decisions_of(agent, Settings(level=1, players=2), 0, 40, 2):
        best = agent.explain(situation(game, key)).candidates
        assert best[0].action == agent.act(situation(game, key))
        assert len({one.action for one in best}) == len(best)
        assert all(game.mask[one.action] == 1 and one.reason for one in best)
        assert all(0.0 <= one.value <= 1.0 for one in best)
        if name == "planner":
            assert all(one.value >= two.value for one, two in pairwise(best))
        several += len(best) > 1
    assert several > 3 or name == "rules"


@slow
@pytest.mark.parametrize("name", NAMES[1:])
def test_the_same_situation_gets_the_same_answer_whatever_was_asked_before(agents, name, facts):
    fresh, used = find_agent(name, facts), agents[name]
    ours = decisions_of(fresh, Settings(level=3, players=2), 0, 16)
    others = played(Settings(level=3, players=2), 2, used)
    for (game, key), _ in zip(ours, others, strict=False):
        assert fresh.explain(situation(game, key)) == used.explain(situation(game, key))


@slow
@pytest.mark.parametrize("name", FAST)
def test_a_batch_is_answered_as_its_decisions_are_in_any_order(agents, name):
    agent, found = agents[name], []
    for settings in UNUSUAL:
        for game, key in decisions_of(agent, settings, 2, 40):
            answer = agent.act(situation(game, key))
            found.append((game.record.copy(), game.mask.copy(), key, answer))
    for order in (found, found[::-1], found[:20], []):
        records = (
            np.stack([one[0] for one in order])
            if order
            else np.zeros((0, STATE.itemsize), np.uint8)
        )
        masks = np.stack([one[1] for one in order]) if order else np.zeros((0, 265), np.int8)
        batch = Batch(
            np.zeros((len(order), 1), np.int8),
            masks,
            records[:, :PUBLIC_BYTES],  # with the hidden part between them
            [one[2] for one in order],
        )
        for array in (batch.publics, batch.masks):
            array.setflags(write=False)
        assert agent.act_batch(batch).tolist() == [one[3] for one in order]


def alike(game, key):
    """Return a game's record and two with another hidden part: resampled, and reversed."""
    records = np.stack([game.record] * 3)
    game.resample(key)
    records[1] = game.record
    game.record[:] = records[0]
    hidden = RecordView(records[2], STATE).hidden
    for part in ORDERS:
        order = getattr(hidden, part)
        there = order >= 0
        order[there] = order[there][::-1]
    hidden.seed = ~np.uint64(hidden.seed)
    hidden.counters[:] += 1
    assert (records[:, :PUBLIC_BYTES] == records[0, :PUBLIC_BYTES]).all()
    assert len({record.tobytes() for record in records}) == 3
    return records


@slow
@pytest.mark.parametrize(("name", "settings"), TABLES)
def test_what_is_hidden_changes_no_answer_and_no_reason(agents, name, settings):
    """The public part lies in front of the hidden one, where an agent could read on."""
    agent, changed = agents[name], set()
    limit, step = (200, 5) if name in FAST else (40, 8)
    for game, key in decisions_of(agent, settings, 1, limit, step):
        records = alike(game, key)
        hidden = records.view(STATE)["hidden"][:, 0]
        changed |= {part for part in ORDERS if (hidden[part] != hidden[part][0]).any()}
        answers = []
        for record in records:
            game.record[:] = record
            now = situation(game, key)
            answers.append((agent.act(now), agent.explain(now)))
        game.record[:] = records[0]
        assert answers[0] == answers[1] == answers[2]
    assert changed == (set(ORDERS) if settings.chance == "sampled" else set())


@slow
@pytest.mark.parametrize("name", ["docs.examples.monte_carlo:MonteCarlo", SCRIPT])
def test_the_examples_of_the_docs_play_legally_and_alike_each_time(facts, name):
    agent, again = find_agent(name, facts), find_agent(name, facts)
    for game, key in decisions_of(agent, Settings(level=1, players=2), 2, 24, 8):
        action = agent.act(situation(game, key))
        assert game.mask[action] == 1
        assert again.act(situation(game, key)) == action
    agent.close()
    again.close()


@slow
@pytest.mark.parametrize(
    ("name", "other", "margin"), [("rules", "random", 0.2), ("planner", "rules", 0.1)]
)
def test_it_gets_further_than_the_weaker_one(agents, name, other, margin):
    for players in (1, 4):
        settings = Settings(level=1, players=players)
        ours = [progress_of(settings, seed, agents[name]) for seed in range(12)]
        theirs = [progress_of(settings, seed, agents[other]) for seed in range(12)]
        assert np.mean(ours) > np.mean(theirs) + margin


# -- the planner --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("players", "number"), [(1, 27), (3, 53)])
def test_every_decision_has_a_choice_of_known_value(facts, players, number):
    """In these games everything expanded once led to known positions, and nothing was valued."""
    tuned = tuned_planner(facts)
    for game, key in played(Settings(level=5, players=players), number, tuned):
        assert tuned.values(game.record[:PUBLIC_BYTES], key).max() > UNSEEN


# -- weights and styles ---------------------------------------------------------------
def test_styles_differ_and_users_name_them(facts):
    sentences = roster_of("portal_dash").sentences
    styles = [name.partition(":")[2] for name in sentences if name.startswith("planner:")]
    assert len(styles) >= 8
    everything = [standard_weights(), tuned_weights(), *map(style_weights, styles)]
    assert len({weights.tobytes() for weights in everything}) == len(everything)
    assert np.isfinite(everything).all()
    assert all(sentence.endswith(".") for sentence in sentences.values())
    assert find_agent("planner:careful", facts).name == "planner:careful"
    with pytest.raises(AgentError, match="did you mean 'careful'"):
        style_weights("carefull")


# -- the rules bot ------------------------------------------------------------------------


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


# -- the value network --------------------------------------------------------------------


LIMIT = 5_000_000  # bytes


def test_its_files_are_small_and_made_for_these_rules(facts):
    folder = AGENTS.policies["value"]
    assert sum(file.stat().st_size for file in folder.iterdir()) < LIMIT
    notices = []
    card = find_agent("value", facts, notices.append).card
    assert notices == []
    assert card.interface == facts.hashes["interface"]
    assert set(card.scenarios) == {
        f"level-{n}-players-{m}" for n in range(1, 6) for m in range(1, 5)
    }


@pytest.mark.slow
@pytest.mark.parametrize(("level", "players", "least"), [(1, 2, 0.85), (5, 4, 0.4)])
def test_it_wins_without_script_and_search(level, players, least):
    """Weights read wrongly, or an engine that plays otherwise, lose nearly every game."""
    game = PortalDash(Settings(level=level, players=players))
    facts, games = GameFacts.of_game(game), 100
    agent = find_agent("value", facts)
    tasks = agent.player.new_tasks(games)
    tasks.seeds[:], tasks.players[:] = np.arange(games), players
    log = agent.play(tasks, 800)
    assert log.ends[:, 0, 0].mean() > least


@pytest.mark.slow
def test_its_chance_of_winning_rises_in_games_that_it_wins(facts):
    agent = find_agent("value", facts)
    chances = [
        agent.explain(situation(game, key)).candidates[0].value
        for game, key in played(Settings(level=1, players=2), 3, agent)
    ]
    assert chances[-1] > 0.95
    assert np.mean(chances[-20:]) > np.mean(chances[:20])
