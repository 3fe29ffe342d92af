import sys
from types import FunctionType, ModuleType

import platformdirs
import pytest

from tablemates.build import modules_with_entry_points
from tablemates.envs.core.compiler import cache, mode, sources
from tablemates.envs.core.compiler.sources import sources_of
from tablemates.envs.registry import GAMES, find_game

needs_compiler = pytest.mark.skipif(mode.INTERPRETED, reason="nothing is compiled")


@needs_compiler
@pytest.mark.parametrize("key", [*GAMES, "tests.core.dice_race:DiceRace"])
def test_sources_are_those_of_all_functions_that_an_engine_reaches(key):
    engine, core = find_game(key).engine, "tablemates.envs.core"
    known = set(sources_of(engine.module))
    functions = [one for one in engine.rules if callable(one)]
    assert modules_reached(functions) <= known
    assert {
        f"{core}.{name}" for name in ("records.random", "compiler.decorators", "game.observation")
    } <= known


@pytest.mark.parametrize("key", GAMES)
def test_an_edited_rule_is_in_the_code_of_its_game_alone(key):
    """Neither another game is compiled again nor what all games share."""
    rules = f"tablemates.envs.{key}.rules."

    def has_rules(module):
        return any(one.startswith(rules) for one in sources_of(module))

    assert [one for one in GAMES if has_rules(find_game(one).engine.module)] == [key]
    shared = [one for one in modules_with_entry_points() if f".{key}." not in one]
    assert "tablemates.envs.core.engine.loop" in shared
    assert not [one for one in shared if has_rules(one)]


def modules_reached(functions):
    """Return the project's modules with compiled functions that some call, directly or not."""
    modules, todo, seen = set(), list(functions), set()
    while todo:
        one = todo.pop()
        plain = getattr(one, "py_func", one)
        if isinstance(plain, FunctionType) and plain not in seen:
            seen.add(plain)
            modules.add(plain.__module__)
            names = plain.__code__.co_names
            found = [plain.__globals__.get(name) for name in names]
            inside = [one for one in found if isinstance(one, ModuleType)]
            todo += found + [getattr(one, name, None) for one in inside for name in names]
    named = filter(None, modules)  # functions that are written out by exec have none
    return {one for one in named if one.partition(".")[0] in ("tablemates", "tests")}


def test_a_module_without_a_file_has_another_source_in_every_process(monkeypatch):
    monkeypatch.setitem(sys.modules, "toy_notebook", ModuleType("toy_notebook"))
    assert len(sources_of("toy_notebook")["toy_notebook"]) > 20


def test_a_source_that_is_edited_after_its_import_has_code_for_this_process_alone(
    folder, tmp_path, monkeypatch
):
    """The process runs the module as it was, so others must not find its code under the edit."""
    file = tmp_path / "toy_edited.py"
    file.write_text("a = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    with monkeypatch.context() as later:  # as a process that is started now
        later.setattr(sources, "_STARTED", file.stat().st_mtime)
        shared = cache.code_folder("toy", "toy_edited")
    monkeypatch.setattr(sources, "_STARTED", file.stat().st_mtime - 1)
    assert cache.code_folder("toy", "toy_edited") != shared
    assert sources_of("toy_edited")["toy_edited"].startswith("a = 1\n")


def test_sources_follow_what_a_module_executes_when_it_is_imported(tmp_path, monkeypatch):
    files = {
        "__init__": "from . import never_imported_by_a_name",
        "start": "import numpy\nfrom toy_sources import plain\nfrom .inner import deep as d\n"
        "def later():\n    import toy_sources.unused\n",
        "plain": "try:\n    from toy_sources.inner.deep import A\nexcept ImportError:\n    A = 0\n",
        "inner/deep": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
        "    import toy_sources.unused\nelse:\n    from .. import constants as c\nA = 1\n",
        "constants": "B = 2\n",
        "unused": "",
        "never_imported_by_a_name": "",
    }
    for name, text in files.items():
        file = tmp_path / "toy_sources" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (tmp_path / "toy_sources" / "sizes.toml").write_text("n = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = sources_of("toy_sources.start")
    modules = {f"toy_sources.{name}" for name in ("start", "plain", "inner.deep", "constants")}
    assert set(found) == modules | {"toy_sources/sizes.toml"}


@pytest.mark.parametrize("chosen", [True, False], ids=["the user's folder", "the usual one"])
def test_any_change_of_a_source_changes_the_folder(folder, tmp_path, monkeypatch, chosen):
    if not chosen:
        monkeypatch.delenv("NUMBA_CACHE_DIR")
        monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / "usual" / name)
    seen = []
    monkeypatch.syspath_prepend(tmp_path)
    for text in ("a = 1", "a = 2", "a = 1"):
        (tmp_path / "some_rule.py").write_text(text)
        seen.append(cache.code_folder("toy", "some_rule"))
    assert seen[0] == seen[2] != seen[1]
    parent = folder / "toy" if chosen else tmp_path / "usual" / "tablemates" / "toy"
    assert {one.parent for one in seen} == {parent}


def test_the_place_of_the_sources_does_not_matter(folder, tmp_path, monkeypatch):
    seen = []
    for place in ("a/rules", "b"):
        (tmp_path / place).mkdir(parents=True)
        for name in ("toy_rule", "toy_state"):
            (tmp_path / place / f"{name}.py").write_text(f"name = {name!r}")
        with monkeypatch.context() as patched:
            patched.syspath_prepend(tmp_path / place)
            names = ("toy_rule", "toy_state")
            seen += [cache.code_folder("toy", *order) for order in (names, names[::-1])]
    assert len(set(seen)) == 1
