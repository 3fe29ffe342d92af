"""Gymnasium's checks pass, and views work in its vectors and in worker processes."""

import copy
import inspect
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

from tablemates.envs import portal_dash_v0
from tablemates.envs.portal_dash.settings import Settings
from tests.games import LEVELS, PLAYERS
from tests.in_lanes import assert_same, choices

SETTINGS = [
    {"level": 5, "players": 4},
    {"level": LEVELS, "players": PLAYERS},
    {"observation": "dict"},
    {"observation": "tokens", "mask_in_observation": True},
    {"chance": "explicit"},
    {"max_turns": 2, "shaping": {"progress": 1.0}},
]


# Rows of tokens have columns that only other kinds of rows use.
@pytest.mark.filterwarnings("ignore:.*maximum and minimum values are equal")
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_the_checker_accepts(settings):
    check_env(gymnasium.make("PortalDash-v0", **settings).unwrapped)
    if "chance" not in settings:  # actions that it draws are no outcomes
        view = portal_dash_v0.gym_env
        check_environments_match(view(**settings), view(**settings), num_steps=200, seed=5)


def test_whole_games_pass_the_passive_checker():
    env = gymnasium.make("PortalDash-v0", level=3, players=3)
    rng = np.random.default_rng(0)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
    env.close()


def test_every_setting_is_in_every_signature_with_its_default():
    settings = {field.name: field.default for field in fields(Settings)}
    single = {"illegal_action": "penalty", "mask_in_observation": False}
    seat = {"seat": None, "partners": None}
    lanes = {
        "num_envs": inspect.Parameter.empty,
        "threads": 1,
        "autoreset_mode": "NextStep",
        "buffers": None,
        "copy": True,
    }
    for view, changes in (
        (portal_dash_v0.env, {}),
        (portal_dash_v0.raw_env, {}),
        (portal_dash_v0.parallel_env, {}),
        (portal_dash_v0.gym_env, single | seat),
        (portal_dash_v0.vector_env, single | seat | lanes),
    ):
        signature = inspect.signature(view).parameters
        assert {name: p.default for name, p in signature.items()} == settings | changes
        assert view.__doc__


# -- vectors and worker processes ----------------------------------------------------------


def make_single():
    return portal_dash_v0.gym_env(level=[1, 5], players=[1, 4], max_turns=2)


@pytest.mark.parametrize(
    ("context", "mode"),
    [
        *(("fork", mode) for mode in AutoresetMode),
        pytest.param("spawn", AutoresetMode.NEXT_STEP, marks=pytest.mark.slow),
    ],
)
def test_asynchronous_and_synchronous_vectors_agree(context, mode):
    workers = AsyncVectorEnv([make_single] * 2, context=context, autoreset_mode=mode)
    here = SyncVectorEnv([make_single] * 2, autoreset_mode=mode)
    try:
        answers = here.reset(seed=3)
        assert_same(workers.reset(seed=3), answers, "reset")
        rng, ended = np.random.default_rng(0), 0
        for n in range(60):
            masks = np.stack([env.action_masks() for env in here.envs])
            actions = choices(masks, rng, illegal=0.05)
            answers = here.step(actions)
            assert_same(workers.step(actions), answers, f"step {n}")
            over = answers[2] | answers[3]
            ended += over.sum()
            if mode is AutoresetMode.DISABLED and over.any():
                one, two = ({"reset_mask": over.copy()} for _ in range(2))
                answers = here.reset(options=one)
                assert_same(workers.reset(options=two), answers, "reset again")
        assert ended > 0
    finally:
        workers.close()
        here.close()


VIEWS = {
    "env": lambda: portal_dash_v0.env(level=[1, 4], players=[2, 4]),
    "env, explicit chance": lambda: portal_dash_v0.env(level=2, chance="explicit"),
    "parallel_env": lambda: portal_dash_v0.parallel_env(level=3, observation="dict"),
    "gym_env": lambda: portal_dash_v0.gym_env(level=5, players=3, observation="candidates"),
    "one seat": lambda: portal_dash_v0.gym_env(seat=0, partners=["random"]),
    "vector_env": lambda: portal_dash_v0.vector_env(3, level=[1, 5], autoreset_mode="SameStep"),
}


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
    one, two = play(view, 25, seed), play(other, 25, seed)
    assert one == two, "a deep copy plays differently"
    return one


@pytest.fixture(scope="module", params=["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def workers(request):
    context = multiprocessing.get_context(request.param)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        yield pool


@pytest.mark.parametrize("name", VIEWS)
def test_a_pickled_view_plays_the_same_in_a_worker(workers, name):
    view = VIEWS[name]()
    view.reset(seed=8)
    play(view, 5, 1)
    there = workers.submit(play_pickled, pickle.dumps(view), 3).result()
    assert view.save() != there
    assert play(view, 25, 3) == there
