"""Other frameworks: one round of learning in each that can be installed."""

from __future__ import annotations

import importlib.util
import subprocess
import sysconfig
import tempfile
import tomllib
import venv
from pathlib import Path
from typing import Final

from tests.judge.suites import ROOT, run_tests
from tests.judge.verdict import Verdict

#: RLlib asks for one version of Gymnasium, and so is seldom installed beside the others.
RLLIB: Final = ("tests/judge/test_rllib.py", "tests/judge/test_rllib_training.py")
#: A file for each framework; each skips itself by name where its packages are missing.
FILES: Final = ("tests/judge/test_torchrl.py", *RLLIB)


def judge(*, quick: bool) -> Verdict:
    """Run them; RLlib, where it is not installed, in an environment of its own.

    Args:
        quick: Without what takes long, and without installing anything.
    """
    if quick:
        return run_tests(FILES, "-m", "not slow")
    if importlib.util.find_spec("ray") is not None:
        return run_tests(FILES)
    others = run_tests([file for file in FILES if file not in RLLIB])
    with tempfile.TemporaryDirectory(prefix="rllib-") as folder:
        python = with_rllib(Path(folder))
        if isinstance(python, str):
            rllib = Verdict(0, "tests", skipped=(python,))
        else:
            rllib = run_tests(RLLIB, python=python)
    return Verdict(
        others.cases + rllib.cases,
        others.of,
        others.faults + rllib.faults,
        others.skipped + rllib.skipped,
    )


def with_rllib(folder: Path) -> Path | str:
    """Lay an environment with RLlib over this one.

    Args:
        folder: Where to.

    Returns:
        Its interpreter, or why there is none.
    """
    venv.create(folder, with_pip=True, symlinks=True)
    python = folder / "bin" / "python"
    (below,) = folder.glob("lib/python*/site-packages")
    here = sysconfig.get_path("purelib")
    (below / "over.pth").write_text(f"import site; site.addsitedir({here!r})\n", encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extra = project["optional-dependencies"]["rllib"]
    asked = [one for one in extra if one.startswith("ray")]
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    done = subprocess.run(
        [*map(str, pip), "-c", str(ROOT / "constraints.txt"), *asked],
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        why = (done.stderr.strip() or "no reason given").splitlines()[-1][:300]
        return f"Ray RLlib is not installed and cannot be ({why}): pip install 'tablemates[rllib]'"
    return python
