"""Promises of the views, in every game: whose observation, whose reward, what ``info`` holds."""

import importlib

import numpy as np
import pytest

from tablemates.envs.registry import GAMES, new_game


def view_of(key, view, **options):
    """Return a view of a game."""
    return getattr(importlib.import_module(GAMES[key].module), view)(**options)


@pytest.fixture(params=GAMES)
def key(request):
    return request.param


def seen_by(game, record, seat):
    """Return what a seat sees of a saved game."""
    twin = new_game(game.settings)
    twin.restore(record)
    seen = np.zeros_like(twin.observation)
    twin.observe(seat, seen)
    return seen


# -- whose observation ---------------------------------------------------------------------

SHORT = {"players": 3, "partners": ["random"] * 2, "max_turns": 2}


@pytest.mark.slow
@pytest.mark.parametrize("seat", range(3))
def test_the_last_observation_is_the_learners_own(key, seat):
    env = view_of(key, "gym_env", seat=seat, **SHORT)
    others = 0
    for seed in range(4):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            action = int(np.flatnonzero(info["action_mask"])[-1])
            observation, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        game = env._game
        assert np.array_equal(observation, seen_by(game, game.save(), seat))
        assert np.array_equal(env.observe(), observation)
        others += not np.array_equal(observation, game.observation)
        again = view_of(key, "gym_env", seat=seat, **SHORT)
        again.restore(env.save())
        assert np.array_equal(again.observe(), observation)
    assert others, "in some game another seat would decide"


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_the_last_observation_of_a_lane_is_the_learners_own(key, mode):
    env = view_of(key, "vector_env", num_envs=3, seat=1, autoreset_mode=mode, **SHORT)
    env.reset(seed=0)
    ended = 0
    for _ in range(200):
        records = [env._batch.record(lane) for lane in range(3)]
        actions = np.array([np.flatnonzero(mask)[-1] for mask in env.action_masks()])
        if mode == "SameStep":  # whose next games are there already
            beside = view_of(key, "gym_env", seat=1, **SHORT)
            before = [env.game(lane) for lane in range(3)]
        observations, _, terminated, truncated, info = env.step(actions)
        for lane in np.flatnonzero(terminated | truncated):
            ended += 1
            if mode == "SameStep":
                beside.restore(before[lane])
                expected = beside.step(int(actions[lane]))[0]
                assert np.array_equal(info["final_obs"][lane], expected)
            else:
                record = env._batch.record(lane)
                assert record != records[lane]
                expected = seen_by(env._game, record, 1)
                assert np.array_equal(observations[lane], expected)
                env.restore(env.save())
                assert np.array_equal(env.observe(), observations)
        if mode == "Disabled" and (terminated | truncated).any():
            env.reset(options={"reset_mask": terminated | truncated})
        if ended >= 3:
            return
    raise AssertionError("no game has ended")


# -- whose reward --------------------------------------------------------------------------


def settings_with_rewards(key):
    """Return settings with which every step earns something, and not every seat the same."""
    game = importlib.import_module(GAMES[key].module).env().unwrapped._game
    shaping = {name: 1.0 + n for n, name in enumerate(game.shaping_terms)}
    competitive = {} if game.co_operative else {"reward": "zero_sum"}
    return {"players": 2, "shaping": shaping, "shaping_discount": 0.9, **competitive}


@pytest.mark.slow
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_a_step_pays_the_seat_that_moved_and_one_of_chance_who_decided_last(key, chance):
    settings = {**settings_with_rewards(key), "chance": chance}
    single, aec = view_of(key, "gym_env", **settings), view_of(key, "env", **settings)
    restored = view_of(key, "gym_env", **settings)
    rng = np.random.default_rng(0)
    paid_by_chance = set()
    for seed in range(3):
        _, info = single.reset(seed=seed)
        aec.reset(seed=seed)
        mover = None
        for _ in range(1500):
            seat = info["seat"]
            mover = mover if seat < 0 else seat
            saved = single.save()
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, reward, terminated, truncated, info = single.step(action)
            aec.step(action)
            whose = f"player_{0 if mover is None else mover}"
            if mover is not None:
                assert reward == aec.rewards[whose]
            if seat < 0 and reward != aec.rewards["player_0"]:
                paid_by_chance.add(mover)
            if rng.random() < 0.02:
                restored.restore(saved)
                assert restored.step(action)[1] == reward
            if terminated or truncated:
                break
    if chance == "explicit" and not single._game.co_operative:
        assert paid_by_chance == {1}
