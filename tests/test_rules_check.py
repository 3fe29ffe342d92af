"""Verdicts on the tests of a rule that is switched off."""

import pytest

from docs.rule_index import Mark
from tests.rules_check import Finding, Verdict, Workshop, judge, unmarked

PASSED = '<testcase name="test_a"/>'
MISSED = '<testcase name="test_b"><failure message="AssertionError: assert 1 == 2"/></testcase>'
NOT_RAISED = '<testcase name="test_c"><failure message="Failed: DID NOT RAISE"/></testcase>'
CRASHED = '<testcase name="test_d"><failure message="IndexError: index 18&#10;..."/></testcase>'
BROKEN = '<testcase name="test_e"><error message="collection failure"/></testcase>'
SKIPPED = '<testcase name="test_f"><skipped message="AssertionError"/></testcase>'


@pytest.mark.parametrize(
    ("cases", "verdict", "detail"),
    [
        ([PASSED], Verdict.GREEN, ""),
        ([PASSED, SKIPPED], Verdict.GREEN, ""),
        ([PASSED, MISSED], Verdict.MISSED, "test_b"),
        ([NOT_RAISED], Verdict.MISSED, "test_c"),
        ([CRASHED, MISSED], Verdict.MISSED, "test_d, test_b"),
        ([CRASHED, PASSED], Verdict.CRASHED, "test_d: IndexError: index 18"),
        ([BROKEN], Verdict.CRASHED, "test_e: collection failure"),
    ],
)
def test_only_an_assertion_misses_a_rule(tmp_path, cases, verdict, detail):
    report = tmp_path / "report.xml"
    report.write_text(f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>")
    assert judge(report) == (verdict, detail)


def test_a_rule_that_is_off_is_on_again_afterwards(tmp_path, monkeypatch):
    shop = Workshop(tmp_path)
    mark = Mark("END-01", "envs/portal_dash/rules/ending.py", 1)
    path = tmp_path / mark.file
    source = path.read_text(encoding="utf-8")
    line = next(n for n, text in enumerate(source.splitlines(), 1) if "# END-01" in text)
    mark = Mark("END-01", mark.file, line)
    seen = []

    def run(rules, files):
        seen.append((rules, files, path.read_text(encoding="utf-8")))
        return Verdict.MISSED, "test"

    monkeypatch.setattr(shop, "run", run)
    times = path.stat().st_mtime_ns
    assert shop.check(mark, {"tests/rules/test_end.py"}) == Finding(mark, Verdict.MISSED, "test")
    ((rules, files, changed),) = seen
    assert (rules, files) == (["END-01"], {"tests/rules/test_end.py"})
    assert changed != source
    assert (path.read_text(encoding="utf-8"), path.stat().st_mtime_ns) == (source, times)


def test_rules_without_a_mark_are_named():
    assert unmarked(["END-01", "END-02"], [Mark("END-02", "a.py", 1)]) == ["END-01"]
