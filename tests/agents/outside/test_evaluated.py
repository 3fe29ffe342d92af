"""Programs in play: forfeits, and none is left behind."""

import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablemates.agents.evaluation.runner import play
from tests.agents.evaluated import GAME, plan_of
from tests.agents.outside.conftest import PROGRAM

ROOT = Path(__file__).resolve().parents[3]


def bad(how, *arguments):
    words = [sys.executable, "-S", "-E", str(PROGRAM), how, *map(str, arguments)]
    return f"cmd:{shlex.join(words)}"


def evaluate(*arguments):
    return [sys.executable, "evaluate.py", "--game", GAME, "--scenario", "players=2", *arguments]


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


@pytest.mark.slow
def test_programs_that_fail_forfeit_their_games_and_the_others_go_on(tmp_path):
    sign = tmp_path / "sign"
    bots = [bad("dies"), bad("fails_at_times", sign), "random"]
    rows = play(plan_of(players=[2], agents=bots, games=3, workers=2))
    last = {row.agents[0]: row for row in rows}
    assert last[bots[0]].cause == "crash"
    assert "KeyError: 'snapshots'" in last[bots[0]].forfeit
    assert last[bots[1]].forfeit is last["random"].forfeit is None
    assert left_over(sign) == []


@pytest.mark.slow
def test_a_run_that_is_stopped_leaves_no_program_that_hangs(tmp_path):
    sign = tmp_path / "pids"
    bot = bad("hangs_later", sign)
    run = subprocess.Popen(
        evaluate("--agents", bot, "--games", "100", "--workers", "2", "--out", str(tmp_path / "o")),
        cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    end = time.monotonic() + 600  # machines may be busy
    while not sign.exists() or len(sign.read_text().split()) < 2:  # one of them hangs
        assert run.poll() is None
        assert time.monotonic() < end
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    run.wait(60)
    end = time.monotonic() + 60
    while left_over(sign):
        assert time.monotonic() < end
        time.sleep(0.2)
