"""Two revisions side by side: figures are given, revisions are those of a small repository."""

import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks import compare as command
from benchmarks.compare import Change, Worker, compare, main, table
from benchmarks.revisions import RevisionError, check_clean, checked_out, resolve

ROOT = Path(__file__).resolve().parents[1]


def git(folder, *arguments):
    who = ("-c", "user.name=somebody", "-c", "user.email=some@body")
    done = subprocess.run(
        ["git", "-C", folder, *who, *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "--quiet")
    for text in ("first", "second"):
        (folder / "file").write_text(text)
        git(folder, "add", "file")
        git(folder, "commit", "--quiet", "-m", text)
    return folder


# ---------------------------------------------------------------- what is slower
@pytest.mark.parametrize(
    ("old", "new", "slower"),
    [
        ([10, 10, 10], [8, 8, 8], False),
        ([10, 10, 10], [7.9, 7.9, 7.9], True),
        ([10, 10, 10], [1, 8, 9], False),  # one bad round
        ([10, 5, 4], [9, 4, 3.6], False),  # a machine that becomes slower, for both
        ([10, 10, 4], [7, 7, 10], True),
        ([], [1, 1, 1], False),  # a new case
        ([1, 1, 1], [], True),  # one that fails now
        ([], [], False),
    ],
)
def test_a_case_is_slower_when_most_rounds_are_under_the_floor(old, new, slower):
    assert Change("case", old, new).slower is slower


def test_the_table_says_what_became_of_each_case():
    changes = [
        Change("faster", [100, 100, 110], [200, 250, 220]),
        Change("slower", [100, 100, 100], [50, 60, 70]),
        Change("new", [], [3]),
        Change("gone", [3], []),
    ]
    head, *lines = (line.split() for line in table(changes, "abc", "now"))
    assert head == ["case", "abc", "now", "ratio"]
    assert lines == [
        ["faster", "100", "220", "2.00", "[2.00,", "2.50]"],
        ["slower", "100", "60.0", "0.60", "[0.50,", "0.70]", "UNDER", "0.8"],
        ["new", "-", "3.00"],
        ["gone", "3.00", "-", "FAILS", "NOW"],
    ]


class Side:
    """Stands for a worker, with speeds that are given."""

    def __init__(self, name, speeds, log):
        self.name, self.speeds, self.log = name, speeds, log

    def prepare(self, case, _seconds):
        return "" if case in self.speeds else "no such view"

    def run(self, case, _seconds):
        self.log.append(self.name)
        return self.speeds[case]


def test_both_are_measured_in_turn_and_each_is_first_in_every_other_round(capsys):
    log = []
    old, new = Side("old", {"a": 1.0}, log), Side("new", {"a": 2.0, "b": 3.0}, log)
    assert compare(old, new, ["a", "b"], 2, 1.0) == [
        Change("a", [1.0, 1.0], [2.0, 2.0]),
        Change("b", [], [3.0, 3.0]),
    ]
    assert log == ["new", "old", "new", "old", "new", "new"]
    assert "old has no 'b' (no such view)" in capsys.readouterr().err


@pytest.mark.parametrize(("speed", "code"), [(8.0, 0), (7.0, 1)])
def test_the_exit_code_says_whether_a_case_is_slower(speed, code, monkeypatch, capsys):
    monkeypatch.setattr(command, "resolve", lambda _root, _revision: "0123456789abcdef")
    monkeypatch.setattr(command, "_measured", lambda *_: [Change("case", [10.0], [speed])])
    assert main(["--dirty", "HEAD"]) == code
    assert "0123456789" in capsys.readouterr().out


# ---------------------------------------------------------------- what cannot be compared
def refusal(arguments, capsys):
    assert main(arguments) == 2
    out = capsys.readouterr()
    assert out.out == ""
    return out.err


def test_wrong_arguments_are_refused_in_a_sentence(repository, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "ROOT", repository)
    assert "there is no revision 'nonsense'" in refusal(["nonsense"], capsys)
    assert "there is no revision '--help'" in refusal(["--", "--help"], capsys)
    assert "which revision?" in refusal([""], capsys)
    assert "no case has 'zzz' in its name" in refusal(["--only", "zzz", "HEAD"], capsys)
    (repository / "file").write_text("third")
    (repository / "other").write_text("new")
    assert "changes (file, other): commit them" in refusal(["HEAD"], capsys)
    monkeypatch.setattr(command, "ROOT", tmp_path)
    assert "is no git checkout" in refusal(["HEAD"], capsys)


def test_without_git_there_is_nothing_to_compare(repository, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RevisionError, match="git is not installed"):
        resolve(repository, "HEAD")


# ---------------------------------------------------------------- the two sides
def test_an_older_revision_is_there_for_a_while(repository):
    commit = resolve(repository, "HEAD~1")
    assert commit == git(repository, "rev-parse", "HEAD~1")
    check_clean(repository)
    with checked_out(repository, commit) as tree:
        assert (tree / "file").read_text() == "first"
        assert (repository / "file").read_text() == "second"
    assert not tree.exists()
    check_clean(repository)
    assert len(git(repository, "worktree", "list").splitlines()) == 1


def test_a_revision_is_a_commit_whatever_names_it(repository):
    git(repository, "tag", "-a", "-m", "a tag with a text", "v1", "HEAD~1")
    assert resolve(repository, "v1") == git(repository, "rev-parse", "HEAD~1")
    with pytest.raises(RevisionError, match="no revision 'HEAD:file'"):
        resolve(repository, "HEAD:file")


def test_a_worktree_goes_after_an_error_too(repository):
    with (
        pytest.raises(FileNotFoundError),
        checked_out(repository, resolve(repository, "HEAD")) as tree,
    ):
        (tree / "none" / "file").write_text("changed")
    assert len(git(repository, "worktree", "list").splitlines()) == 1


@pytest.fixture
def driver(tmp_path):
    shutil.copytree(ROOT / "benchmarks", tmp_path / "driver" / "benchmarks")
    return tmp_path / "driver"


def test_a_worker_drives_the_package_of_its_tree_and_says_what_that_has_not_got(driver, tmp_path):
    package = tmp_path / "tree" / "envs"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (tmp_path / "tree" / "benchmarks").mkdir()
    (tmp_path / "tree" / "benchmarks" / "__init__.py").write_text("raise SystemExit('older')")
    worker = Worker("abc", tmp_path / "tree", driver)
    try:
        assert "cannot import name 'portal_dash_v0'" in worker.prepare("gym_env, compiled pick", 1)
    finally:
        worker.close()


def test_a_worker_without_a_package_of_its_own_is_refused(driver, tmp_path):
    (tmp_path / "tree").mkdir()
    with pytest.raises(RevisionError, match="is measured and not the package in"):
        Worker("abc", tmp_path / "tree", driver)


def test_a_worker_that_ends_is_an_error(driver, tmp_path, capfd):
    package = tmp_path / "tree" / "envs"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise SystemExit('broken')")
    with pytest.raises(RevisionError, match="that measures abc has ended"):
        Worker("abc", tmp_path / "tree", driver)
    assert "broken" in capfd.readouterr().err
