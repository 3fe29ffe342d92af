"""Wrong input gets a sentence that says what is wrong, and changes nothing."""

import pytest

from tablemates.envs import portal_dash_v0
from tablemates.envs.core.errors import ComponentsError, SettingsError
from tablemates.envs.portal_dash.settings import Settings

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
        ({"level": 6}, r"unknown level 6: the levels are 1, 2, 3, 4, 5"),
        ({"level": {"tiles": 9}}, r"custom level, tiles: input should be .* 8, not 9"),
        ({"level": {"tiles": 8}}, r"board_shape"),
        ({"boss": "wither"}, r"unknown boss 'wither'"),
        ({"first_player": 2}, r"first_player=2 is no seat"),
        ({"board_shape": 8}, r"board_shape=8 is not \(rows, columns\)"),
        ({"shaping": {"progress": float("nan")}}, r"not finite"),
        ({"components": "/nowhere/parts.yaml"}, r"nowhere"),
    ],
)
@views
def test_impossible_settings(view, settings, says):
    with pytest.raises((SettingsError, ComponentsError), match=says):
        view(**settings)


@pytest.mark.parametrize("boss", ["wildfire", "ancient hoglin"])
@views
def test_a_boss_is_chosen_where_a_custom_level_leaves_it_open(view, boss):
    env = view(level={"tiles": 2, "bosses": [("either", "easy")]}, boss=boss)
    for seed in range(6):
        env.reset(seed=seed)
        assert env.dump_position()["bosses"][0]["boss"].lower() == boss
    again = Settings.of_recipe(env.replay().to_json()["recipe"])
    assert again.level_choices == ({"tiles": 2, "bosses": [(boss, "easy")]},)
