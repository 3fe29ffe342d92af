"""Results of the parts as JSON files, so that a judgement can be stopped and go on."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from tests.judge.parts import Part
from tests.judge.verdict import Verdict

ROOT: Final = Path(__file__).resolve().parents[2]
#: All results as one file, which docs/reliability.md is made of.
TOGETHER: Final = "judge.json"
#: What a result is about.
_JUDGED: Final = ("envs", "agents", "table", "configs", "tests", "benchmarks", "docs/examples")


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one part.

    Attributes:
        verdict: None: it was not run.
        why_not: Why it was not run.
        seconds: How long it took.
        quick: Whether that was the small size.
        commit: The commit, with ``+`` where files differed from it.
        code: Digest of the code that was judged.
    """

    verdict: Verdict | None
    why_not: str = ""
    seconds: float = 0.0
    quick: bool = False
    commit: str = ""
    code: str = ""

    @property
    def complete(self) -> bool:
        """Return whether the part came to an end and tried something."""
        return self.verdict is not None and self.verdict.cases > 0

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Result:
        """Return what ``to_json`` described."""
        found = data["verdict"]
        lists = ("faults", "skipped", "notes")
        verdict = None
        if found is not None:
            verdict = Verdict(**found | {name: tuple(found[name]) for name in lists})
        return cls(**data | {"verdict": verdict})


class Kept:
    """The folder of the results.

    Args:
        folder: Made if it is not there.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def _file(self, name: str, quick: bool) -> Path:
        return self.folder / f"{name}{'.quick' if quick else ''}.json"

    def read(self, name: str, quick: bool) -> Result | None:
        """Return a part's result, None if there is none, or a damaged one."""
        try:
            data = json.loads(self._file(name, quick).read_text(encoding="utf-8"))
            return Result.from_json(data)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, name: str, result: Result) -> None:
        """Keep a part's result."""
        _replace(self._file(name, result.quick), result.to_json())

    def forget(self, name: str, quick: bool) -> None:
        """Remove a part's result, and in full what it has kept on its way there."""
        self._file(name, quick).unlink(missing_ok=True)
        if not quick:
            (self.folder / f"{name}.jsonl").unlink(missing_ok=True)

    def put_together(self, parts: Sequence[Part]) -> None:
        """Write all results into one file; of a part that ran in both sizes, the full one."""
        found = {}
        for part in parts:
            result = self.read(part.name, quick=False) or self.read(part.name, quick=True)
            found[part.name] = {
                "sentence": part.sentence,
                "result": (result or Result(None, "nobody has run it")).to_json(),
            }
        _replace(self.folder / TOGETHER, found)


def _replace(file: Path, data: Any) -> None:
    new = file.with_name(f".{file.name}.new")
    new.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    new.replace(file)


def code_digest(root: Path = ROOT) -> str:
    """Return a digest of all files that are judged, and of the tests."""
    found = hashlib.sha256()
    names = ("pyproject.toml", "constraints.txt", "docs/frameworks.md")  # whose samples are run
    files = [*root.glob("*.py"), *root.glob("*.pth"), *(root / name for name in names)]
    for name in _JUDGED:
        files += (file for file in (root / name).rglob("*") if "__pycache__" not in file.parts)
    for file in sorted(files):
        if file.is_file():
            found.update(f"{file.relative_to(root)}\n".encode())
            found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()[:16]


def commit(root: Path = ROOT) -> str:
    """Return the commit that is checked out, with ``+`` where a tracked file differs from it."""
    done = subprocess.run(
        ["git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+"],
        check=False,
        cwd=root,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip() or "unknown"
