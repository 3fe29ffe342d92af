"""Kill -9 and Ctrl-C: nothing is lost but the step in progress, and the result is the same."""

import random
import signal
import time

import pytest

from tests.robustness.commands import (
    evaluating,
    lines_of,
    policy_of,
    rows_of,
    run,
    steps_of,
    training,
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Return a function that gives the folder of a training run that nobody has killed."""
    runs = {}

    def folder_of(learner):
        if learner not in runs:
            pytest.importorskip("torch")
            runs[learner] = tmp_path_factory.mktemp("undisturbed") / "run"
            ended = run(training(runs[learner], learner))
            assert ended.status == 0, ended.stderr
        return runs[learner]

    return folder_of


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(
    "learner", ["ppo", pytest.param("maskable_ppo", marks=pytest.mark.exhaustive)]
)
def test_killed_training_learns_the_same(tmp_path, undisturbed, learner, kills):
    expected = policy_of(undisturbed(learner))
    moments = random.Random(f"training {learner}")
    folder, known = tmp_path / "run", -1
    for kill in range(kills + 1):
        words = ["--overwrite"] if known < 0 else ["--resume"]
        # Killed in an update or while a checkpoint is written, now and then while it starts.
        start, last, starting = known, kill == kills, kill % 4 == 3
        number = signal.SIGINT if kill % 4 == 1 else signal.SIGKILL

        def ready(start=start, starting=starting):
            return starting or steps_of(folder) > start

        command = training(folder, learner, *words)
        ended = run(command, None if last else ready, moments.uniform(0, 0.1), number)
        assert ended.status in ((0,) if last else (0, 130, -signal.SIGKILL)), ended.stderr
        assert "Traceback" not in ended.stderr
        assert kill != 1 or (ended.status == 130 and "--resume" in ended.stderr)
        assert steps_of(folder) >= known, "a checkpoint was lost"
        known = steps_of(folder)
    assert policy_of(folder) == expected


@pytest.mark.parametrize("kills", [1, pytest.param(20, marks=pytest.mark.exhaustive)])
def test_a_killed_evaluation_has_the_same_rows(tmp_path, kills):
    games = 16 if kills < 20 else 120
    assert run(evaluating(tmp_path / "whole", games)).status == 0
    moments = random.Random("evaluation")
    out, known = tmp_path / "killed", 0
    for kill in range(kills):
        start = known

        def ready(start=start, kill=kill):
            return kill % 4 == 3 or lines_of(out) > start

        # While it starts, Ctrl-C still belongs to Python.
        number = signal.SIGINT if kill % 5 == 1 and kill % 4 != 3 else signal.SIGKILL
        ended = run(evaluating(out, games), ready, moments.uniform(0, 0.1), number)
        assert ended.status in (0, 130, -signal.SIGINT, -signal.SIGKILL), ended.stderr
        assert "Traceback" not in ended.stderr
        assert lines_of(out) >= known, "games were lost"
        known = lines_of(out)
        time.sleep(0.6)  # the processes that play end by themselves
    ended = run(evaluating(out, games))
    assert ended.status == 0, ended.stderr
    assert rows_of(out) == rows_of(tmp_path / "whole")


@pytest.mark.parametrize(
    "command",
    [
        lambda folder: training(folder / "run", "ppo"),
        lambda folder: evaluating(folder / "run", 10, "random"),
        lambda folder: ["play.py", "--no-browser", "--port", "0", "--games", str(folder / "g")],
    ],
    ids=["training", "evaluation", "table"],
)
def test_a_folder_that_cannot_be_written(tmp_path, command):
    """Below a file nobody can write, not even root."""
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    ended = run(command(file))
    assert ended.status == 2
    assert "file" in ended.stderr
    assert "Traceback" not in ended.stderr
