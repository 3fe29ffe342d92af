"""Outside agents in play: the examples of the docs, forfeits, no program left behind."""

import json
import shlex
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from tablemates.agents.registry import find_agent
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.games import UNUSUAL, played, progress_of, situation
from tests.agents.outside.conftest import PROGRAM

ROOT = Path(__file__).resolve().parents[3]
FACTORY = "docs.examples.monte_carlo:MonteCarlo"
SCRIPT = f"cmd:{shlex.join([sys.executable, str(ROOT / 'docs' / 'examples' / 'line_bot.py')])}"


def bad(how, *arguments):
    words = [sys.executable, "-S", "-E", str(PROGRAM), how, *map(str, arguments)]
    return f"cmd:{shlex.join(words)}"


def evaluate(*arguments):
    return [sys.executable, "evaluate.py", "--scenario", "level=1", *arguments]


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
@pytest.mark.parametrize("name", [FACTORY, SCRIPT])
@pytest.mark.parametrize("settings", [one for one in UNUSUAL if one.chance == "sampled"])
def test_the_examples_play_legally_and_alike_each_time(facts, name, settings):
    agent, again = find_agent(name, facts), find_agent(name, facts)
    for game, key in islice(played(settings, 2, agent), 0, 40, 10):
        action = agent.act(situation(game, key))
        assert game.mask[action] == 1
        assert again.act(situation(game, key)) == action
    agent.close()
    again.close()


@pytest.mark.slow
def test_the_example_gets_further_than_chance(facts):
    example, chance = find_agent(FACTORY, facts), find_agent("random", facts)
    settings = Settings(level=1, players=2)
    ours = [progress_of(settings, seed, example) for seed in range(4)]
    theirs = [progress_of(settings, seed, chance) for seed in range(4)]
    assert np.mean(ours) > np.mean(theirs) + 0.1


@pytest.mark.slow
def test_programs_that_fail_forfeit_their_games_and_the_others_go_on(tmp_path):
    out, sign = tmp_path / "out", tmp_path / "sign"
    bots = [bad("dies"), bad("fails_at_times", sign), "random"]
    done = subprocess.run(
        evaluate("--agents", *bots, "--games", "3", "--workers", "2", "--out", str(out)),
        cwd=ROOT, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in (out / "rows.jsonl").read_text().splitlines()]
    causes = {row["agents"][0]: row for row in rows if "agents" in row}
    assert causes[bots[0]]["cause"] == "crash"
    assert "KeyError: 'snapshots'" in causes[bots[0]]["forfeit"]
    assert causes[bots[1]]["forfeit"] is causes["random"]["forfeit"] is None
    assert left_over(sign) == []


@pytest.mark.slow
def test_a_run_that_is_stopped_leaves_no_program_that_hangs(tmp_path):
    sign = tmp_path / "pids"
    bot = bad("hangs_later", sign)
    run = subprocess.Popen(
        evaluate("--agents", bot, "--games", "100", "--workers", "2", "--out", str(tmp_path / "o")),
        cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
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
