"""Damaged checkpoints, mistyped settings, missing packages, two runs in one folder."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tablemates.agents.configs import configs_folder, read_config
from tablemates.agents.errors import FolderError, PolicyError
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.learn.config import TrainConfig
from tablemates.agents.learn.dataset.config import DataConfig
from tablemates.agents.policy import read_policy
from tablemates.envs.core.documents import DocumentError, DocumentModel, read_document
from tests.judge.kept import ROOT
from tests.judge.knocks.killing import evaluating, steps_of, training
from tests.judge.knocks.processes import PATIENCE, Found, run, start, words_of

#: Blocks a package and runs a command in one process.
_WITHOUT = """
import json, sys
missing, module, words = json.loads(sys.argv[1])
for name in missing:
    sys.modules[name] = None
import importlib
status = importlib.import_module(module).main(words)
sys.exit(status)
"""


def damaged_files(folder: Path, times: int) -> Found:
    """Cut and change checkpoints and policies at random places."""
    found = Found()
    run_folder = folder / "damaged"
    if run(training(run_folder, "ppo", steps=128)).status:
        found.check(False, "a small training run fails")
        return found
    from tablemates.agents.learn.run_folder import RunFolder

    moments = random.Random("damage")
    newest = RunFolder(run_folder).newest()
    assert newest is not None
    for name, read, error in (
        ("learner.pt", lambda: RunFolder(run_folder).read_state(), FolderError),
        ("policy/policy.safetensors", lambda: read_policy(newest / "policy"), PolicyError),
    ):
        file = newest / name
        good = file.read_bytes()
        for way in ("cut", "changed", "zeros", "longer"):
            for _ in range(times):
                file.write_bytes(_damaged(good, way, moments))
                found.check(_refused(read, error), f"{name}, {way}: it is read as if it were sound")
        file.write_bytes(good)
    (newest / "learner.pt").write_bytes((newest / "learner.pt").read_bytes()[:1000])
    command = [*training(run_folder, "ppo", steps=256), "--resume"]
    ended = run(command)
    found.check(
        ended.refused("learner.pt", "is cut or damaged", "delete"),
        f"a cut checkpoint ends with status {ended.status}: {ended.last}",
    )
    shutil.rmtree(newest)
    ended = run(command)
    found.check(ended.status == 0, f"the checkpoint before it does not go on: {ended.last}")
    return found


def _damaged(good: bytes, way: str, moments: random.Random) -> bytes:
    place = moments.randrange(len(good))
    if way == "cut":
        return good[:place]
    if way == "longer":
        return good + moments.randbytes(moments.randrange(1, 100))
    if way == "zeros":
        length = moments.randrange(1, 5000)
        changed = good[:place] + bytes(length) + good[place + length :]
        return changed if changed != good else changed[:-1]
    return good[:place] + bytes([good[place] ^ (1 << moments.randrange(8))]) + good[place + 1 :]


def _refused(read: Any, error: type[Exception]) -> bool:
    try:
        read()
    except error as said:
        return "\n" not in str(said)
    return False


# -- settings ---------------------------------------------------------------------------


def mistyped_settings(every: int = 1) -> Found:
    """Mistype each key of the settings' files, and give each a value that it cannot have."""
    found = Found()
    for model, name in (
        (TrainConfig, "train/base.yaml"),
        (Plan, "eval/base.yaml"),
        (DataConfig, "data/base.yaml"),
    ):
        file = configs_folder() / name
        values = read_document(file).values
        for key in list(_keys(values))[::every]:
            typo = f"{key[:-1]}{key[-1]}{key[-1]}" if len(key) < 3 else key[:-2] + key[-1]
            said = _said(model, file, f"{typo}=1")
            last = typo.rpartition(".")[2]
            good = said is not None and repr(last) in said and "did you mean" in said
            found.check(good or key in typo, f"{name}: {typo}=1 is said to be: {said}")
            said = _said(model, file, f"{key}={{no: [such, value]}}")
            good = said is not None and key in said and "\n" not in said
            found.check(good or _takes_all(key), f"{name}: a wrong {key} is said to be: {said}")
    return found


#: Mappings whose keys are names of one's own.
_OWN_NAMES = frozenset({"tiers", "play", "shaping"})


def _takes_all(key: str) -> bool:
    """Return whether whatever stands there is kept for somebody else to judge."""
    return key.endswith(("shaping", "level", "play"))


def _keys(values: Mapping[Any, Any], before: str = "") -> Iterator[str]:
    for key, value in values.items():
        if key in _OWN_NAMES:
            continue
        if isinstance(value, dict) and value:
            yield from _keys(value, f"{before}{key}.")
        else:
            yield f"{before}{key}"


def _said(model: type[DocumentModel], file: Path, word: str) -> str | None:
    try:
        read_config(model, file, [word])
    except DocumentError as error:
        return str(error)
    return None


# -- packages ---------------------------------------------------------------------------


def missing_packages(folder: Path) -> Found:
    """Take packages away one by one: the sentence names the command that installs them."""
    found = Found()
    train = ["--config", "configs/train/quick.yaml", f"run={folder / 'run'}", "steps=64"]
    export = ["tablemates.agents.learn.dataset.export", ["no-such-folder", "a/b-v0"]]
    tune = ["--config", "configs/tune/planner.yaml", f"run={folder / 'tune'}"]
    for missing, module, words, extra in (
        (["torch"], "train", train, "train"),
        (["stable_baselines3"], "train", train, "train"),
        (["sb3_contrib"], "train", train, "train"),
        (["tensorboard"], "train", train, "train"),
        (["cma"], "tablemates.agents.portal_dash.tuning.__main__", tune, "tune"),
        (["minari"], *export, "minari"),
    ):
        if module == export[0]:
            from tests.agents.dataset.test_making import make, small

            data = folder / "data"
            make(small(data, decisions=1, games=1))
            words = [str(data), "a/b-v0"]
        done = subprocess.run(
            words_of(["-c", _WITHOUT, json.dumps([missing, module, words])]),
            check=False,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        good = done.returncode == 2 and f"pip install 'tablemates[{extra}]'" in done.stderr
        found.check(
            good and missing[0] in done.stderr and "Traceback" not in done.stderr,
            f"without {missing[0]}, {module} ends with {done.returncode}: {done.stderr[-300:]}",
        )
    found.check(not (folder / "run").exists(), "without a package, a run folder was begun")
    return found


# -- two at once ------------------------------------------------------------------------


def two_in_one_folder(folder: Path) -> Found:
    """Begin a second run in a folder that a first one writes into."""
    found = Found()
    for name, command, ready in (
        ("training", training(folder / "run", "ppo", steps=64 * 4000), folder / "run/checkpoints"),
        ("an evaluation", evaluating(folder / "rows", 4000), folder / "rows/journal"),
    ):
        first = start(command)
        try:
            while first.poll() is None and not ready.exists():
                time.sleep(0.05)
            second = run([*command, *(["overwrite=true"] if name == "training" else ["--anew"])])
            found.check(
                second.refused("is in use by another process"),
                f"{name}: a second one ends with {second.status}: {second.last}",
            )
            found.check(first.poll() is None, f"{name}: a second one ended the first")
        finally:
            first.kill()
            first.communicate()
    found.check(steps_of(folder / "run") >= 0, "the first run lost its checkpoints")
    return found
