"""Kill -9 and Ctrl-C: nothing is lost but the step in progress, and the result is the same."""

import random
import shutil
import signal
import time
from functools import cache

import pytest

from tablemates.agents.evaluation import evaluate
from tablemates.agents.evaluation.result_rows import read_rows
from tablemates.agents.evaluation.runner import play
from tablemates.agents.learn import train
from tablemates.agents.outside.secret import SECRET
from tablemates.table import play as table
from tests.agents.evaluated import plan_of, untimed
from tests.robustness.commands import LAZY, evaluating, lines_of, policy_of, run, steps_of, training

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Return a function that gives what a training run learns that nobody kills."""

    @cache
    def learned(learner):
        folder = tmp_path_factory.mktemp("undisturbed") / "run"
        assert train.main(training(folder, learner)[1:]) == 0
        return policy_of(folder)

    torch = pytest.importorskip("torch")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # as the processes that are killed: sums are taken in one order
    yield learned
    torch.set_num_threads(threads)


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(
    "learner", ["ppo", pytest.param("maskable_ppo", marks=pytest.mark.exhaustive)]
)
def test_killed_training_learns_the_same(tmp_path, undisturbed, learner, kills):
    expected = undisturbed(learner)
    moments = random.Random(f"training {learner}")
    folder, known = tmp_path / "run", -1
    for kill in range(kills):
        words = ["--overwrite"] if known < 0 else ["--resume"]
        # Killed in an update or while a checkpoint is written, now and then while it starts.
        start, starting = known, kill % 4 == 3
        number = signal.SIGINT if kill % 4 == 1 else signal.SIGKILL

        def ready(start=start, starting=starting):
            return starting or steps_of(folder) > start

        ended = run(training(folder, learner, *words), ready, moments.uniform(0, 0.1), number)
        assert ended.status in (0, 130, -signal.SIGKILL), ended.stderr
        assert "Traceback" not in ended.stderr
        assert kill != 1 or (ended.status == 130 and "--resume" in ended.stderr)
        assert steps_of(folder) >= known, "a checkpoint was lost"
        known = steps_of(folder)
    assert train.main(training(folder, learner, "--resume")[1:]) == 0
    assert policy_of(folder) == expected


@pytest.mark.parametrize("kills", [1, pytest.param(20, marks=pytest.mark.exhaustive)])
def test_a_killed_evaluation_has_the_same_rows(tmp_path, kills):
    games = 16 if kills < 20 else 120
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
    assert evaluate.main(evaluating(out, games)[1:]) == 0
    (tmp_path / "whole").mkdir()
    shutil.copy(out / SECRET, tmp_path / "whole")  # so that it is the same run
    whole = play(plan_of(agents=[LAZY], games=games, out=tmp_path / "whole"))
    assert untimed(read_rows(out / "rows.jsonl")) == untimed(whole)


@pytest.mark.parametrize(
    ("main", "command"),
    [
        (train.main, lambda folder: training(folder / "run", "ppo")),
        (evaluate.main, lambda folder: evaluating(folder / "run", 10, "random")),
        (table.main, lambda folder: ["", "--no-browser", "--port=0", f"--folder={folder}/g"]),
    ],
    ids=["training", "evaluation", "table"],
)
def test_a_folder_that_cannot_be_written(tmp_path, capsys, main, command):
    """Below a file nobody can write, not even root."""
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    assert main(command(file)[1:]) == 2
    said = capsys.readouterr().err
    assert "file" in said
    assert "Traceback" not in said
