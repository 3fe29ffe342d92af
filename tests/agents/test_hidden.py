"""Scripts see what is public alone: whatever lies hidden, they answer and explain alike.

The public part that they are given lies in one piece of memory with the hidden
one, as it does in whole records, so that a script which reads on would find it.
"""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.rollouts import Rollouts
from tablemates.agents.registry import find_agent
from tablemates.envs.core.record import RecordView
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.games import PUBLIC_BYTES, UNUSUAL, played, situation

slow = pytest.mark.slow  # the machine code takes minutes when it is not there yet
COMPILED = ["random", "rules", "planner"]
NAMES = [*COMPILED, "ahead"]
SAMPLED = [settings for settings in UNUSUAL if settings.chance == "sampled"]
#: What lies hidden beside the seed of what is still to be rolled.
ORDERS = ("stack", "tiles", "cube")
#: Decisions of a game that are looked at: every so many of so many.
EVERY, LIMIT = 4, 400


@pytest.fixture(scope="module")
def facts():
    return GameFacts.of(Settings())


@pytest.fixture(scope="module")
def agents(facts):
    return {name: find_agent(name, facts) for name in NAMES}


@pytest.fixture(scope="module")
def rollouts(facts):
    return Rollouts(facts)


def alike(game, key):
    """Return a game's record and two that differ from it in what is hidden: redrawn, turned round.

    With explicit chance nothing but the seed is hidden.
    """
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


def looked_at(settings, number, agent):
    """Yield a game at many of its decisions, with the decisions before and the key of each."""
    game = enumerate(played(settings, number, agent))
    for n, (now, key) in islice(game, 0, LIMIT, EVERY):
        yield now, n, key


@slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("settings", UNUSUAL)
def test_what_is_hidden_changes_no_answer_and_no_reason(agents, name, settings):
    agent = agents[name]
    changed = set()
    for game, _, key in looked_at(settings, 1, agent):
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
    assert changed == (set(ORDERS) if settings in SAMPLED else set())


@slow
@pytest.mark.parametrize("name", COMPILED)
@pytest.mark.parametrize("settings", SAMPLED)
def test_in_whole_records_it_answers_as_it_does_without_what_is_hidden(
    agents, rollouts, name, settings
):
    """The rest of a turn is the same whether it takes its answer or is told to."""
    seeds = [seed_for("test", 2)] * 3
    for game, before, key in looked_at(settings, 2, agents[name]):
        games = alike(game, key)
        told, taken = games.copy(), np.full(3, before)
        answer = agents[name].act(situation(game, key))
        rollouts.play_out(games, name, seeds, taken=taken, max_turns=0)
        first = np.full(3, answer)
        rollouts.play_out(told, name, seeds, taken=taken, first=first, max_turns=0)
        assert (games == told).all()


@slow
@pytest.mark.parametrize("settings", SAMPLED)
def test_what_is_hidden_changes_no_judgement(agents, rollouts, settings):
    """A judge values games where they stand."""
    for game, _, key in looked_at(settings, 3, agents["rules"]):
        games = alike(game, key)
        judged = rollouts.play_out(games, "rules", [key] * 3, max_turns=-1, judge="planner")
        assert judged.decisions.tolist() == [0, 0, 0]
        assert len(set(judged.chance.tolist())) == 1
        assert (judged.features == judged.features[0]).all()
