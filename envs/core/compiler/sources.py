"""Source files that code is made from: those of its modules and of all that these import."""

from __future__ import annotations

import ast
import secrets
import sys
import time
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Final

#: Stands for the source of a module without a file, such as a notebook: new in every process.
_UNKNOWN: Final = secrets.token_hex()
_STARTED: Final = time.time()
_PROJECT: Final = __name__.partition(".")[0]
#: Modules that find and load machine code, whatever it is: not part of what it is made from.
_LOADERS: Final = frozenset(
    f"{__name__.rpartition('.')[0]}.{one}"
    for one in ("cache", "entry_points", "library", "platform", "sources")
)
#: Bodies that are not executed with their module.
_LATER: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


def sources_of(*modules: str) -> dict[str, str]:
    r"""Return sources by name: of modules, of what they import, and of TOML files beside them.

    Compiled code takes what its module imports as constants. Followed are imports of this project
    and of the modules' own packages, but not those within functions or for type checkers. Nothing
    is executed but packages on the way.

    Args:
        modules: Dotted names.

    Returns:
        Texts with the line end ``\n``, so that a checkout on Windows has the same ones.
    """
    packages = {_PROJECT, *(module.partition(".")[0] for module in modules)}
    found: dict[str, str] = {}
    todo = list(modules)
    while todo:
        module = todo.pop()
        outside = module.partition(".")[0] not in packages
        if module in found or outside or module in _LOADERS:
            continue
        file, inside = _place_of(module)
        if file is None:
            found[module] = "" if inside else _UNKNOWN  # a package may be a folder alone
            continue
        package = module if inside else module.rpartition(".")[0]
        found[module] = text_of(file)
        found |= {f"{package}/{one.name}": text_of(one) for one in file.parent.glob("*.toml")}
        for base, names in _imports_in(found[module], package):
            if base.partition(".")[0] in packages:
                todo += _modules_among(base, names)
    return found


def text_of(file: Path) -> str:
    """Return a source; one that was edited while the process ran may differ from what it runs."""
    edited = _STARTED < file.stat().st_mtime <= time.time()
    text = file.read_bytes().replace(b"\r\n", b"\n").decode()
    return f"{text}\n# {_UNKNOWN}" if edited else text


def file_of(key: str) -> Path | None:
    """Return the file of a name that ``sources_of`` returns."""
    if key.endswith(".toml"):
        package, _, name = key.partition("/")
        folder, _ = _place_of(package)
        return None if folder is None else folder.parent / name
    return _place_of(key)[0]


def _place_of(module: str) -> tuple[Path | None, bool]:
    """Return the file of a module, None without one, and whether the module is a package.

    It need not have been imported.
    """
    loaded = sys.modules.get(module)
    if loaded is not None:
        return _path_of(getattr(loaded, "__file__", None)), hasattr(loaded, "__path__")
    spec = find_spec(module)
    if spec is None:
        return None, False
    return _path_of(spec.origin), spec.submodule_search_locations is not None


def _path_of(name: str | None) -> Path | None:
    return None if name is None else Path(name)


def _modules_among(base: str, names: Sequence[str]) -> list[str]:
    """Return the modules that ``from base import names`` takes something from."""
    if not names or not _place_of(base)[1]:
        return [base]
    inner = [f"{base}.{name}" for name in names]
    return [one if find_spec(one) else base for one in inner]


@cache
def _imports_in(source: str, package: str) -> list[tuple[str, list[str]]]:
    """Return the modules that a source imports when it is executed, and names taken from each."""
    found: list[tuple[str, list[str]]] = []
    todo: list[ast.AST] = list(ast.parse(source).body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            found += [(alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            names = [alias.name for alias in node.names]
            found.append((resolve_name(base, package) if node.level else base, names))
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            todo += node.orelse
        elif not isinstance(node, _LATER):
            for part in ("body", "handlers", "orelse", "finalbody"):
                todo += getattr(node, part, [])
    return found
