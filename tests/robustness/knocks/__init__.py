"""Hard knocks: what happens to running commands, and to what lies on the disk."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tqdm import tqdm

from tests.judge.knocks import damage, disk, killing, memory, serving
from tests.judge.knocks.processes import Found
from tests.judge.verdict import Verdict


def judge(*, quick: bool) -> Verdict:
    """Try everything; the quick size kills little and plays few decisions."""
    with tempfile.TemporaryDirectory(prefix="knocks-") as folder:
        return tried(Path(folder), quick)


def tried(root: Path, quick: bool) -> Verdict:
    """Try everything below a folder."""
    whole = Found()
    steps = knocks(quick)
    with tqdm(steps.items(), desc="knocks", unit=" knocks", file=sys.stderr) as bar:
        for name, knock in bar:
            bar.set_postfix_str(name)
            folder = root / name
            folder.mkdir()
            found = knock(folder)
            whole.cases += found.cases
            whole.faults += [f"{name}: {fault}" for fault in found.faults]
            whole.skipped += found.skipped
            whole.notes += found.notes
    return Verdict(
        whole.cases, "checks", tuple(whole.faults), tuple(whole.skipped), tuple(whole.notes)
    )


def knocks(quick: bool) -> dict[str, Callable[[Path], Found]]:
    """Return what is tried, by name."""
    kills = 2 if quick else 20
    named: dict[str, Callable[[Path], Found]] = {
        "settings": lambda _folder: damage.mistyped_settings(),
        "memory": lambda _folder: memory.drift(300_000 if quick else 5_000_000),
        "served game": lambda folder: serving.kill_server(folder, kills),
        "evaluation": lambda folder: killing.kill_evaluation(folder, kills, 30 if quick else 120),
        "ppo": lambda folder: killing.kill_training(folder, "ppo", kills),
    }
    if quick:
        return named
    return named | {
        "maskable_ppo": lambda folder: killing.kill_training(folder, "maskable_ppo", kills),
        "Ctrl-C": lambda folder: killing.interrupt_training(folder, "ppo"),
        "damage": lambda folder: damage.damaged_files(folder, 25),
        "packages": damage.missing_packages,
        "two at once": damage.two_in_one_folder,
        "disk": disk.full_and_unwritable,
    }
