from types import SimpleNamespace

import numba
import platformdirs
import pytest

from tablemates.envs.core import cache
from tablemates.envs.core.errors import SettingsError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "INTERPRETED", False)
    monkeypatch.setattr(cache, "_ready", set())
    return tmp_path / "cache"


def test_what_failed_is_not_marked_as_done(folder, capsys):
    with pytest.raises(ZeroDivisionError), cache.compiling("toy", 1, folder):
        raise ZeroDivisionError
    with cache.compiling("toy", 1, folder):
        pass
    assert capsys.readouterr().err.count("Compiling the toy") == 2
    with cache.compiling("toy", 1, folder):
        pass
    assert not capsys.readouterr().err


def test_a_folder_that_cannot_be_written_gets_a_sentence(folder):
    folder.write_text("a file, not a folder")
    with (
        pytest.raises(SettingsError, match="set the environment variable NUMBA_CACHE_DIR"),
        cache.compiling("toy", 1, folder),
    ):
        pass


@pytest.mark.parametrize("chosen", [True, False], ids=["the user's folder", "the usual one"])
def test_any_change_of_a_source_changes_the_folder(folder, tmp_path, monkeypatch, chosen):
    if not chosen:
        monkeypatch.delenv("NUMBA_CACHE_DIR")
        monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / "usual" / name)
    seen = []
    source = tmp_path / "rule.py"
    for text in ("a = 1", "a = 2", "a = 1"):
        source.write_text(text)
        seen.append(cache.code_folder("toy", [source]))
    assert seen[0] == seen[2] != seen[1]
    parent = folder / "toy" if chosen else tmp_path / "usual" / "tablemates" / "toy"
    assert {one.parent for one in seen} == {parent}


def test_the_place_of_the_sources_does_not_matter(folder, tmp_path):
    seen = []
    for place in ("a/rules", "b"):
        (tmp_path / place).mkdir(parents=True)
        sources = [tmp_path / place / name for name in ("rule.py", "state.py")]
        for source in sources:
            source.write_text(f"name = {source.name!r}")
        seen += [cache.code_folder("toy", order) for order in (sources, sources[::-1])]
    assert len(set(seen)) == 1


def test_the_clock_stands_still_while_somebody_compiles(folder, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(cache, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    monkeypatch.setattr(cache, "_spent", 0.0)
    with cache.compiling("outer", 1, folder):
        now[0] += 10
        with cache.compiling("inner", 1, folder):
            now[0] += 20
    now[0] += 3
    with cache.compiling("outer", 1, folder):  # it is there by now: this is the work itself
        now[0] += 4
    assert cache.clock() == 7
