"""Kill -9 and Ctrl-C at random moments: nothing is lost but the step in flight."""

from __future__ import annotations

import hashlib
import json
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

from tablemates.agents.evaluation.rows import read_rows
from tablemates.agents.policy import CARD, WEIGHTS
from tests.judge.knocks.processes import Found, knock, run

LEARNERS = ("ppo", "maskable_ppo")
#: Updates of a training run, and decisions of one.
_UPDATES, _DECISIONS = 20, 64
#: Of a training run that ends in seconds.
SMALL = {
    "steps": _UPDATES * _DECISIONS,
    "checkpoint_every": _DECISIONS,
    "overwrite": "false",
    "device": "cpu",
    "environment.lanes": 4,
    "environment.max_turns": 20,
    "network.hidden": "[16]",
    "ppo.rollout": 16,
    "ppo.minibatch": 32,
    "ppo.epochs": 1,
}


def training(run_folder: Path, learner: str, **settings: object) -> list[object]:
    """Return the command of a small training run."""
    given = SMALL | {"run": run_folder, "learner": learner} | settings
    words = [f"{name}={value}" for name, value in given.items()]
    return ["train.py", "--config", "configs/train/quick.yaml", *words]


def steps_of(run_folder: Path) -> int:
    """Return how many decisions the newest checkpoint has, -1: there is none."""
    found = (run_folder / "checkpoints").glob("[0-9]*")
    return max((int(one.name) for one in found), default=-1)


def policy_of(run_folder: Path) -> tuple[str, object]:
    """Return what is left of a run: the weights' digest, and the card without the folder's name."""
    folder = run_folder / "policy"
    card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    card["config"].pop("run")
    return hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest(), card


def kill_training(folder: Path, learner: str, kills: int) -> Found:
    """Kill one training run after the other, resume each, and compare with one left in peace."""
    found = Found()
    whole = folder / "whole"
    undisturbed = run(training(whole, learner))
    if undisturbed.status:
        found.check(False, f"{learner}: a run left in peace fails: {undisturbed.last}")
        return found
    expected = policy_of(whole)
    moments = random.Random(f"training {learner}")
    left, chain = kills, 0
    while left > 0:
        chain += 1
        run_folder = folder / f"run-{chain}"
        left -= _killed_until_done(
            found,
            learner,
            run_folder,
            # Sometimes while it starts, mostly in an update or while a checkpoint is written.
            lambda: moments.uniform(0.0, 0.3 * undisturbed.seconds),
            left,
        )
        found.check(
            policy_of(run_folder) == expected,
            f"{learner}: the policy of a run that was killed differs from one left in peace",
        )
    found.notes.append(f"{learner}: {kills} kills in {chain} runs, policies equal byte by byte")
    return found


def _killed_until_done(
    found: Found, learner: str, run_folder: Path, moment: Callable[[], float], most: int
) -> int:
    """Kill a run up to so many times, then let it end; return how often it was killed."""
    killed, before = 0, -1
    while True:
        known = steps_of(run_folder)
        found.check(known >= before, f"{learner}: a checkpoint of {before} was lost in a kill")
        before = known
        begin = [] if known >= 0 else ["overwrite=true"]
        command = training(run_folder, learner) + ([*begin] or ["--resume"])
        if killed == most:
            ended = run(command)
        else:
            # Every other kill waits for a first sign of progress, so that runs come to their end.
            waits = killed % 4 != 3
            ready = (lambda k=known: steps_of(run_folder) > k) if waits else (lambda: True)
            ended = knock(command, moment(), signal.SIGKILL, ready=ready)
        if ended.status == -signal.SIGKILL:
            killed += 1
            continue
        found.check(
            ended.status == 0, f"{learner}: a run that was killed cannot go on: {ended.last}"
        )
        return max(killed, 1) if ended.status == 0 else most


def interrupt_training(folder: Path, learner: str) -> Found:
    """Press Ctrl-C in a training run, and let it go on."""
    found = Found()
    whole, run_folder = folder / "whole", folder / "run"
    if not whole.exists():
        run(training(whole, learner))
    ended = knock(
        training(run_folder, learner),
        0.01,
        signal.SIGINT,
        ready=lambda: steps_of(run_folder) > 0,
    )
    found.check(
        ended.status == 130 and "--resume goes on" in ended.said and "Traceback" not in ended.said,
        f"{learner}: Ctrl-C ends with status {ended.status}: {ended.last}",
    )
    ended = run([*training(run_folder, learner), "--resume"])
    same = ended.status == 0 and policy_of(run_folder) == policy_of(whole)
    found.check(same, f"{learner}: what goes on after Ctrl-C differs: {ended.last}")
    return found


# -- evaluation -------------------------------------------------------------------------


def evaluating(out: Path, games: int) -> list[object]:
    """Return the command of an evaluation that takes some seconds."""
    agent = "tests.agents.bots:Lazy"
    cells = ["--levels", "1", "2", "--games", games, "--workers", "2"]
    return ["evaluate.py", "--agents", agent, *cells, "--out", out]


def kill_evaluation(folder: Path, kills: int, games: int = 120) -> Found:
    """Kill an evaluation again and again, and compare its rows with one left in peace."""
    found = Found()
    undisturbed = run(evaluating(folder / "whole", games))
    if undisturbed.status:
        found.check(False, f"an evaluation left in peace fails: {undisturbed.last}")
        return found
    expected = rows_of(folder / "whole")
    moments = random.Random("evaluation")
    left, chain = kills, 0
    while left > 0:
        chain += 1
        out = folder / f"run-{chain}"
        killed, before = 0, 0
        while True:
            known = lines_of(out)
            found.check(known >= before, f"{before - known} games of an evaluation were lost")
            before = known
            command = evaluating(out, games)
            number = signal.SIGINT if killed % 5 == 4 else signal.SIGKILL
            if killed == left:
                ended = run(command)
            else:
                ready = (lambda k=known, o=out: lines_of(o) > k) if killed % 4 != 3 else bool_true
                moment = moments.uniform(0.0, 0.2 * undisturbed.seconds)
                ended = knock(command, moment, number, ready=ready)
            if ended.status == 130:
                good = "the same command goes on" in ended.said or not lines_of(out)
                found.check(good and "Traceback" not in ended.said, f"Ctrl-C: {ended.last}")
            if ended.status in (-signal.SIGKILL, -signal.SIGINT, 130):
                killed += 1
                time.sleep(0.6)  # the processes that play end by themselves
                continue
            break
        found.check(ended.status == 0, f"an evaluation cannot go on: {ended.last}")
        same = ended.status == 0 and rows_of(out) == expected
        found.check(same, "the rows of an evaluation that was killed differ")
        if ended.status:
            break
        left -= max(killed, 1)
    found.notes.append(f"evaluation: {kills} kills in {chain} runs, rows equal but for the time")
    return found


def bool_true() -> bool:
    """Return that one need not wait."""
    return True


def lines_of(out: Path) -> int:
    """Return how many games an evaluation's folder holds."""
    if (out / "rows.jsonl").exists():
        return _lines(out / "rows.jsonl")
    return sum(_lines(part) for part in (out / "journal").glob("*.jsonl"))


def _lines(file: Path) -> int:
    try:
        return file.read_bytes().count(b"\n")
    except FileNotFoundError:  # it has become another one
        return 0


def rows_of(out: Path) -> list[object]:
    """Return the rows of an evaluation without what differs each time."""
    return [row.untimed() for row in read_rows(out / "rows.jsonl")]
