"""Agents in anybody's loop: the same answers from every view, and those of an evaluation."""

import importlib

import gymnasium
import numpy as np
import pytest

import tablemates
from tablemates import load_agent
from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.agents.roster import roster_of
from tablemates.envs import testing
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.views import agent
from tablemates.envs.core.views.agent import Batch as Decisions
from tablemates.envs.core.views.decision_keys import decision_keys
from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game

SEED, MOVES = 5, 8
GAME = {"players": 2}


def views(game):
    return importlib.import_module(GAMES[game].module)


def in_aec(game, spec):
    env = views(game).env(**GAME)
    env.reset(seed=SEED)
    agent = load_agent(spec, env)
    for _ in range(MOVES):
        observation, *_, info = env.last()
        yield agent.act(observation["observation"], info["action_mask"])
        env.step(agent.act(observation))


def in_parallel(game, spec):
    env = views(game).parallel_env(**GAME)
    observations, _ = env.reset(seed=SEED)
    agent = load_agent(spec, env)
    for _ in range(MOVES):
        actions = {name: agent.act(seen) for name, seen in observations.items()}
        yield max(actions.values())  # the other one waits
        observations, *_ = env.step(actions)


def in_gymnasium(game, spec):
    env = gymnasium.make(GAMES[game].gymnasium_id, observation="dict", **GAME)
    observation, info = env.reset(seed=SEED)
    agent = load_agent(spec, env)
    for _ in range(MOVES):
        action = agent.act(observation, info["action_mask"])
        yield action
        observation, *_, info = env.step(action)


def in_lanes(game, spec):
    env = views(game).vector_env(3, **GAME)
    observations, info = env.reset(seed=SEED)
    agent = load_agent(spec, env)
    for _ in range(MOVES):
        actions = agent.act(observations, info["action_mask"])
        yield int(actions[0])
        observations, *_, info = env.step(actions)


def in_evaluation(game, spec):
    kind = find_game(game)
    settings = kind.settings_type(**GAME)
    agent = find_agent(spec, GameFacts.of(settings))
    game = GameBatch(kind(settings), 1)
    game.new(np.arange(1), [SEED])
    for n in range(MOVES):
        keys = decision_keys(game.seeds, np.array([n]))
        actions = agent.act_batch(Decisions(game.observations, game.masks, game.publics, keys))
        yield int(actions[0])
        game.step(actions)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", ["random", "partner"])
def test_an_agent_answers_alike_in_every_view(game, spec):
    spec = roster_of(game).partner if spec == "partner" else spec
    ways = (in_aec, in_parallel, in_gymnasium, in_lanes, in_evaluation)
    games = [list(play(game, spec)) for play in ways]
    assert len(games[0]) == MOVES
    assert games.count(games[0]) == len(games)


def test_what_cannot_be_answered_gets_a_sentence():
    env = views(DEFAULT_GAME).gym_env(chance="explicit")
    observation, info = env.reset(seed=1)
    with pytest.raises(AgentError, match=r"planner needs more .*load_agent\('planner', env\)"):
        load_agent("planner")
    with pytest.raises(AgentError, match="is no environment of tablemates"):
        load_agent("random", gymnasium.make("CartPole-v1"))
    agent = load_agent("random", env)
    with pytest.raises(AgentError, match="needs the mask"):
        agent.act(observation)
    while info["seat"] >= 0:
        observation, *_, info = env.step(agent.act(observation, info["action_mask"]))
    with pytest.raises(AgentError, match="chance decides"):
        agent.act(observation, info["action_mask"])
    assert load_agent("random").act(np.zeros(3), np.array([0, 1, 1])) in (1, 2)
    for other in (np.full(3, 0.5), {"tokens": np.zeros(3)}):
        with pytest.raises(AgentError, match="reads the flat observation of integers"):
            load_agent("random").act(other, np.array([0, 1, 1]))


def test_what_users_write_agents_and_games_with_is_at_the_top():
    assert tablemates.Agent is agent.Agent
    assert tablemates.Situation is agent.Situation
    assert tablemates.check_game is testing.check_game
    with pytest.raises(AttributeError, match="'tablemates' has no attribute 'agent_named'"):
        _ = tablemates.agent_named


@pytest.mark.parametrize("game", GAMES)
def test_an_agent_explains_the_present_decision(game):
    env = views(game).gym_env(**GAME)
    observation, info = env.reset(seed=SEED)
    agent = load_agent("value", env)
    best = agent.explain().candidates[0].action
    assert best == agent.act(observation, info["action_mask"])
    assert agent.explain(env.situation()) == agent.explain()
    lanes = views(game).vector_env(2, **GAME)
    lanes.reset(seed=SEED)
    with pytest.raises(AgentError, match="needs a situation"):
        load_agent("value", lanes).explain()
