"""The test kits of the frameworks that users come from: PettingZoo, Gymnasium, SB3, SuperSuit."""

from __future__ import annotations

from tests.judge.suites import run_tests
from tests.judge.verdict import Verdict

#: The kits' own tests, and views in wrappers, learners and worker processes.
FILES = (
    "tests/test_kits.py",
    "tests/judge/test_kits.py",
    "tests/judge/test_kits_learners.py",
    "tests/judge/test_kits_wrappers.py",
    "tests/judge/test_kits_workers.py",
)
#: Lanes beside Gymnasium's own vectors, and one seat with partners in the kits.
MORE = ("tests/test_vector.py", "tests/test_focal.py", "tests/agents/test_lanes.py")


def judge(*, quick: bool) -> Verdict:
    """Run them.

    Args:
        quick: Without what takes long.
    """
    return run_tests(FILES, "-m", "not slow") if quick else run_tests(FILES + MORE)
