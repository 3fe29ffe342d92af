"""The README's samples run word for word, with warnings as errors."""

import os
import re
import subprocess
import sys

import pytest

from docs.generators.pages import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
SAMPLES = re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def run(code, folder):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.slow
def test_the_samples_run_in_the_order_in_which_they_are_read(tmp_path):
    pytest.importorskip("sb3_contrib")
    assert len(SAMPLES) == 3
    assert len(SAMPLES[1].splitlines()) <= 12
    printed = run("\n".join(SAMPLES), tmp_path)
    assert re.search(r"^seat [01]: ", printed)
    choices, end = re.search(r"prints (\d+) choices, .*`(\w+ \w+)`", README).groups()
    assert printed.count("\nseat ") + 1 == int(choices)
    assert re.search(rf"^ ?{end}$", printed, re.MULTILINE)
    assert (tmp_path / "my_model.zip").exists()
    # Without the training between them, the game and its agent do the same.
    assert run(SAMPLES[0] + SAMPLES[2], tmp_path) == printed


def test_the_commands_are_targets_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = re.findall(r"`make ([a-z-]+)", README)
    assert named
    assert all(re.search(rf"^{name}\b.*:", makefile, re.MULTILINE) for name in named)
