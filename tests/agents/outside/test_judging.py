"""Agents from outside in an evaluation: the examples of the docs, forfeits, nothing left behind."""

import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablemates.agents.configs import read_config
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.rows import CRASH, STALL
from tablemates.agents.evaluation.runner import play
from tablemates.agents.outside import guard as guards
from tablemates.agents.outside import limits
from tablemates.agents.outside import program as programs
from tablemates.envs.core.replay import unpack_actions
from tests.agents.outside.conftest import PROGRAM

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "docs" / "examples"
FACTORY = "docs.examples.monte_carlo:MonteCarlo"
SCRIPT = f"cmd:{shlex.join([sys.executable, str(EXAMPLES / 'line_bot.py')])}"


def bad(how, *arguments):
    words = [sys.executable, "-S", "-E", str(PROGRAM), how, *map(str, arguments)]
    return f"cmd:{shlex.join(words)}"


def rows_of(*agents, **options):
    given = {"agents": agents, "levels": [1], "games": 3, "workers": 1, "max_turns": 2, **options}
    return play(read_config(Plan, Path("configs/eval/base.yaml"), options=given))


def left_over(sign):
    """Return the processes whose command names a file."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(sign).encode() in file.read_bytes():
                found.append(file.parent.name)
        except OSError:
            continue  # it has ended in the meantime
    return found


@pytest.mark.parametrize("agent", [FACTORY, SCRIPT])
def test_the_examples_play_legally_and_alike_each_time(agent):
    rows = rows_of(agent, games=2)
    assert [row.forfeit for row in rows] == [None] * 2
    assert len({row.final for row in rows}) == 2
    again = rows_of(agent, games=2, lanes=1)
    assert [row.final for row in again] == [row.final for row in rows]


@pytest.mark.parametrize("name", ["monte_carlo.py", "line_bot.py"])
def test_the_examples_are_short(name):
    assert len((EXAMPLES / name).read_text().splitlines()) <= 35


def test_programs_that_fail_forfeit_their_games_and_the_others_go_on():
    dies, illegal = bad("dies"), bad("illegal_action")
    rows = rows_of(dies, illegal, "random")
    assert [row.cause for row in rows[:6]] == [CRASH] * 3 + ["illegal_action"] * 3
    assert all("KeyError: 'snapshots'" in row.forfeit for row in rows[:3])
    assert all(row.forfeit for row in rows[3:6])
    assert not any(row.won for row in rows[:6])
    assert not any(row.forfeit for row in rows[6:])
    assert all(unpack_actions(row.actions)[-1] == 0 for row in rows[3:6])


@pytest.mark.slow
def test_whoever_is_late_forfeits_its_games(monkeypatch):
    monkeypatch.setattr(guards, "START_SECONDS", 0.1)
    monkeypatch.setattr(programs, "START_SECONDS", 0.1)
    monkeypatch.setattr(limits, "_AGAIN", 0.1)
    late = "tests.agents.outside.test_judging:Late"
    rows = rows_of(late, bad("hangs"), games=2, answer_seconds=0.1)
    assert [row.cause for row in rows] == [STALL] * 4
    assert rows[1].forfeit == f"{late!r} did not answer within 0.1 seconds"


class Late:
    """Made by a factory, as a class of tests.agents.bots would be."""

    def __new__(cls, facts):
        from tests.agents.bots import First

        class Sleeper(First):
            def act(self, situation):
                time.sleep(60)

        return Sleeper(facts)


@pytest.mark.slow
def test_programs_in_several_processes_end_with_the_run(tmp_path):
    sign = tmp_path / "sign"
    rows = rows_of(bad("fails_at_times", sign), games=8, workers=2)
    assert len(rows) == 8
    assert left_over(sign) == []


@pytest.mark.slow
def test_a_run_that_is_stopped_leaves_no_program_that_hangs(tmp_path):
    sign = tmp_path / "pids"
    arguments = [
        *("--agents", bad("hangs_later", sign), "--levels", "1", "--games", "100"),
        *("--workers", "2", "--out", str(tmp_path / "out")),
    ]
    run = subprocess.Popen(
        [sys.executable, "evaluate.py", *arguments], cwd=ROOT,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    end = time.monotonic() + 120
    while len(left_over(f"program.py\0hangs_later\0{sign}")) < 3:
        assert run.poll() is None
        assert time.monotonic() < end
        time.sleep(0.2)
    time.sleep(1)
    run.send_signal(signal.SIGINT)
    run.wait(60)
    end = time.monotonic() + 60
    while left_over(sign):
        assert time.monotonic() < end
        time.sleep(0.2)
