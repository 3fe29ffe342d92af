"""Files from strangers: data only, and a malicious one is refused with a sentence.

Every file is read in a process that cannot have much memory, under the eyes of an audit
hook: whatever it writes elsewhere, starts, unpickles or connects to is a fault.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tqdm import tqdm

from tests.judge.kept import ROOT
from tests.judge.verdict import Verdict

#: Bytes that may be changed at random in a save, and how often in each size.
_NOISE = {True: 20, False: 300}
#: Seconds in which the process has to say something.
_PATIENCE = 900


def judge(*, quick: bool) -> Verdict:
    """Try every malicious file; the full size has more random damage."""
    with tempfile.TemporaryDirectory(prefix="strangers-") as folder:
        return tried(["--folder", folder, "--noise", str(_NOISE[quick])])


def tried(options: Sequence[str]) -> Verdict:
    """Run the reading process until it has been through all files.

    Args:
        options: For ``tests.judge.strangers.reading``.
    """
    cases, faults, skipped = 0, [], []
    done = 0
    with tqdm(desc="strangers", unit=" files", file=sys.stderr) as bar:
        while True:
            last, ended = None, False
            for line in _lines([*options, "--skip", str(done)]):
                if "begin" in line:
                    last = line["begin"]
                    continue
                ended = "end" in line
                skipped += line.get("skipped", [])
                if "done" in line:
                    last = None
                    done += 1
                    cases += 1
                    bar.update()
                    faults += [f"{line['done']}: {fault}" for fault in line["faults"]]
            if ended:
                break
            if last is None:
                faults.append("the process that reads the files cannot begin, or died between two")
                break
            faults.append(f"{last}: the process that read it died")
            done += 1
            cases += 1
    return Verdict(cases, "files", tuple(faults), tuple(skipped))


def _lines(options: Sequence[str]) -> list[dict[str, object]]:
    command = [sys.executable, "-m", "tests.judge.strangers.reading", *options]
    with tempfile.TemporaryFile("w+") as out:
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(command, check=False, cwd=ROOT, stdout=out, timeout=_PATIENCE)
        out.seek(0)
        return [json.loads(line) for line in out if line.startswith("{")]


def folder_of(name: str, root: Path) -> Path:
    """Return a new folder for a file."""
    folder = root / name.replace("/", "_").replace(" ", "-")
    folder.mkdir(parents=True)
    return folder
