"""The planner's numbers: weights, styles, and the curves from values to chances."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from docs.habits import HABITS
from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.chances import (
    Feature,
    chances_of,
    curve_of,
    features_of,
    read_curves,
)
from tablemates.agents.portal_dash.planner.files import (
    find_style,
    read_styles,
    read_weights,
    standard_weights,
    tuned_weights,
)
from tablemates.agents.portal_dash.planner.weights import Weight
from tablemates.agents.portal_dash.tuning.chances import calibration_error, fit
from tablemates.agents.registry import find_agent
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.settings import Settings


def test_weights_differ_with_the_number_of_players_where_a_file_says_so(tmp_path):
    file = tmp_path / "weights.yaml"
    file.write_text("weights: {damage: 9}\nplayers: {2: {mob: 1.5}}\n")
    found, standard = read_weights(file, standard_weights()), standard_weights()
    assert (found[:, Weight.DAMAGE] == 9).all()
    assert found[1, Weight.MOB] == 1.5
    assert (found[[0, 2, 3], Weight.MOB] == standard[0, Weight.MOB]).all()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("weights: {damgae: 9}", "did you mean 'damage'"),
        ("weights: {damage: much}", "not a number"),
        ("players: {5: {damage: 9}}", "1 to 4 players"),
        ("weights: {width: 99}", "width is 1 to"),
    ],
)
def test_a_wrong_file_of_weights_is_refused_in_a_sentence(tmp_path, text, complaint):
    file = tmp_path / "weights.yaml"
    file.write_text(text)
    with pytest.raises(ValueError, match=complaint):
        read_weights(file, standard_weights())


def test_there_are_eight_styles_or_more_each_another_and_with_a_sentence():
    styles = read_styles()
    assert len(styles) >= 8
    everything = [standard_weights(), tuned_weights(), *(one.weights for one in styles.values())]
    assert len({weights.tobytes() for weights in everything}) == len(everything)
    for style in styles.values():
        assert style.sentence.endswith(".")
        assert len(style.sentence) > 20


def test_users_name_styles():
    facts = GameFacts.of(Settings())
    assert find_agent("planner:careful", facts).name == "planner:careful"
    assert find_agent("planner-tuned", facts).name == "planner-tuned"
    with pytest.raises(AgentError, match="did you mean 'careful'"):
        find_style("carefull")


def test_every_set_of_weights_has_a_curve_on_which_more_points_are_better_chances():
    curves = read_curves()
    assert set(curves) == {"planner", "planner-tuned", *(f"planner:{one}" for one in read_styles())}
    assert (curve_of("of my own") == curves["planner"]).all()
    for curve in curves.values():
        assert curve[Feature.VALUE] > 0
        assert curve[Feature.VALUE] + curve[Feature.VALUE_PORTAL] > 0


def test_equal_values_are_equal_chances():
    game = Game(Settings(level=4, players=3))
    game.new(5)
    features = features_of(game.public, np.array([10.0, 10.0, 200.0]))
    chances = chances_of(curve_of("planner"), features)
    assert chances[0] == chances[1] < chances[2]
    assert features[0, Feature.TILES] == 1
    assert features[0, Feature.PLAYERS_3] == 1
    assert features[0, Feature.CUBE] == 1


def test_a_curve_is_fitted_to_what_happened():
    random = np.random.default_rng(0)
    features = np.column_stack([random.normal(size=20_000), np.ones(20_000)])
    chances = chances_of(np.array([1.5, -0.5]), features)
    won = random.random(20_000) < chances
    assert fit(features, won) == pytest.approx([1.5, -0.5], abs=0.1)
    assert calibration_error(chances, won) < 0.02
    assert calibration_error(np.sqrt(chances), won) > 0.05


def test_tasks_are_done_in_the_turn_of_the_last_of_them():
    counts = {
        "task_turn": np.array([[5, 9, 7], [5, 0, 0], [0, 0, 0]]),
        "turn": np.array([20, 20, 8]),
    }
    assert HABITS["tasks done in turn"](counts).tolist() == [9, 20, 8]


@pytest.mark.parametrize(
    ("style", "habit", "most"),
    [
        ("careful", "hearts lost", False),
        ("miner", "tasks done in turn", False),
        ("fighter", "mob fights won", True),
        ("runner", "boss met in turn", False),
        ("collector", "tiles kept", True),
        ("treasurer", "black blocks used", True),
        ("thrifty", "blocks mined", False),
        ("knight", "hearts lost", True),
    ],
)
def test_the_table_of_habits_shows_what_a_style_is_called_for(style, habit, most):
    file = Path(__file__).parents[2] / "docs" / "results" / "habits.csv"
    with file.open(encoding="utf-8", newline="") as stream:
        habits = {row["agent"]: float(row[habit]) for row in csv.DictReader(stream)}
    assert len(habits) == len(read_styles()) + 1
    assert (max if most else min)(habits, key=habits.__getitem__) == f"planner:{style}"
