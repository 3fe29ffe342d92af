"""Gymnasium's checks pass, and views work in its vectors and in worker processes."""

import copy
import inspect
import pickle
from dataclasses import fields

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

from tablemates.envs import portal_dash_v0
from tablemates.envs.portal_dash.settings import Settings
from tests.in_lanes import assert_same, choices
from tests.portal_dash.games import LEVELS, PLAYERS

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


def test_every_setting_is_in_every_signature_with_its_default():
    settings = {field.name: field.default for field in fields(Settings)}
    single = {"illegal_action": "penalty", "mask_in_observation": False}
    seat = {"seat": None, "partners": None}
    lanes = {
        "num_envs": inspect.Parameter.empty,
        "threads": 1,
        "autoreset_mode": "NextStep",
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


@pytest.mark.parametrize(
    "view",
    [
        lambda: portal_dash_v0.parallel_env(level=3, observation="dict"),
        lambda: portal_dash_v0.gym_env(seat=0, partners=["random"], observation="candidates"),
        lambda: portal_dash_v0.vector_env(3, level=[1, 5], autoreset_mode="SameStep"),
    ],
    ids=["parallel", "one seat", "vector"],
)
def test_a_pickled_or_copied_view_has_the_same_games(view):
    view = view()
    view.reset(seed=8)
    for other in (pickle.loads(pickle.dumps(view)), copy.deepcopy(view)):
        assert other.save() == view.save()
