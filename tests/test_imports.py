"""Imports go downwards only, and heavy libraries stay where they belong.

rules -> components -> views -> agents -> learn, evaluation -> table -> commands
(each may import what stands to its left, and `tablemates.envs.core` stands left of all)
"""

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# The part of the project that a module belongs to is the longest prefix of its
# name in this table; it may import modules of its own part and of those named.
CORE, RULES, PARTS = (
    "tablemates.envs.core",
    "tablemates.envs.portal_dash.rules",
    "tablemates.envs.portal_dash.components",
)
ENVS = {CORE, RULES, PARTS, "tablemates.envs.portal_dash", "envs"}
MAY_IMPORT: dict[str, set[str]] = {
    "portal_dash_registration": set(),
    CORE: set(),
    RULES: {CORE},
    PARTS: {CORE, RULES},
    "tablemates.envs.portal_dash": {CORE, RULES, PARTS},
    "envs": {"portal_dash_registration", CORE, RULES, PARTS, "tablemates.envs.portal_dash"},
    "agents": ENVS,
    "tablemates.agents.evaluation": ENVS | {"agents"},
    "table": ENVS | {"agents", "tablemates.agents.evaluation"},
}
COMMANDS = {"train", "evaluate", "play"}

# The one import that points up: a view that is given a partner's *name* looks
# it up when it is called, in one module, never while that is imported.
UPWARD = "tablemates.agents.registry"

RULES_LIBRARIES = {"numpy", "numba"}
# Says where machine code lies before the rules are imported, and is none of them.
CACHE = "tablemates.envs.core.cache"
LEARNING = "tablemates.agents.learn"
LEARNING_LIBRARIES = {"torch", "stable_baselines3", "sb3_contrib", "tensorboard", "ray"}


@dataclass(frozen=True)
class Import:
    """One import statement's target, and where it stands."""

    importer: str
    target: str
    line: int
    at_call_time: bool

    def __str__(self) -> str:
        return f"{self.importer}, line {self.line}, imports {self.target}"


def imports_of(module: str, source: str) -> Iterator[Import]:
    tree = ast.parse(source)
    late = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        targets: list[str] = []
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}, line {node.lineno}: a relative import"
            # `from a import b` may import the module a.b; resolved by its user.
            targets = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and _is_import_call(node):
            assert isinstance(node.args[0], ast.Constant)
            targets = [str(node.args[0].value)]
        for target in targets:
            yield Import(module, target, node.lineno, id(node) in late)


def _is_import_call(node: ast.Call) -> bool:
    """Tell whether the call imports a module named by a literal."""
    name = getattr(node.func, "attr", getattr(node.func, "id", None))
    literal = bool(node.args) and isinstance(node.args[0], ast.Constant)
    return name in {"import_module", "__import__"} and literal


