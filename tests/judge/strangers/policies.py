"""Policies from strangers."""

from __future__ import annotations

import hashlib
import json
import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file, save

from tablemates.agents.facts import GameFacts
from tablemates.agents.policy import CARD, WEIGHTS
from tablemates.agents.policy_agent import PolicyAgent, load_policy
from tablemates.envs.core.agent import Situation
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.conftest import tokens_spec, write_random_policy
from tests.judge.strangers.case import Case, endless, holes, loop, nested, pickled, pipe, zipped

_HEAD = 8


def cases(samples: Path) -> Iterator[Case]:
    """Yield the cases; every folder begins as a sound policy."""
    facts = GameFacts.of(Settings())
    write_random_policy(samples / "policy", facts)
    write_random_policy(samples / "tokens", facts, spec=tokens_spec(facts))

    def read(folder: Path) -> None:
        policy = load_policy(folder, facts, lambda _sentence: None)
        mask = np.zeros(len(facts.catalogue), np.int8)
        mask[3:9] = 1
        seen = np.ones(facts.layout.size, np.int8)
        PolicyAgent("it", policy).act(Situation(seen, mask, np.zeros(1, np.uint8), 1))

    def case(name: str, spoil: Callable[[Path], Any], kind: str = "policy") -> Case:
        def make(folder: Path) -> Path:
            shutil.copytree(samples / kind, folder / "it")
            spoil(folder / "it")
            return folder / "it"

        return Case(f"policy/{name}", make, read)

    yield from (case(name, weights(data)) for name, data in _weights(samples))
    for name in (CARD, WEIGHTS):
        for words, how in (
            ("a device", endless),
            ("a pipe", pipe),
            ("a link to itself", loop),
            ("64 GB", holes),
        ):
            yield case(f"{name} is {words}", lambda folder, n=name, h=how: h(folder / n))
    yield case("card.json is a folder", _folder_for_card)
    yield case("weights lie elsewhere", _weights_elsewhere)
    for name, fields in _cards():
        yield case(name, lambda folder, f=fields: _change(folder, **f))
    for name, text in _texts():
        yield case(name, lambda folder, t=text: (folder / CARD).write_text(t))
    for name, value in (("nan", np.nan), ("inf", np.inf), ("-inf", -np.inf)):
        for kind in ("policy", "tokens"):
            yield case(f"{name} in a {kind}", lambda f, v=value: _poison(f, v), kind)
    yield case("answers overflow", _overflow)


def weights(data: bytes) -> Callable[[Path], None]:
    """Return what puts bytes in the place of the weights, with the digest that fits."""

    def spoil(folder: Path) -> None:
        (folder / WEIGHTS).write_bytes(data)
        _change(folder, weights=hashlib.sha256(data).hexdigest())

    return spoil


def _weights(samples: Path) -> Iterator[tuple[str, bytes]]:
    good = (samples / "policy" / WEIGHTS).read_bytes()
    length = struct.unpack("<Q", good[:_HEAD])[0]
    header = json.loads(good[_HEAD : _HEAD + length])
    body = good[_HEAD + length :]

    def packed(changed: Any, rest: bytes = body) -> bytes:
        text = changed if isinstance(changed, bytes) else json.dumps(changed).encode()
        return struct.pack("<Q", len(text)) + text + rest

    yield "a pickle", pickled()
    yield "a zip with a pickle", zipped(archive__data__pkl=pickled())
    yield "nothing", b""
    yield "cut", good[: len(good) // 2]
    yield "a header of 2**63 bytes", struct.pack("<Q", 2**63) + good[_HEAD:]
    yield "a header longer than the file", struct.pack("<Q", 10**6) + good[_HEAD:]
    yield "a nested header", packed(b'{"a":' * 20_000 + b"1" + b"}" * 20_000)
    yield "a header that is a list", packed(b"[]")
    yield "a header of a million keys", packed({f"k{n}": header for n in range(50)}, b"")
    first = next(name for name in header if name != "__metadata__")
    for name, entry in (
        ("a shape of 2**40", {"shape": [2**40], "data_offsets": [0, 2**42]}),
        ("a shape of 2**40 in few bytes", {"shape": [2**40], "data_offsets": [0, 4]}),
        ("a shape that overflows", {"shape": [2**33, 2**33], "data_offsets": [0, 0]}),
        ("a shape below 0", {"shape": [-1], "data_offsets": [0, 4]}),
        ("offsets below 0", {"data_offsets": [-4, 0]}),
        ("offsets that overlap", {"data_offsets": [0, len(body)]}),
        ("offsets turned round", {"data_offsets": [64, 0]}),
        ("an unknown type of number", {"dtype": "PICKLE"}),
        ("a shape that is a word", {"shape": "all"}),
        ("a shape of 10**400", {"shape": [10**400]}),
    ):
        yield name, packed(header | {first: header[first] | entry})


def _cards() -> Iterator[tuple[str, dict[str, Any]]]:
    sizes = {"kind": "mlp", "inputs": 60_000, "outputs": 60_000, "activation": "tanh"}
    yield "layers of 65,536", {"network": sizes | {"hidden": [65_536] * 16}}
    yield "a layer of 10**12", {"network": sizes | {"hidden": [10**12]}}
    yield "a million layers", {"network": sizes | {"hidden": [1] * 100_000}}
    yield "a kind that is a module", {"network": sizes | {"kind": "os:system", "hidden": [1]}}
    yield "a path for a digest", {"weights": "../../../../etc/passwd"}
    yield "steps of 10**4000", {"steps": 10**4000}
    yield "steps below 0", {"steps": -1}
    yield "seeds that are no numbers", {"seeds": {"train": "../x"}}
    yield "a precision that there is not", {"precision": "object"}
    yield "another format", {"format": "pickle"}
    yield "another interface", {"interface": "0" * 16}
    yield "an interface that is a list", {"interface": [[]]}
    yield "an unknown key", {"__reduce__": "os.system"}


def _texts() -> Iterator[tuple[str, str]]:
    yield "card is nested", nested(100_000)
    yield "card is deeply nested, but not too deeply for JSON", '{"config":' + nested(900) + "}"
    yield "card has a number of a million digits", '{"steps": ' + "9" * 900_000 + "}"
    yield "card is a YAML tag", "!!python/object/apply:os.system ['touch executed']"
    yield "card is a number", "1e999"
    yield "card is NaN", "NaN"


def _change(folder: Path, **fields: Any) -> None:
    card = json.loads((folder / CARD).read_text()) | fields
    # Python's own writer refuses numbers of thousands of digits; strangers need not.
    text = json.dumps({**card, "steps": 0} if "steps" in fields else card)
    if "steps" in fields:
        digits = "1" + "0" * 4000 if fields["steps"] == 10**4000 else str(fields["steps"])
        text = text.replace('"steps": 0', f'"steps": {digits}')
    (folder / CARD).write_text(text)


def _folder_for_card(folder: Path) -> None:
    (folder / CARD).unlink()
    (folder / CARD).mkdir()


def _weights_elsewhere(folder: Path) -> None:
    (folder / WEIGHTS).unlink()
    (folder / WEIGHTS).symlink_to("/etc/passwd")


def _poison(folder: Path, value: float) -> None:
    tensors = load_file(folder / WEIGHTS)
    name = sorted(tensors)[0]
    tensors[name].reshape(-1)[0] = value
    weights(save(tensors))(folder)


def _overflow(folder: Path) -> None:
    tensors = load_file(folder / WEIGHTS)
    tensors["trunk.1.bias"][:] = 100
    tensors["actor.weight"][:] = 3e38
    weights(save(tensors))(folder)
