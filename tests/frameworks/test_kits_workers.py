"""Views travel into worker processes, forked and spawned, and play there as they do here."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

from tablemates.envs import portal_dash_v0
from tests.in_lanes import choices

MOVES = 25
VIEWS = {
    "env": lambda: portal_dash_v0.env(level=[1, 4], players=[2, 4]),
    "env, explicit chance": lambda: portal_dash_v0.env(level=2, chance="explicit"),
    "parallel_env": lambda: portal_dash_v0.parallel_env(level=3, observation="dict"),
    "gym_env": lambda: portal_dash_v0.gym_env(level=5, players=3, observation="candidates"),
    "one seat": lambda: portal_dash_v0.gym_env(seat=0, partners=["random"]),
    "vector_env": lambda: portal_dash_v0.vector_env(3, level=[1, 5], autoreset_mode="SameStep"),
}


def begun(name):
    """Return a view in the middle of a game."""
    view = VIEWS[name]()
    view.reset(seed=8)
    play(view, 5, 1)
    return view


def play(view, moves, seed):
    """Play random legal moves; return the game as it stands then."""
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        if hasattr(view, "num_envs"):
            view.step(choices(view.action_masks(), rng))
        elif not (legal := view.legal_actions()):
            break
        else:
            action = int(rng.choice(legal))
            if hasattr(view, "agent_selection") or not hasattr(view, "agents"):
                view.step(action)
            else:
                masks = {agent: view.observe(agent)["action_mask"] for agent in view.agents}
                view.step({a: action if mask[0] == 0 else 0 for a, mask in masks.items()})
    return view.save()


def play_pickled(data, seed):
    """Play with a view that came as bytes, and with a copy of it."""
    view = pickle.loads(data)
    other = copy.deepcopy(view)
    one, two = play(view, MOVES, seed), play(other, MOVES, seed)
    assert one == two, "a deep copy plays differently"
    return one


@pytest.fixture(scope="module", params=["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def workers(request):
    context = multiprocessing.get_context(request.param)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        yield pool


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_plays_in_a_worker_as_it_does_here(workers, name):
    view = begun(name)
    there = workers.submit(play_pickled, pickle.dumps(view), 3).result()
    before = view.save()
    assert before != there
    assert play(view, MOVES, 3) == there


def test_another_game_is_noticed(workers):
    """The comparison can fail."""
    view = begun("gym_env")
    there = workers.submit(play_pickled, pickle.dumps(view), 4).result()
    assert play(view, MOVES, 3) != there
