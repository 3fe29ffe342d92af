"""The judge of other Pythons: what it looks for, and that it notices what is wrong."""

import sys
import zipfile
from pathlib import Path

import pytest

from tests.judge import pythons

ROOT = Path(__file__).resolve().parents[2]


def test_the_oldest_versions_are_those_of_pyproject():
    names = (*pythons._OLDEST, *pythons._LEARNING)
    found = pythons.oldest((ROOT / "pyproject.toml").read_text(), names)
    assert set(found) == set(names)
    assert "torch" not in found
    assert found["numpy"].startswith("2.")


def test_every_file_of_the_quick_selection_is_there():
    assert all((ROOT / name).is_file() for name in (*pythons.QUICK, *pythons._WITH_TORCH))


def test_interpreters_are_found_or_not():
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert pythons.interpreter(here) == Path(sys.executable)
    assert pythons.interpreter("3.99") is None


def test_a_missing_interpreter_is_named(tmp_path):
    said = pythons._python(tmp_path, tmp_path / "no.whl", "3.99")
    assert said == "Python 3.99: it is not installed here"


def test_wheels_that_differ_are_noticed(tmp_path):
    for name, text in (("one", "x"), ("two", "y")):
        with zipfile.ZipFile(tmp_path / name, "w") as wheel:
            wheel.writestr("a.py", text)
            wheel.writestr(f"{name}.py", "")
    said = list(pythons.differences(tmp_path / "one", tmp_path / "two"))
    assert [sentence.split()[0] for sentence in said] == ["a.py", "one.py", "two.py"]


@pytest.mark.slow
def test_failed_tests_are_named(tmp_path):
    file = tmp_path / "test_it.py"
    file.write_text("def test_one(): pass\ndef test_two(): assert 0\n")
    arguments = [str(file), "--rootdir", str(tmp_path), "-c", str(tmp_path / "none.ini")]
    (tmp_path / "none.ini").write_text("[pytest]\n")
    passed, faults = pythons._tested(Path(sys.executable), arguments, "here")
    assert passed == 1
    assert len(faults) == 1
    assert "test_two" in faults[0]


@pytest.mark.parametrize(
    "said",
    [
        "ERROR: ResolutionImpossible: a conflicts with b",
        "ERROR: Package 'portal-dash' requires a different Python: 3.13.1 not in '<3.13'",
        "ERROR: No matching distribution found for numba==0.1",
    ],
)
def test_libraries_that_cannot_be_installed_are_a_fault(said):
    cases, (fault,), notes = pythons._refused("Python 3.13", said)
    assert (cases, notes) == (1, [])
    assert fault == f"Python 3.13: the libraries cannot be installed: {said}"


def test_a_machine_without_a_network_is_none():
    said = pythons._refused("Python 3.13", "Retrying after connection broken by 'NewConn' | ERROR")
    assert said.startswith("Python 3.13: the libraries cannot be fetched here (")


@pytest.mark.slow
def test_wheel_and_source_archive_are_the_same(tmp_path):
    wheel, faults = pythons.built(tmp_path)
    assert faults == []
    assert wheel.name.endswith(".whl")
