"""Other frameworks: one round of learning in each that is installed."""

from __future__ import annotations

from tests.judge.suites import run_tests
from tests.judge.verdict import Verdict

#: A file for each framework; each skips itself by name where its packages are missing.
FILES = (
    "tests/judge/test_torchrl.py",
    "tests/judge/test_rllib.py",
    "tests/judge/test_rllib_training.py",
)


def judge(*, quick: bool) -> Verdict:
    """Run them.

    Args:
        quick: Without what takes long.
    """
    return run_tests(FILES, *(("-m", "not slow") if quick else ()))
