"""The commands: quick help, and sentences instead of tracebacks."""

import subprocess
import sys
from pathlib import Path

import pytest

from tablemates.agents.evaluation import command as evaluate
from tablemates.agents.learn import command as train

ROOT = Path(__file__).resolve().parents[2]
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
        (evaluate.main, ["--agents", "randm"], "evaluate.py: no agent is called 'randm'; did you"),
        (evaluate.main, ["--scenario", "players=99"], "evaluate.py: --scenario: players=99"),
        (evaluate.main, ["--components", "nowhere"], "evaluate.py: "),
        (train.main, ["--config", "nowhere.yaml"], "train.py: nowhere.yaml: cannot be read"),
    ],
)
def test_a_wrong_command_line_gets_one_sentence(main, words, sentence, capsys):
    with pytest.raises(SystemExit, match="2"):
        sys.exit(main(words))
    shown = capsys.readouterr()
    assert shown.err.startswith(sentence)
    assert shown.err.count("\n") == 1
    assert shown.out == ""


def test_a_stopped_command_says_so(monkeypatch, capsys):
    def stop(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr(train, "start", stop)
    assert train.main([]) == 130
    assert capsys.readouterr().err == "train.py: stopped\n"
