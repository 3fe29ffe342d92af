"""Settings of every game, and the turn where `max_turns` cuts a game."""

import importlib
from contextlib import suppress

import numpy as np
import pytest

from tablemates.envs.core.errors import FormatError, GameError, PositionError, SettingsError
from tablemates.envs.registry import GAMES, find_game

#: Settings, and the same ones with NumPy's scalars and arrays: of every game, and of each.
EVERY_GAME = [
    ({"players": 2}, {"players": np.int64(2)}),
    ({"players": [2, 3]}, {"players": np.array([2, 3])}),
    (
        {"first_player": 1, "max_turns": 4, "shaping_discount": 0.5, "skip_forced": False},
        {
            "first_player": np.int8(1),
            "max_turns": np.uint16(4),
            "shaping_discount": np.float32(0.5),
            "skip_forced": np.bool_(False),
        },
    ),
]
OF_A_GAME = {key: importlib.import_module(f"tests.{key}.with_numpy").SETTINGS for key in GAMES}


ODD = (5, -1, 1.5, None, True, "", "nothing", [], [5], {}, {"a": 1}, b"x")


@pytest.mark.parametrize("key", GAMES)
def test_whatever_a_parameter_is_it_is_taken_or_refused_in_a_sentence(key):
    kind = find_game(key)
    module = importlib.import_module(GAMES[key].module)
    for name in kind.settings_type.recipe_fields:
        for value in ODD:
            with suppress(GameError):
                kind(kind.settings_type(**{name: value}))
            with suppress(FormatError):
                module.load_position({name: value})


@pytest.mark.parametrize("key", GAMES)
def test_what_is_given_beside_a_position_is_no_part_of_it(key):
    module = importlib.import_module(GAMES[key].module)
    with pytest.raises(SettingsError, match="always") as caught:
        module.load_position({}, chance="always")
    assert not isinstance(caught.value, FormatError)
    with pytest.raises(PositionError, match="always"):
        module.load_position({"chance": "always"})


@pytest.mark.parametrize(
    ("key", "plain", "given"),
    [(key, *pair) for key in GAMES for pair in (*EVERY_GAME, *OF_A_GAME[key])],
)
def test_numbers_of_numpy_are_numbers(key, plain, given):
    kind = find_game(key)
    made, wanted = kind.settings_type(**given), kind.settings_type(**plain)
    assert repr(made) == repr(wanted)
    assert [one.recipe for one in made.scenarios()] == [one.recipe for one in wanted.scenarios()]
    assert kind(made).new(3) == kind(wanted).new(3)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "given", [{"num_envs": np.int64(2)}, {"num_envs": 2, "threads": np.int8(1)}]
)
def test_lanes_are_counted_with_numpy_too(key, given):
    module = importlib.import_module(GAMES[key].module)
    assert module.vector_env(**given).num_envs == 2


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "given", [{"players": np.float64(2)}, {"players": np.array(9)}, {"max_turns": np.nan}]
)
def test_what_is_no_number_of_players_or_turns_is_named(key, given):
    (name,) = given
    with pytest.raises(GameError, match=name):
        find_game(key).settings_type(**given)


@pytest.mark.rule("END-06")
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("view", ["env", "parallel_env", "gym_env"])
def test_a_game_that_begins_late_is_cut_at_the_end_of_that_turn(key, view):
    rng = np.random.default_rng(4)
    module = importlib.import_module(GAMES[key].module)
    env = getattr(module, view)(max_turns=5, players=2, illegal_action="raise")
    env.reset(seed=1)
    env.load_position({**env.dump_position(), "turn": 9})
    game, decisions = env._game, 0
    while not env._result.over:
        assert game.turn == 9
        action = int(rng.choice(np.flatnonzero(game.mask)))
        if view == "parallel_env":
            env.step(
                {agent: action if agent == env.agents[env._seat] else 0 for agent in env.agents}
            )
        else:
            env.step(action)
        decisions += 1
        assert decisions < 500
    assert decisions > 1
    assert env._result.terminated or game.turn == 10


@pytest.mark.rule("END-06")
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seat", [{}, {"seat": 0, "partners": ["random"]}], ids=["all", "one"])
def test_lanes_that_go_on_late_are_cut_at_the_end_of_that_turn(key, seat):
    rng = np.random.default_rng(4)
    module = importlib.import_module(GAMES[key].module)
    env, short = (
        module.vector_env(2, players=2, autoreset_mode="Disabled", max_turns=most, **seat)
        for most in (None, 1)
    )

    def step(one):
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in one.action_masks()]
        return one.step(np.array(actions))[3]

    env.reset(seed=3)
    while env._batch.turns.min() < 3:
        step(env)
    short.restore(env.save())
    before, cut = env._batch.turns.copy(), np.zeros(2, np.bool_)
    while not cut.any():
        assert (short._batch.turns == before).all()
        cut = step(short)
    assert (cut == (short._batch.turns > before)).all()
