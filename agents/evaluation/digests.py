"""Digests of policies: what shows whether an agent is still the one that played.

A policy folder has the digest of its weights (another one where its actions are
drawn); a script that of its sources and of the weights and tables that lie beside
them, with those of the policy that it searches with; a script of a user's own also that of
files whose names stand in its sources; a program that of the files that its command names.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tablemates.agents.evaluation.rows import UNKNOWN
from tablemates.agents.folders import is_file
from tablemates.agents.policy import CARD, read_policy
from tablemates.agents.portal_dash.champion.naming import parsed
from tablemates.agents.registry import (
    CHAMPIONS,
    NOISE,
    PROGRAM,
    SAMPLE,
    folder_of,
    look_here,
    target_of,
)
from tablemates.envs.core.hashing import LENGTH, hash_of

#: Files beside a script's modules that it may read.
_DATA: Final = (
    *(".yaml", ".yml", ".json", ".csv", ".txt", ".npz", ".npy", ".bin", ".safetensors"),
    *(".zip", ".pt", ".pth", ".ckpt", ".pkl", ".onnx", ".h5", ".keras"),
)
#: How deep in this project's package modules lie that are one agent's own.
_OWN: Final = 3


def policy_digest(spec: str) -> str:
    """Return the digest of an agent that the registry knows.

    Args:
        spec: As for ``tablemates.agents.registry.find_agent``.

    Returns:
        ``LENGTH`` hexadecimal digits, or ``UNKNOWN`` where there is no file to read.

    Raises:
        PolicyError: A policy folder is damaged.
    """
    if spec.startswith(NOISE):
        return policy_digest(spec.removeprefix(NOISE).partition(":")[2])
    if spec.startswith(PROGRAM):
        return _digest_of_program(spec.removeprefix(PROGRAM))
    target = target_of(spec)
    name, _, parameters = spec.partition(":")
    if name in CHAMPIONS:
        _, policy = parsed(parameters)
        return hash_of([_digest_of_script(target.partition(":")[0]), policy_digest(str(policy))])
    folder = folder_of(spec)
    if folder is not None and (folder / CARD).is_file():
        card = read_policy(folder).card
        adviser = card.network.adviser
        told = [] if adviser is None else [adviser, policy_digest(adviser)]
        told += [SAMPLE] * spec.endswith(SAMPLE)
        weights = card.weights[:LENGTH]
        return hash_of([weights, *told]) if told else weights
    return _digest_of_script(target.partition(":")[0])


def _digest_of_program(command: str) -> str:
    try:
        words = shlex.split(command)
    except ValueError:
        return UNKNOWN
    files = {word: _digest(Path(word)) for word in words if is_file(Path(word))}
    return hash_of(files) if files else UNKNOWN


def _digest_of_script(module: str) -> str:
    files: dict[str, str] = {}
    for name, file in _modules(module):
        files[name] = _digest(file)
        ours = name.startswith("tablemates.agents.")
        if name.count(".") >= (_OWN if ours else 1):
            files |= {f"{name} {one.name}": _digest(one) for one in _data_beside(file)}
        if not ours:
            files |= {f"{name} {word}": _digest(one) for word, one in _named_in(file)}
    return hash_of(files) if files else UNKNOWN


def _data_beside(file: Path) -> Iterable[Path]:
    return (one for one in file.parent.iterdir() if one.suffix in _DATA)


def _named_in(file: Path) -> Iterator[tuple[str, Path]]:
    """Yield files that are named by texts of a source, from where one is or where it lies."""
    for node in ast.walk(_tree_of(file)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
            places = (Path(node.value), file.parent / node.value)
            found = next(filter(is_file, places), None)
            if found is not None:
                yield node.value, found


def _digest(file: Path) -> str:
    """Return the hash of a file, with line ends as on any system."""
    return hashlib.sha256(file.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def _modules(first: str) -> Iterator[tuple[str, Path]]:
    """Return a module and those of its package that it imports, by their names.

    What all agents of this project share (protocol, errors) and the rules, which
    have hashes of their own, are left out.
    """
    top = first.partition(".")[0]
    todo, seen = [first], {first}
    while todo:
        name = todo.pop()
        file = _file_of(name)
        if file is None:
            continue
        yield name, file
        for target in _imported(file, name):
            words = target.split(".")
            # Packages on the way are run as well; the last word may be no module.
            for one in (".".join(words[:length]) for length in range(1, len(words) + 1)):
                shared = top == "tablemates" and one.count(".") < _OWN
                if words[0] == top and not shared and one not in seen:
                    seen.add(one)
                    todo.append(one)


def _file_of(module: str) -> Path | None:
    look_here()
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    return Path(spec.origin)


def _imported(file: Path, module: str) -> Iterator[str]:
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(_tree_of(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
            source = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{source}.{alias.name}" for alias in node.names)


def _tree_of(file: Path) -> ast.Module:
    try:
        return ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):  # for another Python, say: nobody here can import it
        return ast.Module([], [])
