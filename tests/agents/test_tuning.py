"""Tuning: learns, goes on where it was stopped, and its results are files that agents read."""

from __future__ import annotations

import json

import numpy as np
import pytest

pytest.importorskip("cma", reason="needs the extra tune")

from tablemates.agents.configs import configs_folder, read_config
from tablemates.agents.errors import AgentError, FolderError
from tablemates.agents.portal_dash.planner.files import read_weights, standard_weights
from tablemates.agents.portal_dash.planner.weights import Weight
from tablemates.agents.portal_dash.tuning.compare import in_words
from tablemates.agents.portal_dash.tuning.config import TuneConfig
from tablemates.agents.portal_dash.tuning.journal import weights_text
from tablemates.agents.portal_dash.tuning.strategy import Strategy
from tablemates.agents.portal_dash.tuning.tuning import tune

CONFIG = configs_folder() / "tune" / "planner.yaml"


def settings(folder, *words):
    return read_config(TuneConfig, CONFIG, [f"run={folder}", "players=[1, 4]", *words])


def fears_damage(candidates, players, number):
    """Judge weights without a game: the fear of damage should be 20, and a little noise."""
    noise = np.random.default_rng(number).normal(size=len(candidates))
    off = [abs(np.log(one[Weight.DAMAGE] / 20.0)) for one in candidates]
    return [float(-a + 1e-3 * b) for a, b in zip(off, noise, strict=True)], 0.5


class PlugPulledError(Exception):
    """Somebody pulls the plug."""


def stops_after(generations):
    calls = iter(range(generations))

    def play(*asked):
        if next(calls, None) is None:
            raise PlugPulledError
        return fears_damage(*asked)

    return play


@pytest.mark.slow
def test_it_finds_what_scores_and_leaves_fixed_weights_alone(tmp_path):
    config = settings(tmp_path, "generations=25", "fixed=[width, death]")
    tune(config, resume=False, play=fears_damage)
    found, standard = read_weights(tmp_path / "tuned.yaml", standard_weights()), standard_weights()
    assert found[0, Weight.DAMAGE] == pytest.approx(20.0, rel=0.3)
    assert found[3, Weight.DAMAGE] == pytest.approx(20.0, rel=0.3)
    assert (
        found[:, [Weight.WIDTH, Weight.DEATH]] == standard[:, [Weight.WIDTH, Weight.DEATH]]
    ).all()
    card = json.loads((tmp_path / "tuned.card.json").read_text())
    assert card["generations"] == 50
    assert card["tuning_seeds"] == [config.first, config.first + 25 * config.games - 1]


def test_a_run_that_was_stopped_ends_like_one_that_was_not(tmp_path):
    one, other = (settings(tmp_path / name, "generations=4") for name in ("one", "other"))
    tune(one, resume=False, play=fears_damage)
    with pytest.raises(PlugPulledError):
        tune(other, resume=False, play=stops_after(3))
    with (other.run / "journal.jsonl").open("a") as file:
        file.write('{"number": 1, "pla')  # the plug was pulled while it wrote
    tune(other, resume=True, play=fears_damage)
    for name in ("tuned.yaml", "journal.jsonl"):
        assert (one.run / name).read_text() == (other.run / name).read_text()


def test_a_run_is_not_begun_twice_nor_gone_on_with_otherwise(tmp_path):
    tune(settings(tmp_path, "generations=1"), resume=False, play=fears_damage)
    with pytest.raises(FolderError, match="--resume"):
        tune(settings(tmp_path), resume=False, play=fears_damage)
    with pytest.raises(FolderError, match=r"other settings \(games\)"):
        tune(settings(tmp_path, "games=3"), resume=True, play=fears_damage)
    with pytest.raises(FolderError, match="no run"):
        tune(settings(tmp_path / "nothing"), resume=True, play=fears_damage)


def test_a_fixed_weight_must_exist():
    with pytest.raises(AgentError, match="did you mean 'damage'"):
        Strategy(standard_weights()[0], 8, 0.2, 2.0, ["damag"], [0])


def test_runs_side_by_side_do_not_disturb_each_other():
    def asked(disturb):
        one = Strategy(standard_weights()[0], 8, 0.2, 2.0, [], [1])
        other = Strategy(standard_weights()[0], 8, 0.2, 2.0, [], [2])
        one.ask()
        if disturb:
            other.ask()
        return np.stack(one.ask())

    assert (asked(disturb=True) == asked(disturb=False)).all()


def test_a_number_of_players_that_was_not_tuned_gets_the_next_ones_weights(tmp_path):
    two, four = standard_weights()[1], standard_weights()[3]
    two[Weight.DAMAGE], four[Weight.DAMAGE] = 1.25, 3.5
    file = tmp_path / "weights.yaml"
    file.write_text(weights_text({2: two, 4: four}))
    found = read_weights(file, standard_weights())
    assert found[:, Weight.DAMAGE].tolist() == [1.25, 1.25, 3.5, 3.5]
    found[:, Weight.DAMAGE] = standard_weights()[:, Weight.DAMAGE]
    assert (found == standard_weights()).all()


def test_a_comparison_says_how_many_lost_games_are_removed():
    gains = [np.array([1.0, 1.0, 0.0, -1.0]), np.array([0.0, 1.0, 1.0, 1.0])]
    words = in_words(gains, lost=0.5)
    assert "difference +50.00" in words
    assert "100.0 % of the lost games" in words
    assert "second won 5, only the first 1, p = 0.22" in words
    assert "none was lost" in in_words([np.zeros(3)], lost=0.0)
