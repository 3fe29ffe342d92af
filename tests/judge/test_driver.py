"""``python -m tests.judge`` itself: what it keeps, what it leaves out, what it says."""

import json
import os
import sys
from pathlib import Path

import pytest

from docs.generators.reliability import page_of
from tests.judge.__main__ import main
from tests.judge.asking import ask, said_by
from tests.judge.kept import Kept, Result, code_digest
from tests.judge.parts import PARTS, Part
from tests.judge.verdict import Verdict

SOUND = "from tests.judge.verdict import Verdict\ndef judge(*, quick):\n    return {}\n"
MODULES = {
    "toy_sound": SOUND.format("Verdict(3 if quick else 7, 'games', notes=('all well',))"),
    "toy_faulty": SOUND.format("Verdict(2, 'games', ('game 1 is [lost]',), ('x: y',))"),
    "toy_crashing": SOUND.format("1 / 0"),
    "toy_lacking": "import no_such_package_anywhere\n",
    "toy_skipped": "import pytest\npytest.importorskip('no_such', reason='no such package')\n",
    "toy_broken": "import tablemates.envs.no_such_module\n",
    "toy_dead": SOUND.format("__import__('os').abort()"),
    "toy_hanging": SOUND.format("__import__('time').sleep(600)"),
    "toy_counting": "import pathlib, sys\n"
    "file = pathlib.Path(__file__).with_name('count')\n"
    "file.write_text(file.read_text() + 'x' if file.exists() else 'x')\n"
    + SOUND.format("Verdict(1, 'counts')"),
    # What it starts has a session of its own, as a terminal's commands have.
    "toy_serving": "import pathlib, subprocess\n"
    "file = pathlib.Path(__file__).with_name('served')\n"
    "def judge(*, quick):\n"
    "    server = subprocess.Popen(['sleep', '600'], start_new_session=True)\n"
    "    file.write_text(str(server.pid))\n"
    "    try:\n"
    "        server.wait()\n"
    "    finally:\n"
    "        server.kill()\n"
    "        server.wait()\n",
}


@pytest.fixture
def toys(tmp_path, monkeypatch):
    """Modules that can be parts."""
    for name, text in MODULES.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    yield tmp_path
    for name in MODULES:
        sys.modules.pop(name, None)


def part(name, quick_minutes=1.0):
    return Part(name, f"toy_{name}", f"a {name} part", 1.0, quick_minutes)


def test_every_part_has_a_name_a_module_and_a_budget():
    assert len({one.name for one in PARTS}) == len(PARTS) == 9
    assert all(one.module == f"tests.judge.{one.name}" for one in PARTS)
    assert sum(one.minutes for one in PARTS) <= 150
    assert sum(one.quick_minutes for one in PARTS) <= 10


@pytest.mark.slow
def test_results_are_kept_shown_and_put_together(toys, capsys):
    parts = [part("sound"), part("faulty"), Part("later", "tests.judge.no_such", "later", 1, 1)]
    out = toys / "out"
    assert main(["--out", str(out)], parts) == 1
    shown = capsys.readouterr().out
    assert "7 games" in shown
    assert "passed" in shown
    assert "1 fault" in shown
    assert "faulty: fault: game 1 is [lost]" in shown
    assert "faulty: left out: x: y" in shown
    assert "not written" in shown
    together = json.loads((out / "judge.json").read_text())
    assert list(together) == ["sound", "faulty", "later"]
    assert together["sound"]["result"]["verdict"]["notes"] == ["all well"]
    assert together["sound"]["result"]["code"] == code_digest()
    assert together["later"]["result"]["verdict"] is None


@pytest.mark.slow
def test_without_faults_the_status_is_0_and_quick_is_kept_beside_full(toys, capsys):
    parts = [part("sound"), part("faulty", quick_minutes=0)]
    out = ["--out", str(toys / "out")]
    assert main([*out, "--quick"], parts) == 0
    assert "3 games" in capsys.readouterr().out
    assert main([*out, "--only", "sound"], parts) == 0
    kept = Kept(toys / "out")
    assert kept.read("sound", quick=True).verdict.cases == 3
    assert kept.read("sound", quick=False).verdict.cases == 7
    together = json.loads((toys / "out" / "judge.json").read_text())
    assert together["sound"]["result"]["quick"] is False
    assert together["faulty"]["result"]["why_not"] == "nobody has run it"


