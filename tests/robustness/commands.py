"""The project's commands as processes that can be killed."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from tablemates.agents.cli.settings_models import option_of
from tablemates.agents.learn.settings import SHORT
from tablemates.agents.networks.policy import CARD, WEIGHTS
from tests.agents.evaluated import BOTS, GAME

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 900.0  # seconds after which a command hangs, however busy the machine is
#: Libraries with one thread: sums are then taken in one order.
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
LAZY = f"{BOTS}:Lazy"
RACE = "tests.core.dice_race:DiceRace"
DECISIONS = 64  # of an update of a training run
#: A training run of ten updates that ends in seconds.
SMALL = {
    "total_timesteps": 10 * DECISIONS,
    "checkpoint_every": DECISIONS,
    "device": "cpu",
    "environment.game": RACE,
    "environment.num_envs": 4,
    "environment.max_turns": 20,
    "network.hidden": 16,
    "ppo.num_steps": 16,
    "ppo.batch_size": 32,
    "ppo.n_epochs": 1,
}


@dataclass(frozen=True)
class Ended:
    """End of a command."""

    status: int  # negative: the signal that ended it
    stderr: str


def training(folder: Path, learner: str, *words: object) -> list[str]:
    """Return the command of a small training run."""
    given = SMALL | {"run": folder, "learner": learner}
    settings = [(option_of(name, SHORT), str(value)) for name, value in given.items()]
    return ["train.py", *chain(*settings), *map(str, words)]


def evaluating(out: Path, games: int, agent: str = LAZY) -> list[str]:
    """Return the command of an evaluation that takes some seconds."""
    cells = ["--game", GAME, "--scenario", "players=2,3", "--games", str(games), "--workers", "2"]
    return ["evaluate.py", "--agents", agent, *cells, "--out", str(out)]


def run(
    command: Sequence[str], ready: Callable[[], bool], after: float, number: signal.Signals
) -> Ended:
    """Run a command until it is killed some time after it is ready."""
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, **ONE_THREAD, "PYTHONUNBUFFERED": "1"},
    )
    try:
        while process.poll() is None and not ready():
            time.sleep(0.005)
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        _, stderr = process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return Ended(process.returncode, stderr)


def steps_of(folder: Path) -> int:
    """Return how many decisions the newest checkpoint of a run has, -1: there is none."""
    return max((int(one.name) for one in (folder / "checkpoints").glob("[0-9]*")), default=-1)


def policy_of(folder: Path) -> tuple[str, object]:
    """Return what a run has learned: the weights' digest, and the card without folder names."""
    card = json.loads((folder / "policy" / CARD).read_text(encoding="utf-8"))
    card["config"].pop("run")
    return hashlib.sha256((folder / "policy" / WEIGHTS).read_bytes()).hexdigest(), card


def lines_of(out: Path) -> int:
    """Return how many games an evaluation's folder holds."""
    files = [out / "rows.jsonl"]
    if not files[0].exists():
        files = list((out / "journal").glob("*.jsonl"))
    count = 0
    for file in files:
        try:
            count += file.read_bytes().count(b"\n")
        except FileNotFoundError:  # it has been replaced
            continue
    return count
