"""Parts and settings: own ones, and what is wrong with them in a sentence."""

from pathlib import Path

import pytest

from tablemates.envs import builders_biomes
from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.parts import load_components
from tablemates.envs.builders_biomes.settings import Settings
from tablemates.envs.core.errors import ComponentsError, SettingsError
from tablemates.envs.core.files.documents import read_document

STANDARD = load_components()
FILE = Path(builders_biomes.__file__).with_name("parts.yaml")


def test_the_standard_parts_say_how_well_they_are_known():
    parts = STANDARD.parts
    assert (len(parts.buildings), len(parts.mobs)) == (44, 20)
    assert len({building.shows for building in parts.buildings}) == 44
    marks = read_document(FILE).values["marks"]
    assert marks["buildings"] == "assumed"
    assert set(marks) == set(type(parts).model_fields)


def test_own_parts_change_what_they_name(tmp_path):
    own = tmp_path / "mine.yaml"
    own.write_text("scoring: {forest: 9}\nweapons: {bow: {own: 0, neutral: 3, hearts: 2}}\n")
    game = BuildersBiomes(Settings(components=own))
    assert game.box_record.points[:2].tolist() == [9, 4]
    assert game.box_record.weapon_hearts[5] == 2
    assert game.hashes["ruleset"] != BuildersBiomes(Settings()).hashes["ruleset"]
    assert game.hashes["interface"] == BuildersBiomes(Settings()).hashes["interface"]
    game.new(1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("blocks: {wood: 17}", "blocks: there are 65 blocks, not 64"),
        ("weapons: {bow: {own: 0, neutral: 4, hearts: 1}}", "there are 17 neutral ones, not 16"),
        ("weapons: {bow: {own: 0, neutral: 3, hearts: 16}}", "less than or equal to 15, not 16"),
        ("scoring: {forst: 1}", "did you mean 'forest'?"),
        (
            "boards: [[fmd, dfm, tdf], [fmd, dfm, tdf], [fdf, mfd, dtm], [dmf, fdm, tfd]]",
            "the four boards have to differ",
        ),
        ("sizes: 3", "unknown key 'sizes'"),
    ],
)
def test_wrong_parts_are_refused_with_file_line_and_reason(tmp_path, text, message):
    own = tmp_path / "mine.yaml"
    own.write_text(text)
    with pytest.raises(ComponentsError, match=r"mine\.yaml") as error:
        load_components(own)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"level": "beginer"}, "did you mean 'beginner'?"),
        ({"level": {"boards": [0, 0]}}, "name a board twice"),
        ({"level": {"beginners": [4]}}, "beginners"),
        ({"level": {"begin": [1]}}, "unknown key 'begin'"),
        ({"level": 3}, "no level's name"),
        ({"level": []}, "must not be empty"),
        ({"reward": "points"}, "unknown reward 'points'"),
        ({"players": 1}, "2 to 4 players"),
        ({"components": 3}, "no folder or file of parts"),
        ({"shaping": {"standings": 1}}, "did you mean 'standing'?"),
    ],
)
def test_wrong_settings_are_refused(settings, message):
    with pytest.raises((SettingsError, ComponentsError)) as error:
        BuildersBiomes(Settings(**settings))
    assert message in str(error.value)


def test_scenarios_are_named_by_level_and_players():
    settings = Settings(level=["standard", {"name": "handicap", "beginners": [1]}], players=[2, 3])
    names = [scenario.name for scenario in settings.scenarios()]
    assert names == [
        *("level-standard-players-2", "level-handicap-players-2"),
        *("level-standard-players-3", "level-handicap-players-3"),
    ]
    again = Settings.of_recipe(settings.scenarios()[1].recipe)
    game = BuildersBiomes(again)
    game.new(1)
    assert game.public.beginner.tolist() == [0, 1, 0, 0]
