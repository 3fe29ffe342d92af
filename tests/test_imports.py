"""Imports go downwards from room to room and in no circles; shared files name no game.

Every import counts: those inside functions, and those for the type checker alone.
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
# A module belongs to the room with the longest prefix of its name; lower rooms first. Rooms in one
# line do not import each other.
CORE = "tablemates.envs.core"
AGENTS = "tablemates.agents"
TABLE = "tablemates.table"
TEXT = "tablemates.text"
LAYERS = [
    [f"{CORE}.errors", f"{CORE}.hashing"],
    [f"{CORE}.compiler"],
    [f"{CORE}.records"],
    [f"{CORE}.files"],
    [f"{CORE}.engine"],
    [f"{CORE}.display"],
    [f"{CORE}.game"],
    [f"{CORE}.history"],
    [f"{CORE}.plain"],
    [f"{CORE}.views"],
    [f"{CORE}.text"],
    [CORE],  # ``agent``, where users find what they write agents with
    [f"tablemates.envs.{game}" for game in GAMES],
    ["tablemates.envs"],
    [f"{AGENTS}.errors", f"{AGENTS}.tracebacks"],
    [f"{AGENTS}.output"],
    [f"{AGENTS}.cli"],
    [f"{AGENTS}.ray_cluster"],
    [f"{AGENTS}.facts"],
    [f"{AGENTS}.game_agents", f"{AGENTS}.roster"],
    [f"{AGENTS}.population"],
    [f"{AGENTS}.names"],
    [f"{AGENTS}.networks"],
    [f"{AGENTS}.outside"],
    [f"{AGENTS}.scripts"],
    [f"{AGENTS}.search"],
    [f"{AGENTS}.value"],
    [f"{AGENTS}.strangers"],
    [f"{AGENTS}.registry"],
    [f"{AGENTS}.companion"],
    [f"{AGENTS}.games"],
    [f"{AGENTS}.arena"],
    [f"{AGENTS}.evaluation.plan"],
    [f"{AGENTS}.evaluation.result_rows"],
    [f"{AGENTS}.evaluation.matches"],
    [f"{AGENTS}.evaluation.stats"],
    [f"{AGENTS}.evaluation"],
    [f"{AGENTS}.learn"],
    [AGENTS],
    [f"{AGENTS}.{game}" for game in GAMES],
    [TEXT],
    [f"{TABLE}.session"],
    [f"{TABLE}.terminal"],
    [f"{TABLE}.server"],
    [f"{TABLE}.server.handlers"],
    [f"{TABLE}.server.app"],
    [f"{TABLE}.server.serve"],
    [TABLE],
    ["tablemates"],  # the commands, and the package itself
]
ENVIRONMENTS = LAYERS.index(["tablemates.envs"])
# Imports that point up. A partner given by name is looked up when the view is made.
UPWARD = {(f"{CORE}.views.constructors", f"{AGENTS}.{one}") for one in ("facts", "registry")}
# They find and load machine code; what it is made from does not depend on them.
LOADERS = {f"{CORE}.compiler.{one}" for one in ("cache", "entry_points", "library", "platform")}
# Commands that work for one more version where they were, see ``test_old_paths``.
OLD_PATHS = ("learn.archive", "learn.dataset", "value.calibration", "value.variance")
LEARNING = [
    "tablemates.agents.learn",
    "tablemates.agents.ray_cluster",
    f"{AGENTS}.evaluation.on_ray",
]
LEARNING_LIBRARIES = {"torch", "stable_baselines3", "sb3_contrib", "tensorboard", "ray"}
COMPILED_LIBRARIES = {"numpy", "numba", "llvmlite"}
OWN_FOLDERS = {"envs", "agents", "table", "configs"}


class Import(NamedTuple):
    importer: str
    target: str
    line: int
    late: bool  # inside a function


@cache
def imports_of(module: str, source: str) -> list[Import]:
    return list(_imports_of(module, source))


def _imports_of(module: str, source: str) -> Iterator[Import]:
    tree = ast.parse(source)
    late = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
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
        return ENVIRONMENTS, "tablemates.envs"
    return max(found)[1:] if found else (-1, "")


def upward_imports(sources: dict[str, str]) -> list[Import]:
    """Return imports of a higher room, of one beside it, and of a folder by its bare name."""
    faults = []
    for module, source in sources.items():
        layer, folder = folder_of(module)
        for found in imports_of(module, source):
            above, other = folder_of(found.target)
            upward = above > layer or (above == layer and other != folder)
            allowed = found.target == "tablemates.__version__" or any(
                found.late and module == one and within(found.target, to) for one, to in UPWARD
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
        {*LOADERS},
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
    """Return the modules of a circle of imports, late ones too, if there is one."""

    def module_of(target: str) -> str:
        while target not in sources and "." in target:
            target = target.rpartition(".")[0]
        return target

    graph = {
        module: {
            module_of(found.target)
            for found in imports_of(module, source)
            if within(found.target, "tablemates")
            and not any(module == one and within(found.target, to) for one, to in UPWARD)
        }
        - {module, "tablemates"}
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


def test_every_room_tells_what_is_in_it(sources):
    """The docstring of a package is the map of its modules and rooms."""
    old = {f"{CORE}.agent", *(f"{AGENTS}.{one}" for one in OLD_PATHS)}
    for package in sources:
        parts = package.split(".")[1:]
        if not parts or not ROOT.joinpath(*parts, "__init__.py").exists() or set(parts) & {*GAMES}:
            continue
        told = ast.get_docstring(ast.parse(sources[package])) or ""
        inside = {one for one in sources if one.rpartition(".")[0] == package} - old
        names = {one.rpartition(".")[2].removesuffix("_v0") for one in inside} - {*GAMES}
        hidden = [one for one in names if f"``{one}``" not in told and f"``{one}/``" not in told]
        assert not hidden, f"{package} does not name {hidden}"


def test_no_shared_file_names_a_game(sources):
    assert names_a_game(sources | sources_in(["benchmarks", "tests"])) == []
