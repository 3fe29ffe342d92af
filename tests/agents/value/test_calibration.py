"""The command that compares stated chances of winning with results."""

import re

from tablemates.agents.evaluation.studies.calibration import main
from tests.agents.value.test_files import written

GAME = ["--game", "tests.core.dice_race:DiceRace", "--scenario", "players=2,3"]


def test_it_prints_a_score_for_each_scenario_and_draws_curves(tmp_path, weights, capsys):
    folder, out = written(tmp_path / "policy", weights), tmp_path / "curves.svg"
    words = ["--agent", str(folder), "--games", "20", "--out", str(out)]
    assert main([*GAME, *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    for players in (2, 3):
        (line,) = (one for one in lines if one.startswith(f"players-{players}, 20, "))
        brier, low, high, base = map(float, re.findall(r"\d\.\d+", line))
        assert low <= brier <= high
        assert brier > base  # the network knows nothing yet
    assert out.read_bytes().startswith(b"<?xml")


def test_an_agent_that_states_no_chances_is_refused(tmp_path, capsys):
    assert main([*GAME, "--agent", "random", "--out", str(tmp_path / "x.svg")]) == 2
    assert "'random' is no value network" in capsys.readouterr().err
