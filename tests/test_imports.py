"""Imports go downwards only, and heavy libraries stay where they belong.

core -> rules -> components -> views -> agents -> evaluation -> table -> commands
(each may import what stands to its left)
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAME = "tablemates.envs.portal_dash"
# A module belongs to the layer with the longest prefix of its name; lower layers first.
LAYERS = [
    "tablemates.envs.core",
    f"{GAME}.rules",
    f"{GAME}.components",
    GAME,
    "tablemates.envs",
    "tablemates.agents",
    "tablemates.agents.evaluation",
    "tablemates.table",
    "tablemates",  # the commands, and the package itself
]
# The import that points up: a partner given by name is looked up when the view is made.
UPWARD = ("tablemates.envs.core.constructors", "tablemates.agents.registry")
# It says where machine code lies before the rules are imported; the rules do not use it.
CACHE = "tablemates.envs.core.cache"
LEARNING = ("tablemates.agents.learn", "tablemates.agents.portal_dash.plans.training")
LEARNING_LIBRARIES = {"torch", "stable_baselines3", "sb3_contrib", "tensorboard", "ray"}
OWN_FOLDERS = {"envs", "agents", "table", "configs"}


class Import(NamedTuple):
    importer: str
    target: str
    line: int
    late: bool  # inside a function


def imports_of(module: str, source: str) -> Iterator[Import]:
    tree = ast.parse(source)
    functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    late = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, functions)
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


def layer_of(module: str) -> int:
    """Return the place of a project module in LAYERS; -1 for a library."""
    layers = [layer for layer in LAYERS if within(module, layer)]
    return LAYERS.index(max(layers, key=len)) if layers else -1


def upward_imports(sources: dict[str, str]) -> list[Import]:
    """Return the imports of a higher layer, and those of a folder under its bare name."""
    return [
        found
        for module, source in sources.items()
        for found in imports_of(module, source)
        if found.target.split(".")[0] in OWN_FOLDERS
        or (
            layer_of(found.target) > layer_of(module)
            and found.target != "tablemates.__version__"
            and not (found.late and module == UPWARD[0] and within(found.target, UPWARD[1]))
        )
    ]


def foreign_to_rules(sources: dict[str, str]) -> list[Import]:
    """Return imports beyond NumPy and Numba by the rules and all project modules they reach."""
    faults: list[Import] = []
    todo, done = [module for module in sources if within(module, f"{GAME}.rules")], {CACHE}
    while todo:
        module = todo.pop()
        if module in done or module not in sources:
            continue
        done.add(module)
        for found in imports_of(module, sources[module]):
            names = found.target.split(".")
            if names[0] == "tablemates":  # packages on the way run too; the first one registers
                todo += [".".join(names[:n]) for n in range(2, len(names) + 1)]
            elif names[0] not in {*sys.stdlib_module_names, "numpy", "numba", "llvmlite"}:
                faults.append(found)
    return faults


def learning_elsewhere(sources: dict[str, str]) -> list[Import]:
    return [
        found
        for module, source in sources.items()
        if not any(within(module, one) for one in LEARNING)
        for found in imports_of(module, source)
        if found.target.split(".")[0] in LEARNING_LIBRARIES
    ]


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    """Return the source of every module of the package by its dotted name."""
    files = [*ROOT.glob("*.py"), ROOT / "tablemates" / "__init__.py"]
    files += [file for top in OWN_FOLDERS for file in (ROOT / top).rglob("*.py")]
    found = {}
    for file in files:
        parts = file.relative_to(ROOT).with_suffix("").parts
        parts = parts if parts[0] == "tablemates" else ("tablemates", *parts)
        name = ".".join(parts).removesuffix(".__init__")
        found[name] = file.read_text(encoding="utf-8")
    return found


@pytest.mark.parametrize("check", [upward_imports, foreign_to_rules, learning_elsewhere])
def test_no_import_breaks_the_layers(sources, check):
    assert check(sources) == []


@pytest.mark.parametrize(
    ("check", "module", "source"),
    [
        (upward_imports, "tablemates.envs.core.aec", f"import {GAME}.rules.state as state"),
        (upward_imports, f"{GAME}.rules.mobs", f"from {GAME} import components"),
        (upward_imports, f"{GAME}.batch", "def f():\n    from tablemates.agents import registry"),
        (upward_imports, f"{GAME}_v0", "from tablemates.agents.registry import find"),
        (upward_imports, "tablemates.agents.learn.ppo", "import tablemates.agents.evaluation.run"),
        (upward_imports, "tablemates.table.page", "from tablemates.play import main"),
        (upward_imports, "tablemates.train", "from envs import portal_dash_v0"),
        (foreign_to_rules, f"{GAME}.rules.mobs", "def f():\n    from yaml import safe_load"),
        (learning_elsewhere, "tablemates.train", "def f():\n    import torch.nn as nn"),
    ],
)
def test_a_forbidden_import_is_found(check, module, source):
    assert len(check({module: source})) == 1
