"""The journal of a run, and the curves that are drawn of it."""

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.learn import curves  # noqa: E402
from tablemates.agents.learn.curves import Curve, curves_of, draw, main, read_recipes  # noqa: E402
from tablemates.agents.learn.honesty import Honesty  # noqa: E402
from tablemates.agents.learn.journal import NAME, Journal, read_journal  # noqa: E402
from tablemates.agents.learn.tally import Tally  # noqa: E402
from tablemates.agents.learn.training import train  # noqa: E402
from tests.agents.test_training import small  # noqa: E402

PNG = b"\x89PNG"


@pytest.fixture
def drawing(monkeypatch):
    """Draw for once."""
    monkeypatch.setattr(curves, "draw", draw)


def settings(folder, **more):
    words = {"run": str(folder), "seed": 0, "learner": "ppo", **more}
    (folder / "config.yaml").write_text(json.dumps(words))


def noted(folder, values, **more):
    folder.mkdir()
    settings(folder, **more)
    journal = Journal(folder, 0)
    for n, value in enumerate(values, 1):
        level = {"level 1/win rate": value, "level 1/progress": value, "level 1/games": n}
        journal.note(100 * n, level | {"learner/policy": -value, "learner/critic": 0.0})
    return folder


def test_what_was_noted_after_the_checkpoint_is_taken_out(tmp_path):
    journal = Journal(tmp_path, 0)
    for steps in (10, 20, 30):
        journal.note(steps, {"a": steps / 3, "b": float("nan")})
    with (tmp_path / NAME).open("a") as file:
        file.write('{"steps": 40, "a')  # killed in the middle of a line
    assert [line["steps"] for line in read_journal(tmp_path)] == [10, 20, 30]
    again = Journal(tmp_path, 20)
    again.note(25, {"a": 1.0})
    lines = read_journal(tmp_path)
    assert [line["steps"] for line in lines] == [10, 20, 25]
    assert all("b" not in line for line in lines)
    seconds = [line["seconds"] for line in lines]
    assert seconds == sorted(seconds)


def test_curves_are_means_weighted_by_games(tmp_path):
    lines = read_journal(noted(tmp_path / "a", [1.0, 0.0, 0.0]))
    found = curves_of(lines)
    assert sorted(found) == ["learner/policy", "level 1/progress", "level 1/win rate"]
    curve = found["level 1/win rate"]
    assert curve.weights.tolist() == [1, 2, 3]
    # 1 game won, 2 lost: a third.
    assert curve.smooth(np.array([0.0, 200.0, 300.0])) == pytest.approx([1 / 3, 0.0])
    gap = Curve(np.array([5.0]), np.array([2.0]), np.ones(1)).smooth(np.array([0.0, 2.0, 6.0]))
    assert np.isnan(gap[0])
    assert gap[1] == 2.0


def test_every_number_of_players_counts_alike():
    """However often each is played, and where none of its games has ended this time."""

    def games(players, count, won, level=1):
        one = {"level": level, "players": players, "progress": won / 2, "turns": 4}
        return [one | {"outcome": "won" if won else "lost"}] * count

    tally = Tally()
    numbers = tally.note([*games(2, 9, won=True), *games(4, 1, won=False), *games(1, 3, False, 5)])
    assert numbers["level 1/win rate"] == 0.5
    assert numbers["level 1/progress"] == 0.25
    assert numbers["level 1/games"] == 10
    assert numbers["level 5/turns"] == 4
    assert tally.note(games(2, 4, won=True)) == pytest.approx(
        {"level 1/win rate": 0.5, "level 1/progress": 0.25, "level 1/turns": 4, "level 1/games": 4}
    )
    assert tally.note([]) == {}
    assert tally.words() == (
        "level 1: won 50.0%, progress 0.250; level 5: won 0.0%, progress 0.000"
    )


def test_runs_that_differ_by_their_seeds_are_one_recipe(tmp_path):
    one, two = (noted(tmp_path / f"ppo-{n}", [n, n], seed=n) for n in range(2))
    other = noted(tmp_path / "mlp-0", [0.5], seed=0, network="mlp")
    recipes = read_recipes([one, other, two])
    assert [(recipe.name, len(recipe.runs)) for recipe in recipes] == [("ppo", 2), ("mlp-0", 1)]


@pytest.mark.usefixtures("drawing")
def test_a_command_draws_several_runs(tmp_path, capsys, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        "matplotlib.axes.Axes.plot", lambda _axes, x, y, **how: drawn.append((x, y, how)) or []
    )
    runs = [str(noted(tmp_path / f"ppo-{n}", [n, n], seed=n)) for n in range(3)]
    assert main([*runs, "--out", str(tmp_path / "all.png")]) == 0
    assert (tmp_path / "all.png").read_bytes().startswith(PNG)
    assert capsys.readouterr().out.splitlines()[0] == "ppo: 3 runs"
    # Every seed thin, their mean thick, in percent.
    won = [(y.tolist(), how["linewidth"]) for _, y, how in drawn[:4]]
    assert won == [([0, 0], 0.7), ([100, 100], 0.7), ([200, 200], 0.7), ([100, 100], 1.8)]


def test_a_folder_without_a_journal_gets_a_sentence(tmp_path, capsys):
    assert main([str(tmp_path)]) == 2
    assert "has no journal to draw curves of" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.usefixtures("drawing")
def test_a_run_draws_its_own_curves_and_begins_them_anew(tmp_path):
    run = tmp_path / "run"
    chances = {"network.value": "win", "environment.shaping": "null", "ppo.discount": "1.0"}
    train(small(run, learner="ppo", **chances))
    assert (run / "curves.png").read_bytes().startswith(PNG)
    lines = read_journal(run)
    assert [line["steps"] for line in lines] == [128, 256]
    assert "learner/entropy" in lines[-1]
    train(small(run, learner="ppo", overwrite="true", **chances))
    assert [line["steps"] for line in read_journal(run)] == [128, 256]


def test_stated_chances_are_judged_when_games_end():
    honesty = Honesty(3)
    for stated in ([0.9, 0.2, 0.5], [0.7, 0.2, 0.5]):
        honesty.note(np.array(stated, np.float32))
    ending = {"level": 2}
    honesty.end({0: ending | {"outcome": "won"}, 2: ending | {"outcome": "running"}})
    # 0.9 and 0.7 were stated and won.
    assert honesty.errors() == pytest.approx({"calibration 2": 0.2})
    honesty.end({1: ending | {"outcome": "lost"}})
    assert honesty.errors() == pytest.approx({"calibration 2": (0.1 + 0.3 + 0.4) / 4})
    # What was stated in a game counts once.
    honesty.note(np.array([1.0, 1.0, 1.0], np.float32))
    honesty.end({0: ending | {"outcome": "won"}})
    assert honesty.errors() == pytest.approx({"calibration 2": (0.1 + 0.3 + 0.4) / 5})
