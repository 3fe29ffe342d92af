"""The champion: search with a value network at play time."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.registry import find_agent
from tablemates.agents.value.agent import ValueAgent, shipped, split
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.registry import GAMES
from tests.agents.value.conftest import race
from tests.agents.value.test_files import written

#: A game that comes with a network.
GAME = next(iter(GAMES))
SEEDS = np.arange(50, dtype=np.uint64)


@pytest.fixture
def folder(tmp_path, weights):
    return written(tmp_path / "policy", weights)


@pytest.fixture
def champion(folder, facts):
    return find_agent(f"champion:64:{folder}", facts, lambda _notice: None)


def situations(agent, seed=3):
    """Yield the decisions of a game that the agent plays."""
    game, number = race(3), 0
    game.new(seed)
    while game.to_move() >= 0:
        now = Situation.of(game, seed, number)
        yield now
        game.step(agent.act(now))
        number += 1


@pytest.mark.parametrize(
    ("parameters", "budget", "folder"),
    [("16:runs/a/policy", "16", "runs/a/policy"), ("runs/a/policy", "", "runs/a/policy"),
     ("200ms", "200ms", shipped(GAME)), ("", "", shipped(GAME))],
)  # fmt: skip
def test_it_names_its_budget_and_its_network(parameters, budget, folder):
    assert split(parameters, GAME) == (budget, Path(folder))


def test_a_game_without_a_network_of_its_own_needs_a_folder(facts):
    with pytest.raises(AgentError, match=r"no value network comes with .*: name a folder"):
        find_agent("champion", facts)


@pytest.fixture
def ends(agent, champion):
    """Ends of two plans at a decision, and who takes it."""
    now = next(islice(situations(agent), 4, None))
    plans = champion._turn.plan(now.alone())
    return plans.ends[plans.ranked()[0][[0, -1]]], plans.mover


def test_plans_meet_the_same_futures(agent, ends):
    records, mover = ends
    values = agent.play_on(records[[0, 1, 0]], mover, SEEDS, 5)
    assert values.shape == (3, len(SEEDS))
    assert np.array_equal(values[0], values[2])
    assert (values[0] != values[1]).any()
    assert ((values >= 0) & (values <= 1)).all()
    assert np.array_equal(agent.play_on(records[:1], mover, SEEDS[::-1], 5)[0, ::-1], values[0])


def test_long_rollouts_end_in_returns_of_the_mover(agent, ends):
    """Played to their ends, the seats' chances of one position add up to 1."""
    records, mover = ends
    chances = [agent.play_on(records[:1], seat, SEEDS, 400) for seat in range(3)]
    assert (np.sum(chances, axis=0) == 1).all()
    assert set(np.unique(chances[mover])) == {0.0, 1.0}


def test_it_explains_what_it_plays_and_repeats_itself(champion):
    several = 0
    for now in islice(situations(champion), 20):
        best = champion.explain(now).candidates
        assert best[0].action == champion.act(now)
        assert all(now.mask[one.action] == 1 and 0 <= one.value <= 1 for one in best)
        several += len(best) > 1
    assert several > 3


def test_rollouts_overrule_the_network(champion, monkeypatch):
    now = next(one for one in situations(champion) if len(champion._search(one)[0]) > 1)
    last = int(champion._search(now)[0][-1])

    def play_on(_self, records, _mover, seeds, _decisions, _others):
        return np.linspace(0.1, 0.9, len(records))[:, None] * np.ones(len(seeds))

    monkeypatch.setattr(ValueAgent, "play_on", play_on)
    assert champion.act(now) == champion.explain(now).candidates[0].action == last
