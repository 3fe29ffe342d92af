"""The planner: its reasons, weights, styles and win probabilities."""

from __future__ import annotations

import numpy as np
import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.portal_dash.planner.agent import candidates, reason_for, tuned_planner
from tablemates.agents.portal_dash.planner.chances import (
    Feature,
    chances_of,
    curve_of,
    features_of,
    read_curves,
)
from tablemates.agents.portal_dash.planner.search import UNSEEN
from tablemates.agents.portal_dash.planner.weights import (
    Term,
    Weight,
    find_style,
    read_styles,
    read_weights,
    standard_weights,
    tuned_weights,
)
from tablemates.agents.registry import find_agent
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.games import PUBLIC_BYTES, played
from tests.portal_dash.test_modes import run


@pytest.mark.slow
@pytest.mark.parametrize(("players", "number"), [(1, 27), (3, 53)])
def test_every_decision_has_a_choice_of_known_value(facts, players, number):
    """In these games everything expanded once led to known positions, and nothing was valued."""
    tuned = tuned_planner(facts)
    for game, key in played(Settings(level=5, players=players), number, tuned):
        assert tuned.values(game.record[:PUBLIC_BYTES], key).max() > UNSEEN


@pytest.mark.slow
def test_choices_below_a_decision_are_those_of_their_own_position():
    """Where mobs may end is kept between decisions; it must not be that of another position."""
    compared, ends = run("tests.portal_dash.agents.searched_positions", 6, NUMBA_DISABLE_JIT="1")
    assert int(compared) > 100
    assert int(ends) > 10


def test_candidates_are_the_best_choices_each_position_once():
    values = np.array([5.0, 9.0, 9.0, 8.0, -60.0, 7.0])
    terms = np.stack([values, values], axis=1)
    assert candidates(values, terms, 3, 50.0).tolist() == [1, 3, 5]
    assert candidates(values, terms, 9, 50.0).tolist() == [1, 3, 5, 0]


def test_a_reason_names_the_term_that_makes_the_difference_and_the_chance():
    difference = np.zeros(len(Term))
    difference[Term.HEARTS], difference[Term.TASKS] = 9.0, -2.0
    assert "more hearts" in reason_for(difference, best=True, chance=0.5)
    assert "less for the piglin tasks" in reason_for(difference, best=False, chance=0.5)
    assert reason_for(difference, best=True, chance=0.42).startswith("42 % to win")
    assert "as good" in reason_for(np.zeros(len(Term)), best=False, chance=0.5)


# -- weights and styles ---------------------------------------------------------------
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
    file.write_text("weights: {block_placed: 1}\n")
    with pytest.raises(ValueError, match="missing weights: access"):
        read_weights(file)


def test_styles_differ_and_users_name_them(facts):
    styles = read_styles()
    assert len(styles) >= 8
    everything = [standard_weights(), tuned_weights(), *(one.weights for one in styles.values())]
    assert len({weights.tobytes() for weights in everything}) == len(everything)
    assert all(style.sentence.endswith(".") for style in styles.values())
    assert find_agent("planner:careful", facts).name == "planner:careful"
    with pytest.raises(AgentError, match="did you mean 'careful'"):
        find_style("carefull")


# -- win probabilities ------------------------------------------------------------------
def test_more_points_are_better_chances_on_every_curve():
    curves = read_curves()
    assert set(curves) == {"planner", "planner-tuned", *(f"planner:{one}" for one in read_styles())}
    assert (curve_of("of my own") == curves["planner"]).all()
    for curve in curves.values():
        assert curve[Feature.VALUE] > 0
        assert curve[Feature.VALUE] + curve[Feature.VALUE_PORTAL] > 0


def test_equal_values_are_equal_chances():
    game = PortalDash(Settings(level=4, players=3))
    game.new(5)
    features = features_of(game.public, np.array([10.0, 10.0, 200.0]))
    chances = chances_of(curve_of("planner"), features)
    assert chances[0] == chances[1] < chances[2]
    assert features[0, Feature.TILES] == 1
    assert features[0, Feature.PLAYERS_3] == 1
    assert features[0, Feature.CUBE] == 1
