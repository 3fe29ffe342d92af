"""Data sets and checkpoints from strangers."""

from __future__ import annotations

import importlib.util
import io
import json
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.dataset.making import make as make_data
from tablemates.agents.learn.dataset.reading import DataSets
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.dataset.test_making import small
from tests.judge.strangers.case import (
    Case,
    Payload,
    endless,
    holes,
    loop,
    nested,
    pickled,
    pipe,
    zipped,
)

_SHARD = "000000.npz"


def cases(samples: Path, skipped: list[str]) -> Iterator[Case]:
    """Yield the cases; every folder begins as a sound data set.

    Args:
        samples: Where it is made.
        skipped: Is told what cannot be tried here.
    """
    facts = GameFacts.of(Settings())
    good = samples / "data"
    make_data(small(good, decisions=1, games=1))

    def read(folder: Path) -> None:
        """As ``train.py`` with ``learner=bc`` does."""
        DataSets([folder], facts, 0.0, lambda _sentence: None).learned([0])

    def case(name: str, spoil: Callable[[Path], Any]) -> Case:
        def make(folder: Path) -> Path:
            shutil.copytree(good, folder / "it")
            spoil(folder / "it")
            return folder / "it"

        return Case(f"data set/{name}", make, read)

    for name, data in _shards(good / "shards" / _SHARD):
        yield case(name, lambda folder, d=data: (folder / "shards" / _SHARD).write_bytes(d))
    for place in ("card.json", f"shards/{_SHARD}"):
        for words, how in (
            ("a device", endless),
            ("a pipe", pipe),
            ("a link to itself", loop),
            ("64 GB", holes),
        ):
            yield case(f"{place} is {words}", lambda folder, p=place, h=how: h(folder / p))
    card = json.loads((good / "card.json").read_text())
    for name, fields in _cards(card):
        text = json.dumps(card | fields)
        yield case(name, lambda folder, t=text: (folder / "card.json").write_text(t))
    for name, text in (("nested", nested(100_000)), ("a list", "[]"), ("a pickle", "\x80\x04")):
        yield case(f"card is {name}", lambda folder, t=text: (folder / "card.json").write_text(t))
    if importlib.util.find_spec("torch") is None:
        skipped.append("checkpoints: torch is not installed")
    else:
        yield from _checkpoints()


def _shards(file: Path) -> Iterator[tuple[str, bytes]]:
    with np.load(file) as found:
        arrays = {name: found[name] for name in found.files}

    def changed(**fields: Any) -> bytes:
        data = io.BytesIO()
        np.savez_compressed(data, **(arrays | fields))
        return data.getvalue()

    def with_header(name: str, shape: str, size: int) -> bytes:
        """Return a file in which an array claims a shape, with so many zeros after it."""
        text = f"{{'descr': '|i1', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
        head = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode()
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for one, array in arrays.items():
                if one == name:
                    with archive.open(f"{one}.npy", "w", force_zip64=True) as stream:
                        stream.write(head)
                        for _ in range(size // 1_000_000):
                            stream.write(bytes(1_000_000))
                else:
                    part = io.BytesIO()
                    np.save(part, array)
                    archive.writestr(f"{one}.npy", part.getvalue())
        return data.getvalue()

    objects = np.empty(1, object)
    objects[0] = Payload()
    plain = io.BytesIO()
    np.save(plain, objects, allow_pickle=True)
    yield "a pickle", pickled()
    yield "nothing", b""
    yield "cut", file.read_bytes()[:-40]
    yield "a zip with pickles", zipped(**{f"{name}.npy": pickled() for name in arrays})
    yield "arrays of objects", zipped(**{f"{name}.npy": plain.getvalue() for name in arrays})
    yield "a zip that leads elsewhere", zipped(**{"..__..__executed": b"x"})
    yield "an array that claims 10**12", with_header("observations", "(1000000, 1000000)", 0)
    yield "an array that claims 10**30", with_header("observations", "(10**30,)", 0)
    yield "an array of 10**30 in a tuple", with_header("observations", f"({10**30},)", 0)
    yield "an array below 0", with_header("observations", "(-5, 3)", 0)
    yield "400 MB of zeros", with_header("observations", "(400, 1000000)", 400_000_000)
    yield (
        "a header that calls",
        with_header("masks", "__import__('os').system('touch executed')", 0),
    )
    yield "no masks", changed(masks=np.zeros((0, 0), np.int8))
    yield "masks of another width", changed(masks=arrays["masks"][:, :3])
    yield "masks of fractions", changed(masks=arrays["masks"].astype(np.float64))
    yield "observations of fractions", changed(observations=np.full((5, 5), np.nan))
    yield "observations of another width", changed(observations=arrays["observations"][:, :7])
    yield "observations of words", changed(observations=np.array([["a"]]))
    yield "fewer decisions in one array", changed(actions=arrays["actions"][:-1])
    yield "games that there are not", changed(game=arrays["game"] + 1000)
    yield "games below 0", changed(game=arrays["game"] - 1000)
    yield "actions that there are not", changed(actions=arrays["actions"] + 20_000)
    yield "actions below 0", changed(actions=np.full_like(arrays["actions"], -5))
    yield "actions that are illegal", changed(masks=np.zeros_like(arrays["masks"]))
    yield "choices that there are not", changed(scored=np.full_like(arrays["scored"], 30_000))
    yield "choices below none", changed(scored=np.full_like(arrays["scored"], -7))
    yield "choices of another width", changed(scored=arrays["scored"][:, :1])
    yield (
        "scores that are no numbers",
        changed(
            scored=np.zeros_like(arrays["scored"]), scores=np.full_like(arrays["scores"], np.nan)
        ),
    )
    yield "seeds of words", changed(seeds=np.array(["a"]))
    yield "seeds that are missing", changed(seeds=arrays["seeds"][:0])
    yield "outcomes of words", changed(won=np.array(["yes"]))


def _cards(card: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    (one,) = list(card["shards"].values())[:1]
    for name in ("../../../etc/passwd", "/etc/passwd", "..", "", "a/../../b", "\x00", "x" * 5000):
        yield f"a shard called {name[:20]!r}", {"shards": {name: one}}
    yield "no shards", {"shards": {}}
    yield "shards that are a list", {"shards": [1]}
    yield "another format", {"format": "pickle"}
    yield "another interface", {"interface": "0" * 16}
    yield "another digest of the file", {"shards": {_SHARD: one | {"sha256": "0" * 64}}}
    yield "other decisions than the file has", {"shards": {_SHARD: one | {"decisions": 10**12}}}


def _checkpoints() -> Iterator[Case]:
    import torch

    from tablemates.agents.learn.run_folder import RunFolder

    def read(folder: Path) -> None:
        RunFolder(folder).read_state()

    def case(name: str, data: bytes) -> Case:
        def make(folder: Path) -> Path:
            inside = folder / "checkpoints" / f"{7:012d}"
            inside.mkdir(parents=True)
            (inside / "learner.pt").write_bytes(data)
            return folder

        return Case(f"checkpoint/{name}", make, read)

    def saved(state: Any) -> bytes:
        data = io.BytesIO()
        torch.save(state, data)
        return data.getvalue()

    yield case("a pickle", pickled())
    yield case("a zip with a pickle", zipped(archive__data__pkl=pickled(), archive__version=b"3"))
    yield case("a payload as torch saves it", saved({"steps": Payload()}))
    yield case("a payload beside tensors", saved({"a": torch.zeros(3), "b": [Payload()]}))
    yield case("nothing", b"")
    yield case("a list", saved([1, 2]))
    yield case("nothing in it", saved({}))
