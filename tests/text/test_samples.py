"""The samples of the page about language models, each beside its framework."""

import re
import shlex
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from docs.generators.pages import DOCS
from tests.text.stand_in import serving

ROOT = Path(__file__).resolve().parents[2]
TEXT = (DOCS / "language.md").read_text(encoding="utf-8")
SAMPLE = r"^##+ ([^\n]+)\n(?:(?!^##).)*?^```(python|bash)\n(.*?)^```$"
SAMPLES = [one.groups() for one in re.finditer(SAMPLE, TEXT, re.DOTALL | re.MULTILINE)]
#: Frameworks that the samples below a heading need.
NEEDS = {
    "A game as text": None,
    "A chat endpoint in `evaluate.py`": None,
    "An assistant at the table": "mcp",
    "TextArena": "textarena",
    "GEM": "gem",
    "OpenEnv": "openenv",
    "Verifiers": "verifiers",
    "Kaggle and OpenSpiel": "kaggle",
    "Data sets": "data",
}


def samples(kind):
    """Return the samples in a language as parameters of a test."""
    return [
        pytest.param(
            code, id=title, marks=[pytest.mark.framework(NEEDS[title])] if NEEDS[title] else []
        )
        for title, language, code in SAMPLES
        if language == kind
    ]


@pytest.mark.slow
@pytest.mark.parametrize("code", samples("python"))
def test_a_sample_runs(code, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(code, "sample", "exec"), {})
    assert capsys.readouterr().out
    assert len(code.splitlines()) <= 20


@pytest.mark.slow
@pytest.mark.parametrize("code", samples("bash"))
def test_a_command_runs(code, tmp_path):
    """With a service of these tests for the reader's, fewer games, and a folder of its own."""
    with serving() as server:
        others = {
            "my-model": "good",
            "http://127.0.0.1:8000/v1": server.url,
            "--games 20": "--games 1 --max-turns 3 --scenario level=1 players=2",
            "--decisions 5000": "--decisions 3",
            "runs/": f"{tmp_path}/",
        }
        for reader, ours in others.items():
            code = code.replace(reader, ours)
        lines = [line for line in code.splitlines() if line.startswith("python ")]
        assert lines
        for line in lines:
            words = [sys.executable, *shlex.split(line, comments=True)[1:]]
            done = subprocess.run(
                words,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
        asked = len(server.bodies)
    assert ("chat:" in code) == (asked > 0)


def test_every_heading_has_its_sample():
    assert [title for title, *_ in SAMPLES] == [*NEEDS]
