"""Wrong input gets a sentence that says what is wrong, and changes nothing."""

import pytest

from tablemates.envs import portal_dash_v0
from tablemates.envs.core.errors import ComponentsError, FormatError, SettingsError
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
        ({"players": [1, 5]}, r"players=5"),
        ({"level": 6}, r"unknown level 6: the levels are 1, 2, 3, 4, 5"),
        ({"level": "1"}, r"level='1' is neither the number of a level nor a file"),
        ({"level": {"tiles": 9}}, r"custom level, tiles: input should be .* 8, not 9"),
        ({"level": {"mobs": {"hogling": 1}}}, r"hogling.*hoglin"),
        ({"level": {"tiles": 8}}, r"board_shape"),
        ({"edition": "de"}, r"unknown edition 'de'"),
        ({"boss": "wither"}, r"unknown boss 'wither'"),
        ({"level": 1, "boss": "ancient hoglin"}, r"the boss of level 1"),
        ({"first_player": 2}, r"first_player=2 is no seat"),
        ({"board_shape": (8, 10)}, r"board_shape"),
        ({"board_shape": 8}, r"board_shape=8 is not \(rows, columns\)"),
        ({"shaping": {"luck": 1.0}}, r"unknown term 'luck' of shaping"),
        ({"shaping": {"progress": float("nan")}}, r"not finite"),
        ({"shaping_discount": 1.5}, r"shaping_discount=1\.5"),
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
