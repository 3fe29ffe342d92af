"""Parts files and files of settings from strangers: YAML that is too much for a reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tablemates.agents.configs import read_config
from tablemates.agents.evaluation.plan import Plan
from tablemates.envs.portal_dash.components import STANDARD, load_components
from tablemates.table.server.store import Store
from tests.judge.strangers.case import (
    Case,
    endless,
    holes,
    loop,
    nested,
    pickled,
    pipe,
    special,
    written,
)


def cases() -> Iterator[Case]:
    """Yield the cases."""
    for name, text in _texts():
        make = written("it.yaml", text)
        yield Case(f"parts/{name}", make, load_components)
        yield Case(f"settings/{name}", make, _settings)
    for name, text in (*_texts(), *_parts()):
        if isinstance(text, str) and len(text) < 2_000_000:
            yield Case(f"parts sent to the table/{name}", lambda _folder, t=text: t, _sent)
    for name, text in _parts():
        yield Case(f"parts/{name}", written("it.yaml", text), load_components)
    for name, how in (
        ("a device", endless),
        ("a pipe", pipe),
        ("a link to itself", loop),
        ("64 GB", holes),
    ):
        yield Case(f"parts/{name}", special("it.yaml", how), load_components)
        yield Case(f"settings/{name}", special("it.yaml", how), _settings)

    def with_device(folder: Path) -> Path:
        for file in STANDARD.glob("*.yaml"):
            (folder / file.name).write_bytes(file.read_bytes())
        endless(folder / "more.yaml")
        return folder

    yield Case("parts/a folder with a device in it", with_device, load_components)


def _settings(file: Path) -> None:
    read_config(Plan, file)


def _sent(text: str) -> None:
    folder = Path.cwd() / "games"
    store = Store(folder, None, lambda _sentence: None)
    try:
        store.parts_file(text)
    finally:
        left = [file for file in folder.rglob("*") if file.is_file()]
    if left:
        raise AssertionError(f"{left[0].name} was kept")


def _texts() -> Iterator[tuple[str, str | bytes]]:
    laughs = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    laughs += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    yield "a billion laughs", "\n".join(laughs) + "\n"
    merges = ["m0: &m0 {a: 1, b: 2}"]
    merges += [f"m{n}: &m{n} {{x: *m{n - 1}, y: *m{n - 1}}}" for n in range(1, 40)]
    yield "mappings that double", "\n".join(merges) + "\n"
    yield "an alias of itself", "a: &a [*a]\n"
    yield "an alias as key", "a: &a [1]\n? *a\n: 1\n"
    yield "nested lists", "a: " + nested(20_000)
    yield "nested mappings", "a: " + "{a: " * 5_000 + "1" + "}" * 5_000
    yield "nested blocks", "".join(" " * n + "a:\n" for n in range(1_500))
    yield "a Python object", "!!python/object/apply:os.system ['touch executed']\n"
    yield "a Python name", "a: !!python/name:os.system\n"
    yield "a Python module", "a: !!python/module:os\n"
    yield "an unknown tag", "a: !include /etc/passwd\n"
    yield "a binary", "a: !!binary x\n"
    yield "a set", "a: !!set {b, c}\n"
    yield "a number of a million digits", "a: " + "9" * 1_000_000 + "\n"
    yield "a number in base 60", "a: " + ":".join(["59"] * 3000) + "\n"
    yield "a fraction without end", "a: .inf\nb: .nan\n"
    yield "a date", "a: 9999-99-99\n"
    yield "two documents", "a: 1\n---\nb: 2\n"
    yield "a million keys", "".join(f"k{n}: 1\n" for n in range(300_000))
    yield "a pickle", pickled()
    yield "zeros", bytes(1000)
    yield "half a letter", b"a: \xff\xfe\n"
    yield "control characters", "a: \x1b[2J\x07\n"
    yield "a base that is elsewhere", "base: ../../../../../../etc/passwd\n"
    yield "a base that is itself", "base: it.yaml\n"
    yield "a base that is a list", "base: [it.yaml]\n"


def _parts() -> Iterator[tuple[str, str]]:
    yield "10**9 of a tile", "regular_items:\n  mark: assumed\n  it: {copies: 1000000000}\n"
    yield (
        "a die with 10**6 sides",
        ("dice:\n  combat: {faces: [" + "1, " * 20_000 + "1], copies: [6], mark: assumed}\n"),
    )
    yield "numbers of 10**18", "board: {tile_columns: 1000000000000000000, mark: assumed}\n"
    yield "numbers below 0", "board: {tile_columns: -1, mark: assumed}\n"
    yield (
        "a map of a million rows",
        ("strips:\n  mark: assumed\n  portal: |\n" + "    . .\n" * 200_000),
    )
    yield (
        "a map of letters",
        "strips:\n  mark: assumed\n  portal: |\n    \x00é漢\n".replace("\x00", "Z"),
    )
    yield (
        "a hundred levels",
        "levels:\n" + "".join(f"  {n}: {{tiles: 2, mark: assumed}}\n" for n in range(6, 106)),
    )
    yield "a mark that is a list", "board: {tile_columns: 5, mark: [assumed]}\n"
    yield "a mark that is a mapping", "board: {tile_columns: 5, mark: {a: assumed}}\n"
    yield "marks that are numbers", "board: {tile_columns: 5, marks: {tile_columns: 1}}\n"
    yield "replacing everything", "replace: [[tiles]]\ntiles: {mark: assumed}\n"
    yield "replacing with nothing", "replace: [tiles]\ntiles: {mark: assumed}\n"
    yield "a section that is a number", "tiles: 7\nmark: assumed\n"
