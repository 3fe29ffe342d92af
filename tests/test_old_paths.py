"""Import paths and commands of before the modules moved, which users have in their own files."""

import subprocess
import sys

import pytest

import tablemates
from tablemates.envs.core import agent

pytestmark = pytest.mark.slow
MOVED = {
    "agents.learn.archive": "agents.learn.make_archive",
    "agents.learn.dataset": "agents.learn.make_dataset",
    "agents.value.calibration": "agents.evaluation.studies.calibration",
    "agents.value.variance": "agents.evaluation.studies.variance",
}


@pytest.mark.parametrize("old", MOVED)
def test_a_command_that_moved_runs_and_says_where_it_is(old):
    command = [sys.executable, "-m", f"tablemates.{old}", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == f"tablemates.{old} is now tablemates.{MOVED[old]}\n"
    assert f"usage: python -m tablemates.{MOVED[old]}" in done.stdout


@pytest.mark.parametrize("name", ["Agent", "Situation"])
def test_agents_are_written_with_the_names_of_before(name):
    assert getattr(agent, name) is getattr(tablemates, name)
