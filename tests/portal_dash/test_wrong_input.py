"""Wrong input gets a sentence that says what is wrong, and changes nothing."""

import json
import types
import warnings

import numpy as np
import pytest

from tablemates.envs import portal_dash_v0
from tablemates.envs.core.errors import ComponentsError, FormatError, SettingsError
from tablemates.envs.portal_dash.settings import Settings
from tests.playing import play_aec

VIEWS = [portal_dash_v0.raw_env, portal_dash_v0.gym_env]
views = pytest.mark.parametrize("view", VIEWS, ids=["aec", "single"])


def begun(view, **settings):
    env = view(**{"illegal_action": "raise", **settings})
    env.reset(seed=1)
    return env


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"players": 0}, r"players=0: the game is for 1 to 4 players"),
        ({"players": 2.0}, r"players=2\.0"),
        ({"players": [1, 5]}, r"players=5"),
        ({"players": []}, r"must not be empty"),
        ({"players": "2"}, r"players='2' is no number or list"),
        ({"level": 6}, r"unknown level 6: the levels are 1, 2, 3, 4, 5"),
        ({"level": [1, 9]}, r"unknown level 9"),
        ({"level": []}, r"must not be empty"),
        ({"level": "1"}, r"level='1' is no number, custom level or list"),
        ({"level": True}, r"level=True is no number"),
        ({"level": [1, 2.0]}, r"level=2\.0 is no number"),
        ({"level": {"tiles": 9}}, r"custom level, tiles: input should be .* 8, not 9"),
        ({"level": {"tails": 2}}, r"tails"),
        ({"level": {"mobs": {"hogling": 1}}}, r"hogling.*hoglin"),
        ({"level": {"tiles": 8}}, r"board_shape"),
        ({"level": {"board_shape": (8, 64)}}, r"unknown key 'board_shape'"),
        ({"level": {"bosses": [([], "hard")]}}, r"custom level, bosses\.0\.0: unknown word '?\[\]"),
        ({"first_player": "0"}, r"first_player='0' is neither an integer"),
        ({"skip_forced": "no"}, r"skip_forced='no' is neither"),
        ({"shaping_discount": "1"}, r"shaping_discount='1'"),
        ({"edition": "de"}, r"unknown edition 'de'"),
        ({"boss": "wither"}, r"unknown boss 'wither'"),
        ({"level": 1, "boss": "ancient hoglin"}, r"the boss of level 1"),
        ({"first_player": 2}, r"first_player=2 is no seat"),
        ({"first_player": 1, "players": [1, 2]}, r"first_player=1 is no seat"),
        ({"board_shape": (9, 24)}, r"board_shape"),
        ({"board_shape": (8, 10)}, r"board_shape"),
        ({"board_shape": 8}, r"board_shape=8 is not \(rows, columns\)"),
        ({"chance": "fair"}, r"unknown chance 'fair'"),
        ({"illegal_action": "ignore"}, r"illegal_action='ignore'"),
        ({"max_turns": 0}, r"max_turns=0"),
        ({"max_turns": "5"}, r"max_turns='5' is neither an integer from 1"),
        ({"max_turns": True}, r"max_turns=True is neither"),
        ({"shaping": ["progress"]}, r"shaping=\['progress'\] is no mapping"),
        ({"components": 3}, r"components=3 is no folder or file of parts"),
        ({"shaping": {"luck": 1.0}}, r"unknown term 'luck' of shaping"),
        ({"shaping": {"progres": 1.0}}, r"did you mean 'progress'"),
        ({"shaping": {"progress": float("nan")}}, r"not finite"),
        ({"shaping": {"progress": "much"}}, r"'much', not a number"),
        ({"shaping_discount": 1.5}, r"shaping_discount=1\.5"),
        ({"observation": "pixels"}, r"observation='pixels'"),
        ({"render_mode": "3d"}, r"render_mode='3d'"),
        ({"components": "/nowhere/parts.yaml"}, r"nowhere"),
    ],
)
@views
def test_impossible_settings(view, settings, says):
    with pytest.raises((SettingsError, ComponentsError), match=says):
        view(**settings)


@views
def test_numbers_of_numpy_are_taken_for_python_s(view):
    settings = {"first_player": np.int64(1), "max_turns": np.int32(9), "skip_forced": np.True_}
    for level in (np.int64(2), [np.int64(2)], (np.int8(2),)):
        env = begun(view, level=level, **settings)
        assert json.loads(json.dumps(env.replay().to_json()))["recipe"]["first_player"] == 1


@pytest.mark.parametrize("boss", ["wildfire", "ancient hoglin"])
@views
def test_a_boss_is_chosen_where_a_custom_level_leaves_it_open(view, boss):
    env = view(level={"tiles": 2, "bosses": [("either", "easy")]}, boss=boss)
    for seed in range(6):
        env.reset(seed=seed)
        assert env.dump_position()["bosses"][0]["boss"].lower() == boss
    again = Settings.of_recipe(env.replay().to_json()["recipe"])
    assert again.level_choices == ({"tiles": 2, "bosses": [(boss, "easy")]},)


@views
def test_an_unknown_setting_is_named(view):
    with pytest.raises(TypeError, match=r"no parameter 'levl'; did you mean 'level'\? It takes"):
        view(levl=1)


@views
@pytest.mark.parametrize("seed", [-1, 2**64, "1", 1.5])
def test_impossible_seeds(view, seed):
    env = begun(view)
    before = env.save()
    with pytest.raises(SettingsError, match="seed"):
        env.reset(seed=seed)
    assert env.save() == before


@views
def test_saves_that_do_not_fit_this_environment(view, tmp_path):
    env = begun(view, players=2)
    good = env.save()
    parts = tmp_path / "mine.yaml"
    parts.write_text("dice:\n  combat: {faces: [0, 1, 2], copies: [2, 2, 2], mark: assumed}\n")
    for settings, says in [
        ({"edition": "fr"}, "rules or parts"),
        ({"components": parts}, "rules or parts"),
        ({"players": 4}, "players=4"),
        ({"chance": "explicit"}, "chance='explicit'"),
    ]:
        foreign = begun(view, **settings).save()
        with pytest.raises(FormatError, match=says):
            env.restore(foreign)
    wide = begun(view, board_shape=(8, 48), level={"tiles": 6}).save()
    with pytest.raises(FormatError, match="board_shape"):
        env.restore(wide)
    assert env.save() == good


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_a_position_makes_an_environment(chance):
    env = begun(portal_dash_v0.env, level=4, players=3, chance=chance)
    for _ in play_aec(env, np.random.default_rng(2), moves=30):
        pass
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        other = portal_dash_v0.load_position(env.dump_position())
    assert other.agents == env.agents
    assert other.dump_position() == env.dump_position()
    assert repr(other.last()) == repr(env.last())


def test_a_position_brings_its_edition_and_what_is_asked():
    """Also where it is no dict, and what the caller says goes first."""
    settings = {"level": 2, "players": 3, "edition": "fr", "chance": "explicit"}
    env = begun(portal_dash_v0.env, **settings, skip_forced=False)
    position = types.MappingProxyType(env.dump_position())
    other = portal_dash_v0.load_position(position)
    assert other.hashes == env.hashes
    assert other.dump_position() == env.dump_position()
    recipe = other.replay().recipe
    assert (recipe["edition"], recipe["chance"], recipe["skip_forced"]) == ("fr", "explicit", False)
    with pytest.raises(FormatError, match="choose chance='explicit'"):
        portal_dash_v0.load_position(position, chance="sampled")
