"""The planner: its reasons, weights, styles and win probabilities."""

from __future__ import annotations

import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.portal_dash.planner.agent import tuned_planner
from tablemates.agents.portal_dash.planner.search import UNSEEN
from tablemates.agents.portal_dash.planner.weights import (
    Weight,
    find_style,
    read_styles,
    read_weights,
    standard_weights,
    tuned_weights,
)
from tablemates.agents.registry import find_agent
from tablemates.envs.portal_dash.settings import Settings
from tests.portal_dash.deciding import PUBLIC_BYTES, played


@pytest.mark.slow
@pytest.mark.parametrize(("players", "number"), [(1, 27), (3, 53)])
def test_every_decision_has_a_choice_of_known_value(facts, players, number):
    """In these games everything expanded once led to known positions, and nothing was valued."""
    tuned = tuned_planner(facts)
    for game, key in played(Settings(level=5, players=players), number, tuned):
        assert tuned.values(game.record[:PUBLIC_BYTES], key).max() > UNSEEN


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
