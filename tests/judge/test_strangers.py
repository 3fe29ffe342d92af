"""The judge of strangers' files notices what a careless reader does; and some of its files."""

import pickle
import signal
import time
from pathlib import Path

import pytest

from tablemates.envs.core.errors import FormatError
from tests.judge.strangers import reading, tried
from tests.judge.strangers.case import Case, pickled, written
from tests.judge.strangers.documents import cases as documents


@pytest.fixture(scope="module")
def watch():
    return reading.Watch()


def faults(case, folder, watch, monkeypatch):
    monkeypatch.chdir(folder)
    before = signal.getsignal(signal.SIGALRM)
    try:
        return reading.faults_of(case, folder, watch)
    finally:
        signal.signal(signal.SIGALRM, before)


def refuse(_file):
    raise FormatError("it is none")


def unpickle(file):
    pickle.loads(file.read_bytes())


def write_elsewhere(file):
    (file.parent.parent / "elsewhere").write_text("x")
    refuse(file)


def write_beside(file):
    (file.parent / "beside").write_text("x")
    (file.parent / "beside").unlink()
    refuse(file)


def fail(_file):
    raise KeyError("x")


def say_too_much(_file):
    raise FormatError("one\ntwo")


@pytest.mark.parametrize(
    ("read", "found"),
    [
        (lambda _file: None, ["was accepted"]),
        (unpickle, ["ran what was in it", "pickle.find_class", "os.system"]),
        (write_elsewhere, ["wrote into"]),
        (fail, ["raises KeyError"]),
        (say_too_much, ["is no sentence"]),
        (refuse, []),
        (write_beside, []),
    ],
)
def test_what_a_careless_reader_does_is_noticed(tmp_path, watch, monkeypatch, read, found):
    folder = tmp_path / "here"
    folder.mkdir()
    said = faults(Case("a/b", written("it", pickled()), read), folder, watch, monkeypatch)
    for words in found:
        assert any(words in sentence for sentence in said), said
    assert bool(said) == bool(found)


@pytest.mark.slow
def test_a_reader_that_hangs_is_noticed(tmp_path, watch, monkeypatch):
    monkeypatch.setattr(reading, "_WAIT", 1)
    case = Case("a/b", written("it", "x"), lambda _file: time.sleep(60))
    assert "does not come to an end" in faults(case, tmp_path, watch, monkeypatch)


@pytest.mark.slow
def test_a_document_that_would_never_end_is_refused(tmp_path, watch, monkeypatch):
    wanted = {"a device", "a pipe", "a billion laughs", "nested lists", "a Python object"}
    chosen = [one for one in documents() if one.name.partition("/")[2] in wanted]
    assert len(chosen) > 2 * len(wanted)
    for number, case in enumerate(chosen):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert faults(case, folder, watch, monkeypatch) == [], case.name


def test_a_process_that_dies_is_a_fault_and_the_others_go_on(tmp_path, monkeypatch):
    lines = [
        [{"begin": "a"}, {"done": "a", "faults": []}, {"begin": "b"}],
        [{"begin": "c"}, {"done": "c", "faults": ["was accepted"]}, {"end": True}],
    ]
    asked = []

    def said(options):
        asked.append(options[-1])
        return lines.pop(0)

    monkeypatch.setattr("tests.judge.strangers._lines", said)
    verdict = tried(["--folder", str(tmp_path)])
    assert asked == ["0", "2"]
    assert verdict.cases == 3
    assert verdict.faults == ("b: the process that read it died", "c: was accepted")


@pytest.mark.exhaustive  # and in every judgement
def test_files_from_strangers_are_refused(tmp_path):
    verdict = tried(["--folder", str(tmp_path), "--noise", "3"])
    assert verdict.faults == ()
    assert verdict.cases > 300
    assert not Path("executed").exists()
