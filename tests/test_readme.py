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
def test_the_first_sample_and_the_agent_in_it_play_the_same_game_each_time(tmp_path):
    game = SAMPLES[0]
    printed = run(game, tmp_path)
    assert re.search(r"^seat [01]: ", printed)
    assert re.search(r"(won|lost) [a-z_]+\n$", printed)
    again = run(
        f"{game}\nobservation, info = env.reset(seed=1)\n{SAMPLES[2]}\nprint(action)", tmp_path
    )
    assert again.removeprefix(printed).strip().isdecimal()


@pytest.mark.slow
def test_the_sample_of_maskable_ppo_trains(tmp_path):
    pytest.importorskip("sb3_contrib")
    assert len(SAMPLES[1].splitlines()) <= 12
    run(SAMPLES[1], tmp_path)
    assert (tmp_path / "my_model.zip").exists()


def test_the_commands_are_targets_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = re.findall(r"`make ([a-z-]+)", README)
    assert named
    assert all(re.search(rf"^{name}\b.*:", makefile, re.MULTILINE) for name in named)
