"""The commands: quick help, and sentences instead of tracebacks."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as benchmarks
from docs.generators import __main__ as generators
from tablemates import warmup
from tablemates.agents.evaluation import command as evaluate
from tablemates.agents.learn import archive, curves, dataset
from tablemates.agents.learn import command as train
from tablemates.agents.value import calibration, variance
from tablemates.envs.registry import DEFAULT_GAME, GAMES
from tablemates.table import command as play

ROOT = Path(__file__).resolve().parents[2]
OTHER = next(key for key in GAMES if key != DEFAULT_GAME)
MISSPELT = OTHER[:-1]
HELP = """
import sys
from importlib import import_module
for package in ("agents.learn", "agents.evaluation", "table"):
    try:
        import_module(f"tablemates.{package}.command").main(["--help"])
    except SystemExit:
        pass
    heavy = {"torch", "stable_baselines3", "matplotlib", "jinja2"} & {*sys.modules}
    assert not heavy, (package, heavy)
"""


@pytest.mark.slow
def test_help_imports_nothing_heavy():
    done = subprocess.run(
        [sys.executable, "-c", HELP], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("usage: ") == 3


@pytest.mark.parametrize(
    ("main", "words", "sentence"),
    [
        (evaluate.main, "--agents randm", "no agent is called 'randm'; did you mean 'random'?"),
        (evaluate.main, "--scenario players=99", "--scenario: players=99"),
        (evaluate.main, "--scenario lvel=1", f"--scenario: {DEFAULT_GAME} has no parameter 'lvel'"),
        (evaluate.main, "--scenario level", "--scenario: 'level' is not NAME=VALUE"),
        (evaluate.main, "--components nowhere", "nowhere: there is no such folder or file"),
        (evaluate.main, "--games x", "--games: no tier is called 'x'"),
        (evaluate.main, "--workers x", "--workers: input should be a valid integer, not 'x'"),
        (train.main, "--config nowhere.yaml", "nowhere.yaml: cannot be read"),
        (train.main, "--config quick", "quick: there is no such file; did you mean configs/train"),
        (train.main, "--scenario lvel=1", f"--environment.scenario: {DEFAULT_GAME} has no "),
        (train.main, "--ppo.lr 1", "unknown option --ppo.lr; did you mean '--ppo."),
        (
            play.main,
            f"--game {MISSPELT}",
            f"no game is called {MISSPELT!r}; did you mean {OTHER!r}",
        ),
        (play.main, "--port x", "--port: "),
        (play.main, "--lvl 1", "unknown option --lvl; did you mean '--level'?"),
        (play.main, "--load x", "--load goes with --text"),
        (
            warmup.main,
            f"--games {MISSPELT}",
            f"no game is called {MISSPELT!r}; did you mean {OTHER!r}?",
        ),
        (warmup.main, "--agents valu", "no agent is called 'valu'; did you mean 'value'?"),
        (curves.main, "nowhere", "nowhere has no learning curves"),
        (generators.main, f"--results {OTHER} nowhere", "nowhere/results.csv: No such file"),
        (generators.main, "--results chess tests", "no leaderboard is called 'chess'"),
        (benchmarks.main, "--only ?", "no case has '?' in its name"),
    ],
)
def test_a_wrong_command_line_gets_one_sentence(main, words, sentence, capsys):
    with pytest.raises(SystemExit, match="2"):
        sys.exit(main(shlex.split(words)))
    shown = capsys.readouterr()
    command, said = shown.err.split(": ", 1)
    assert re.fullmatch(r"(train|evaluate|play)\.py|python -m [\w.]+", command)
    assert said.startswith(sentence)
    assert said.count("\n") == 1
    assert shown.out == ""


@pytest.mark.parametrize(
    ("main", "words", "meant"),
    [
        (train.main, ["--resume", "runs/x"], "--run runs/x --resume"),
        (train.main, ["runs/x", "--resume"], "--run runs/x"),
        (train.main, ["configs/train/quick.yaml"], "--config configs/train/quick.yaml"),
        (evaluate.main, ["--luck", "random", "value"], "--agents random value --luck"),
        (evaluate.main, ["cmd:python bot.py"], "--agents 'cmd:python bot.py'"),
        (play.main, [OTHER], f"--game {OTHER}"),
        (dataset.main, ["runs/data"], "--out runs/data"),
        (archive.main, ["runs/starts"], "--out runs/starts"),
        (calibration.main, ["value"], "--agent value"),
        (variance.main, ["value"], "--agent value"),
        (warmup.main, [OTHER], f"--games {OTHER}"),
        (benchmarks.main, ["env"], "--only env"),
    ],
)
def test_a_word_without_its_option_gets_a_hint(main, words, meant, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(words)
    said = capsys.readouterr().err
    assert "unexpected word" in said
    assert f"; did you mean {meant}?; --help lists all options\n" in said


@pytest.mark.parametrize(
    ("main", "name"), [(train.main, "train"), (evaluate.main, "evaluate"), (play.main, "play")]
)
def test_installed_commands_call_themselves_by_their_names(main, name, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", [f"/usr/bin/tablemates-{name}"])
    with pytest.raises(SystemExit, match="2"):
        main(["--no-such-option"])
    assert capsys.readouterr().err.startswith(f"tablemates-{name}: ")
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    shown = capsys.readouterr().out
    assert f"tablemates-{name}" in shown
    assert not re.search(r"\b(train|evaluate|play)\.py\b", shown)


def test_a_stopped_command_says_so(monkeypatch, capsys):
    def stop(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr(train, "start", stop)
    assert train.main([]) == 130
    assert capsys.readouterr().err == "train.py: stopped\n"
