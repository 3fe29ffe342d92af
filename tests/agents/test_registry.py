import numpy as np
import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.game_agents import agents_of
from tablemates.agents.names import network_folder
from tablemates.agents.networks.policy import PolicyAgent
from tablemates.agents.registry import find_agent
from tablemates.agents.scripts.random import RandomAgent
from tablemates.envs.core.views.agent import Batch
from tablemates.envs.core.views.decision_keys import decision_keys
from tablemates.envs.registry import GAMES
from tests.agents.bots import First


def test_an_agent_is_found_by_name_path_and_factory(race, race_policy):
    assert isinstance(find_agent("random", race), RandomAgent)
    assert isinstance(find_agent(str(race_policy), race), PolicyAgent)
    own = find_agent("tests.agents.bots:First", race)
    assert isinstance(own.inner, First)
    assert own.inner.facts is race


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("randon", "no agent is called 'randon'; did you mean 'random'?"),
        ("", "no agent is called ''"),
        ("planner", "no agent is called 'planner'; known: random"),
        ("runs/nowhere/policy", "runs/nowhere/policy: there is no such policy folder"),
        ("turn::beside", "no network of {game} is called 'beside'; none comes with it; or name a"),
        ("champion:4:nowhere/else", "nowhere/else: there is no such policy folder"),
        ("random:3", "'random:3': nothing follows the name of this agent: write 'random'"),
        ("response:random", "'response:random' names no agent, or no budget: write response:"),
        ("tests.agents.nowhere:First", "the module 'tests.agents.nowhere' cannot be imported"),
        (":First", "the module '' cannot be imported"),
        ("tests.agents.bots:Frist", "has no factory 'Frist'; did you mean 'First'?"),
        ("tests.agents.bots:", "has no factory ''"),
        ("tests.agents.bots:not_an_agent", "made a str, not a tablemates.Agent"),
    ],
)
def test_what_is_no_agent_gets_a_sentence(race, spec, sentence):
    with pytest.raises(AgentError) as caught:
        find_agent(spec, race)
    assert sentence.format(game=race.game) in str(caught.value)


@pytest.mark.parametrize("game", GAMES)
def test_a_network_that_comes_with_other_games_is_none_of_this_one(game):
    mine = agents_of(game).policies
    for name in {name for other in GAMES for name in agents_of(other).policies}:
        if name in mine:
            assert network_folder(name, game) == mine[name]
        else:
            with pytest.raises(AgentError, match=f"no network of {game} is called '{name}'; known"):
                network_folder(name, game)


def batch_of(games, race):
    rng = np.random.default_rng(0)
    masks = (rng.random((games, len(race.catalogue))) < 0.5).astype(np.int8)
    masks[:, 5] = 1
    observations = rng.integers(0, 3, (games, race.layout.size), np.int8)
    keys = decision_keys(np.arange(games, dtype=np.uint64), np.zeros(games, np.int64))
    return Batch(observations, masks, np.zeros((games, 4), np.uint8), keys)


@pytest.mark.parametrize("learned", [False, True])
def test_a_batch_is_answered_as_its_decisions_are(race, race_policy, learned):
    agent = find_agent(str(race_policy) if learned else "random", race)
    batch = batch_of(60, race)
    answers = agent.act_batch(batch)
    assert answers.tolist() == [agent.act(batch[n]) for n in range(60)]
    assert all(batch.masks[n, action] == 1 for n, action in enumerate(answers))
    assert len(set(answers.tolist())) > 2


def test_random_is_uniform_over_what_is_legal(race):
    games = 20_000
    masks = np.zeros((games, len(race.catalogue)), np.int8)
    masks[:, [1, 4, 6]] = 1
    keys = decision_keys(np.full(games, 9, np.uint64), np.arange(games))
    batch = Batch(np.zeros((games, 1), np.int8), masks, np.zeros((games, 1), np.uint8), keys)
    counts = np.bincount(RandomAgent(race).act_batch(batch))
    assert set(np.flatnonzero(counts)) == {1, 4, 6}
    assert np.ptp(counts[[1, 4, 6]]) < 0.06 * games  # over 8 standard deviations