@pytest.mark.slow
def test_it_goes_on_where_it_stopped(toys, monkeypatch, capsys):
    parts, out = [part("counting")], ["--out", str(toys / "out")]
    count = toys / "count"
    main(out, parts)
    main(out, parts)
    assert count.read_text() == "x"
    on_its_way = toys / "out" / "counting.jsonl"
    on_its_way.write_text("")
    main([*out, "--anew"], parts)
    assert count.read_text() == "xx"
    assert not on_its_way.exists()
    monkeypatch.setattr("tests.judge.__main__.code_digest", lambda: "other")
    main([*out, "--older"], parts)
    assert "of other code" in " ".join(capsys.readouterr().out.split())
    assert count.read_text() == "xx"
    main(out, parts)
    assert count.read_text() == "xxx"
    (toys / "out" / "counting.json").write_text("{")
    main(out, parts)
    assert count.read_text() == "xxxx"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("crashing", "ZeroDivisionError"),
        ("broken", "No module named 'tablemates.envs.no_such_module'"),
        ("dead", "was ended by SIGABRT"),
    ],
)
def test_a_part_that_crashes_is_a_fault(toys, name, sentence):
    verdict = ask(part(name), quick=True).verdict
    assert len(verdict.faults) == 1
    assert sentence in verdict.faults[0]


@pytest.mark.slow
def test_a_part_that_hangs_is_stopped(toys):
    verdict = ask(part("hanging"), quick=True, patience=0.02).verdict
    assert "did not end" in verdict.faults[0]


@pytest.mark.slow
def test_a_part_that_is_stopped_ends_what_it_has_begun(toys):
    verdict = ask(part("serving"), quick=True, patience=0.2).verdict
    assert "did not end" in verdict.faults[0]
    with pytest.raises(ProcessLookupError):
        os.kill(int((toys / "served").read_text()), 0)


def test_what_tried_nothing_is_run_again():
    assert Result(Verdict(1, "cases", ("a fault",))).complete
    assert not Result(Verdict(0, "cases", ("it did not end",))).complete
    assert not Result(None, "not installed").complete


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("lacking", "the package no_such_package_anywhere is not installed"),
        ("skipped", "no such package"),
    ],
)
def test_a_missing_package_leaves_a_part_out(toys, name, why):
    assert said_by(f"toy_{name}", quick=True) == {"missing": why}


def test_the_digest_is_of_the_code(tmp_path):
    (tmp_path / "envs").mkdir()
    file = tmp_path / "envs" / "a.py"
    file.write_text("a")
    before = code_digest(tmp_path)
    Path(tmp_path / "README.md").write_text("a")
    assert code_digest(tmp_path) == before
    file.write_text("b")
    assert code_digest(tmp_path) != before


def test_a_verdict_with_faults_has_not_passed():
    assert Verdict(1, "cases").passed
    assert not Verdict(1, "cases", faults=("one",)).passed


@pytest.mark.slow
def test_the_page_says_what_was_not_run_and_what_only_in_small(toys):
    parts = [part("sound"), part("faulty"), Part("later", "tests.judge.no_such", "later", 1, 1)]
    out = ["--out", str(toys / "out")]
    main([*out, "--only", "faulty"], parts)
    main([*out, "--only", "sound", "--quick"], parts)
    page = page_of(json.loads((toys / "out" / "judge.json").read_text()))
    state = "Of 3 parts, 1 were run in full, 1 in the quick size alone, 1 not at all; 1 fault found"
    assert state in page
    (sound,) = (line for line in page.splitlines() if line.startswith("| sound"))
    assert "3 games" in sound
    assert "passed, quick size alone" in sound
    (later,) = (line for line in page.splitlines() if line.startswith("| later"))
    assert "not run: nobody has run it" in later
    assert "Faults:\n\n- game 1 is [lost]\n" in page
    assert "Left out:\n\n- x: y\n" in page