def lies_in(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")


def part_of(module: str) -> str | None:
    """Return the part of the project that a dotted name lies in, None for a library's."""
    return max((part for part in MAY_IMPORT if lies_in(module, part)), key=len, default=None)


def layering_faults(sources: Mapping[str, str]) -> list[str]:
    """Return one sentence for each import that a layer forbids."""
    faults: list[str] = []
    upward: set[str] = set()
    for module, source in sources.items():
        part = part_of(module)
        for found in imports_of(module, source):
            target = part_of(found.target)
            if found.target.split(".")[0] in COMMANDS and part is not None:
                faults.append(f"{found}: a command, which is above everything")
            if part is None or target is None or target in {part, *MAY_IMPORT[part]}:
                continue
            if lies_in(found.target, UPWARD) and part in ENVS and found.at_call_time:
                upward.add(module)
            else:
                faults.append(f"{found}: {part} may not import {target}")
    if len(upward) > 1:
        faults.append(f"{UPWARD} is looked up in more than one view: {sorted(upward)}")
    return faults


def rules_faults(sources: Mapping[str, str]) -> list[str]:
    """Return one sentence for each library too many that the rules import.

    Directly or through the project's other modules, among them the packages
    on the way, whose ``__init__`` runs as well.
    """
    faults: list[str] = []
    todo = [module for module in sources if lies_in(module, RULES)]
    done: set[str] = set()
    while todo:
        module = todo.pop()
        if module in done or module == CACHE:
            continue
        done.add(module)
        for found in imports_of(module, sources.get(module, "")):
            top = found.target.split(".")[0]
            if part_of(found.target) is not None:
                names = found.target.split(".")
                todo += [".".join(names[: n + 1]) for n in range(len(names))]
            elif top not in sys.stdlib_module_names | RULES_LIBRARIES:
                faults.append(str(found))
    return faults


def learning_faults(sources: Mapping[str, str]) -> list[str]:
    """Return one sentence for each import of a learning library outside its folder."""
    return [
        str(found)
        for module, source in sources.items()
        if not lies_in(module, LEARNING)
        for found in imports_of(module, source)
        if found.target.split(".")[0] in LEARNING_LIBRARIES
    ]


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    """Return the source of every module of the project by its dotted name."""
    found: dict[str, str] = {}
    for top in ("envs", "agents", "table"):
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text(
                encoding="utf-8"
            )
    for path in ROOT.glob("*.py"):
        found[path.stem] = path.read_text(encoding="utf-8")
    return found


@pytest.mark.slow
def test_imports_go_downwards_only(sources):
    assert layering_faults(sources) == []


def test_rules_reach_numpy_and_numba_alone(sources):
    assert rules_faults(sources) == []


@pytest.mark.slow
def test_learning_libraries_stay_in_the_learning_folder(sources):
    assert learning_faults(sources) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("tablemates.envs.core.aec", "from tablemates.envs.portal_dash.rules import state"),
        ("tablemates.envs.core.aec", "import tablemates.envs.portal_dash.rules.state as state"),
        ("tablemates.envs.core.aec", "def f():\n    from envs import portal_dash_v0"),
        (
            "tablemates.envs.core.aec",
            "import importlib\nimportlib.import_module('tablemates.envs.portal_dash')",
        ),
        (
            "tablemates.envs.portal_dash.rules.mobs",
            "from tablemates.envs.portal_dash import components",
        ),
        (
            "tablemates.envs.portal_dash.components.loader",
            "from tablemates.envs.portal_dash.strings import name",
        ),
        ("tablemates.envs.portal_dash.strings", "from tablemates.agents.registry import find"),
        (
            "tablemates.envs.portal_dash.strings",
            "def f():\n    from tablemates.agents.portal_dash import planner",
        ),
        ("tablemates.agents.portal_dash.planner", "from tablemates.agents.evaluation import rows"),
        ("tablemates.agents.learn.ppo", "from tablemates.agents.evaluation.runner import run"),
        ("tablemates.agents.evaluation.runner", "import table.page"),
        ("table.page", "from play import main"),
        ("portal_dash_registration", "import envs"),
    ],
)
def test_an_import_that_points_up_is_a_fault(module, source):
    assert len(layering_faults({module: source})) == 1


def test_one_view_may_look_up_a_partner_at_call_time():
    late = "def partner(name):\n    from tablemates.agents.registry import find"
    assert layering_faults({"tablemates.envs.portal_dash.single": late}) == []
    assert (
        len(
            layering_faults(
                {"tablemates.envs.core.single": late, "tablemates.envs.core.vector": late}
            )
        )
        == 1
    )


@pytest.mark.parametrize(
    "extra",
    [
        {"tablemates.envs.portal_dash.rules.mobs": "import scipy"},
        {"tablemates.envs.portal_dash.rules.mobs": "def f():\n    from yaml import safe_load"},
        {
            "tablemates.envs.portal_dash.rules.mobs": "from tablemates.envs.core import aec",
            "tablemates.envs.core.aec": "import pettingzoo",
        },
        {
            "tablemates.envs.portal_dash.rules.mobs": "from tablemates.envs.core.record import I8",
            "tablemates.envs.core": "import gymnasium",
        },
    ],
)
def test_a_library_that_the_rules_reach_is_a_fault(extra):
    assert len(rules_faults(extra)) == 1


def test_a_learning_library_elsewhere_is_a_fault():
    source = "def f():\n    import torch.nn as nn"
    assert learning_faults({"tablemates.agents.learn.ppo": source}) == []
    assert (
        len(learning_faults({"tablemates.agents.evaluation.runner": source, "train": source})) == 2
    )
