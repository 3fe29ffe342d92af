"""The vector view of Portal Dash: lanes are single views, only faster."""

import numpy as np
import pytest

from tablemates.envs.core.errors import IllegalActionError, SettingsError
from tablemates.envs.portal_dash_v0 import vector_env
from tests.in_lanes import assert_same, choices

LEVELS = [1, 2, 3, 4, 5]


def test_threads_play_the_same_games():
    answers = []
    for threads in (1, 2):
        vector = vector_env(
            80, threads=threads, autoreset_mode="SameStep", level=LEVELS, max_turns=4
        )
        vector.reset(seed=0)
        rng = np.random.default_rng(0)
        for _ in range(60):
            *_, info = vector.step(choices(vector.action_masks(), rng, illegal=0.02))
        answers.append((vector.observe().copy(), vector.save(), info))
    assert answers[0][1] == answers[1][1]
    assert_same(answers[0][0], answers[1][0])
    assert_same(answers[0][2], answers[1][2])


def test_whoever_wants_it_gets_an_error_that_names_lane_and_action():
    vector = vector_env(4, illegal_action="raise")
    vector.reset(seed=0)
    before = vector.save()
    legal = choices(vector.action_masks(), np.random.default_rng(0))
    for wrong, sentence in (
        (0, r"lane 2: action 0 \(wait\) is not legal now; legal: "),
        (-1, "lane 2: action -1 is outside the action space 0 to 264"),
        (10**12, "lane 2: action 1000000000000 is outside the action space"),
    ):
        actions = legal.copy()
        actions[2] = wrong
        with pytest.raises(IllegalActionError, match=sentence):
            vector.step(actions)
        assert vector.save() == before
    for wrong in (legal[:3], legal[:, None], legal.astype(float), ["north"] * 4):
        with pytest.raises(TypeError, match="not an integer for each of 4 lanes"):
            vector.step(wrong)
    assert vector.save() == before
    vector.step(legal.tolist())
    assert vector.save() != before


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: vector_env(0), "num_envs=0 is not a positive integer"),
        (lambda: vector_env(2, autoreset_mode="Never"), "unknown autoreset_mode 'Never'"),
        (lambda: vector_env(2, chance="explicit"), "leave chance='sampled'"),
        (lambda: vector_env(2, render_mode="ansi"), "lanes are not drawn"),
        (lambda: vector_env(2).reset(seed=[1]), "1 seeds are given for 2 lanes"),
        (lambda: vector_env(2).reset(seed=-1), "seed -1 is not between"),
        (
            lambda: vector_env(2).reset(options={"reset_mask": np.zeros(2, bool)}),
            "with 0 lanes to begin anew",
        ),
    ],
)
def test_wrong_input_gets_a_sentence(make, sentence):
    with pytest.raises(SettingsError, match=sentence):
        make()
