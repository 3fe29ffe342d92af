"""``info`` has one structure: the same entries at every reset and step, in every game and view."""

import importlib

import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv

from tablemates.envs.core.views.infos import ENTRIES, game_info
from tablemates.envs.registry import GAMES, find_game
from tests.in_lanes import assert_same, choices, play_beside

ONE_SEAT = {"seat": 0, "partners": ["random"]}


def view_of(key, view, **options):
    """Return a view of a game."""
    return getattr(importlib.import_module(GAMES[key].module), view)(**options)


@pytest.fixture(params=GAMES)
def key(request):
    return request.param


def structure(info):
    """Return what a recorder relies on: entries, types, and shapes of arrays."""
    found = {}
    for name, value in info.items():
        if isinstance(value, np.ndarray):
            found[name] = value.dtype, value.shape
        else:
            found[name] = type(value)
    return found


def documented(key, *more):
    """Return what a game's ``info`` holds by the documentation, those ``more`` among it."""
    game = find_game(key)
    absent = {"partners", "outcomes", "probabilities"} - set(more)
    absent |= {"outcome"} - game.ending_words.keys()
    absent |= set() if game.score_field else {"scores"}
    return ENTRIES.keys() - absent | set(game.label_fields) | game.ending_entries.keys()


def walk(env, info, illegal=0.05, seed=0, steps=400):
    """Play on, now and then illegally, and yield every info."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        mask = info["action_mask"]
        wrong = info["seat"] >= 0 and rng.random() < illegal
        action = int(rng.choice(np.flatnonzero(mask == 0 if wrong else mask)))
        _, _, terminated, truncated, info = env.step(action)
        yield info, terminated or truncated
        if terminated or truncated:
            _, info = env.reset()
            yield info, False


@pytest.mark.parametrize(
    ("options", "more"),
    [
        ({"max_turns": 3}, ()),
        ({"illegal_action": "end"}, ()),
        ({"max_turns": 3, **ONE_SEAT}, ("partners",)),
        ({"max_turns": 3, "chance": "explicit"}, ("outcomes", "probabilities")),
    ],
    ids=["cut", "forfeited", "one-seat", "explicit"],
)
def test_reset_step_and_end_have_the_same_entries(key, options, more):
    env = view_of(key, "gym_env", **options)
    _, first = env.reset(seed=0)
    assert first.keys() == documented(key, *more)
    expected, ended = structure(first), 0
    for info, over in walk(env, first):
        assert structure(info) == expected
        ended += over
        blank = (info["cause"], info["turns"]) == ("none", 0)
        assert blank != over, "what tells of the end is blank before it"
    assert ended
    kinds = {type(value) for value in first.values()}
    assert kinds <= {int, float, bool, str, tuple, np.ndarray}


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("view", ["env", "parallel_env"])
def test_every_agent_gets_the_entries_of_the_single_view(key, view, chance):
    options = {"max_turns": 2, "chance": chance, "illegal_action": "penalty"}
    single = view_of(key, "gym_env", **options)
    expected = structure(single.reset(seed=0)[1])
    env = view_of(key, view, **options)
    rng = np.random.default_rng(0)
    first = env.reset(seed=0)
    infos = env.infos if view == "env" else first[1]
    while True:
        for agent, info in infos.items():
            assert structure(info) == expected
            assert info["seat"] == (-3 if agent == "chance_0" else int(agent[-1]))
        if not env.agents or (view == "env" and env.truncations[env.agent_selection]):
            break
        decider = {-3: "chance_0"}.get(env._seat, f"player_{env._seat}")
        action = int(rng.choice(np.flatnonzero(infos[decider]["action_mask"])))
        if view == "env":
            assert structure(env.last()[4]) == expected
            env.step(action)
            infos = env.infos
        else:
            *_, infos = env.step(dict.fromkeys(env.agents, 0) | {decider: action})
    assert all(info["turns"] > 0 for info in infos.values())


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("options", [{}, ONE_SEAT], ids=["all-seats", "one-seat"])
def test_every_lane_gets_the_entries_of_the_single_view(key, mode, options):
    options = {"max_turns": 3, **options}
    single = view_of(key, "gym_env", **options)
    expected = structure(single.reset(seed=0)[1])
    env = view_of(key, "vector_env", num_envs=3, autoreset_mode=mode, **options)
    _, info = env.reset(seed=0)
    rng, ended = np.random.default_rng(0), 0
    for _ in range(150):
        for lane in range(3):
            found = game_info({k: v for k, v in info.items() if "final" not in k}, lane)
            assert structure(found) == expected
        if over := [n for n in range(3) if info.get("_final_info", [False] * 3)[n]]:
            ended += len(over)
            for lane in over:
                assert structure(game_info(info["final_info"], lane)) == expected
        *_, terminated, truncated, info = env.step(choices(env.action_masks(), rng, illegal=0.05))
        if mode == "Disabled" and (terminated | truncated).any():
            env.reset(options={"reset_mask": terminated | truncated})
    assert ended or mode != "SameStep"


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_lanes_answer_as_gymnasiums_vector_of_single_views(key, mode):
    options = {"players": [2, 3], "max_turns": 3, "illegal_action": "end"}
    vector = view_of(key, "vector_env", num_envs=3, autoreset_mode=mode, **options)
    ended = play_beside(lambda: view_of(key, "gym_env", **options), vector, 150)
    assert ended > 3


@pytest.mark.slow
def test_lanes_answer_as_gymnasiums_vector_of_processes(key):
    options = {"players": 2, "max_turns": 2, "illegal_action": "end"}
    mode = "SameStep"
    vector = view_of(key, "vector_env", num_envs=2, autoreset_mode=mode, **options)
    mode = vector.metadata["autoreset_mode"]
    processes = AsyncVectorEnv(
        [lambda: view_of(key, "gym_env", **options)] * 2, context="fork", autoreset_mode=mode
    )
    try:
        assert_same(processes.reset(seed=0), vector.reset(seed=0))
        rng = np.random.default_rng(0)
        ended = 0
        for n in range(80):
            actions = choices(vector.action_masks(), rng, illegal=0.03)
            answer = vector.step(actions)
            assert_same(processes.step(actions), answer, f"step {n}")
            ended += (answer[2] | answer[3]).sum()
        assert ended > 1
    finally:
        processes.close()
