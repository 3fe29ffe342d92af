"""Imports go downwards only and in no circles; shared files name no game.

core -> games -> environments -> agents -> agents of a game -> table -> commands
(each may import what stands to its left; a game imports no other game)
"""

import ast
import graphlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tablemates.envs import registry

# Other tests put games of their own into the registry for a while.
GAMES = tuple(registry.GAMES)

ROOT = Path(__file__).resolve().parents[1]
# A module belongs to the layer with the longest prefix of its name; lower layers first.
LAYERS = [
    ["tablemates.envs.core"],
    [f"tablemates.envs.{game}" for game in GAMES],
    ["tablemates.envs"],
    ["tablemates.agents"],
    [f"tablemates.agents.{game}" for game in GAMES],
    ["tablemates.table"],
    ["tablemates"],  # the commands, and the package itself
]
# The import that points up: a partner given by name is looked up when the view is made.
UPWARD = ("tablemates.envs.core.constructors", "tablemates.agents")
# It says where machine code lies before the rules are imported; the rules do not use it.
CACHE = "tablemates.envs.core.cache"
LEARNING = ["tablemates.agents.learn"]
LEARNING_LIBRARIES = {"torch", "stable_baselines3", "sb3_contrib", "tensorboard", "ray"}
COMPILED_LIBRARIES = {"numpy", "numba", "llvmlite"}
OWN_FOLDERS = {"envs", "agents", "table", "configs"}


class Import(NamedTuple):
    importer: str
    target: str
    line: int
    late: bool  # inside a function, or for the type checker alone


@cache
def imports_of(module: str, source: str) -> list[Import]:
    return list(_imports_of(module, source))


def _imports_of(module: str, source: str) -> Iterator[Import]:
    tree = ast.parse(source)
    late = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            targets = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for target in targets:
            yield Import(module, target, node.lineno, id(node) in late)


def within(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")


def folder_of(module: str) -> tuple[int, str]:
    """Return the layer of a project module and the folder there; -1 for a library."""
    found = [
        (len(prefix), layer, prefix)
        for layer, prefixes in enumerate(LAYERS)
        for prefix in prefixes
        if within(module.replace("_v0", ""), prefix)
    ]
    if re.fullmatch(r"tablemates\.envs\.\w+_v0(\..*)?", module):
        return 2, "tablemates.envs"
    return max(found)[1:] if found else (-1, "")


def upward_imports(sources: dict[str, str]) -> list[Import]:
    """Return imports of a higher layer or of another game, and of a folder by its bare name."""
    faults = []
    for module, source in sources.items():
        layer, folder = folder_of(module)
        for found in imports_of(module, source):
            above, other = folder_of(found.target)
            upward = above > layer or (above == layer and other != folder)
            allowed = found.target == "tablemates.__version__" or (
                found.late and module == UPWARD[0] and within(found.target, UPWARD[1])
            )
            if found.target.split(".")[0] in OWN_FOLDERS or (upward and not allowed):
                faults.append(found)
    return faults


def foreign_to_rules(sources: dict[str, str]) -> list[Import]:
    """Return imports beyond NumPy and Numba by the rules and all project modules they reach."""
    faults: list[Import] = []
    rules = [f"tablemates.envs.{game}.rules" for game in GAMES]
    todo, done = (
        [module for module in sources if any(within(module, one) for one in rules)],
        {CACHE},
    )
    while todo:
        module = todo.pop()
        if module in done or module not in sources:
            continue
        done.add(module)
        for found in imports_of(module, sources[module]):
            names = found.target.split(".")
            if names[0] == "tablemates":  # packages on the way run too; the first one registers
                todo += [".".join(names[:n]) for n in range(2, len(names) + 1)]
            elif names[0] not in sys.stdlib_module_names | COMPILED_LIBRARIES:
                faults.append(found)
    return faults


def learning_elsewhere(sources: dict[str, str]) -> list[Import]:
    return [
        found
        for module, source in sources.items()
        if not any(within(module, folder) for folder in LEARNING)
        for found in imports_of(module, source)
        if found.target.split(".")[0] in LEARNING_LIBRARIES
    ]


def circles(sources: dict[str, str]) -> list[str]:
    """Return the modules of a circle of imports, if there is one."""

    def module_of(target: str) -> str:
        return target if target in sources else target.rpartition(".")[0]

    graph = {
        module: {
            module_of(found.target)
            for found in imports_of(module, source)
            if not found.late and within(found.target, "tablemates")
        }
        - {module}
        for module, source in sources.items()
    }
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return list(error.args[1])
    return []


def names_a_game(sources: dict[str, str]) -> list[str]:
    """Return shared modules, other than the registry, that name a game."""
    own = [f"tablemates.{part}.{game}" for part in ("envs", "agents", "tests") for game in GAMES]
    own += [f"tablemates.envs.{game}_v0" for game in GAMES]
    return [
        module
        for module, source in sources.items()
        if module != "tablemates.envs.registry"
        and not any(within(module, one) for one in own)
        and any(game in source for game in GAMES)
    ]


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    """Return the source of every module of the package by its dotted name."""
    return sources_in([*OWN_FOLDERS, "tablemates"])


def sources_in(folders: list[str]) -> dict[str, str]:
    files = [*ROOT.glob("*.py")]
    files += [file for top in folders for file in (ROOT / top).rglob("*.py")]
    found = {}
    for file in files:
        parts = file.relative_to(ROOT).with_suffix("").parts
        parts = parts if parts[0] == "tablemates" else ("tablemates", *parts)
        name = ".".join(parts).removesuffix(".__init__")
        found[name] = file.read_text(encoding="utf-8")
    return found


@pytest.mark.parametrize("check", [upward_imports, foreign_to_rules, learning_elsewhere, circles])
def test_no_import_breaks_the_layers(sources, check):
    assert check(sources) == []


def test_no_shared_file_names_a_game(sources):
    assert names_a_game(sources | sources_in(["benchmarks", "tests"])) == []
