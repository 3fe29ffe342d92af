"""Policy folders: ``policy.safetensors`` with the weights, ``card.json`` with the metadata.

All learners write this format. A folder may be downloaded: nothing in it is executed, sizes
are checked before memory is allocated, and every number has to be finite.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import numpy as np
from pydantic import Field, ValidationError
from safetensors import SafetensorError
from safetensors.numpy import load, save

from tablemates.agents.errors import PolicyError
from tablemates.agents.folders import is_folder, write_whole
from tablemates.agents.networks import Floats, Network, NetworkSpec, make_network
from tablemates.envs.core.documents import DocumentModel, place_and_reason

WEIGHTS: Final = "policy.safetensors"
CARD: Final = "card.json"
FORMAT: Final = "game-policy"
VERSION: Final = 1

Precision = Literal["float32", "float16"]


class Card(DocumentModel):
    """Content of ``card.json``.

    Attributes:
        format: Always ``FORMAT``.
        version: Of the format.
        game: Name and version of the game.
        interface: Hash of actions and observation; policies for another one are refused.
        ruleset: Hash of the parts and rules that it was trained with.
        engine: Hash of the engine's sources at that time.
        network: Architecture.
        weights: SHA-256 of the file with the weights.
        learner: Learner that trained it.
        config: All settings of the training.
        seeds: Seeds by purpose.
        steps: Decisions that it was trained on.
        hardware: Machine and versions of libraries.
        parent: SHA-256 of the weights that training started from; None: random weights.
        precision: Of the numbers in the file; they are used as ``float32``.
        data: Digests of the data sets that it was cloned from.
        scenarios: Names of the scenarios that it was trained on.
        reference: Of policies before 0.2.0: SHA-256 of weights that training kept close to.
    """

    format: Literal["game-policy"]
    version: Literal[1]
    game: str
    interface: str
    ruleset: str
    engine: str
    network: NetworkSpec
    weights: str
    learner: str
    config: dict[str, Any]
    seeds: dict[str, int]
    steps: Annotated[int, Field(ge=0, lt=2**63)]
    hardware: dict[str, str]
    parent: str | None
    precision: Precision = "float32"
    data: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    reference: str | None = None


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy that has been read.

    Attributes:
        card: Its metadata.
        network: Its network.
        tensors: Its weights by the names of the network's ``shapes``, ``float32``.
    """

    card: Card
    network: Network
    tensors: Mapping[str, Floats]


def write_policy(
    folder: Path, tensors: Mapping[str, Floats], precision: Precision = "float32", **card: Any
) -> Card:
    """Write a policy folder and return its card.

    Args:
        folder: The folder; a policy in it is replaced.
        tensors: The weights.
        precision: Precision in the file; ``float16`` takes half the space.
        **card: The other fields of ``Card`` but for ``format``, ``version`` and ``weights``.

    Raises:
        ValidationError: A field is missing or wrong.
        PolicyError: The tensors are not those of the network, or not finite.
    """
    with np.errstate(over="ignore"):  # numbers too large for float16 become infinite: refused
        rounded = {
            name: np.ascontiguousarray(tensor, precision) for name, tensor in tensors.items()
        }
    data = save(rounded)
    digest = hashlib.sha256(data).hexdigest()
    made = Card(format=FORMAT, version=VERSION, weights=digest, precision=precision, **card)
    _check_tensors(folder, made, rounded)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / WEIGHTS, data)
    text = json.dumps(made.model_dump(mode="json"), indent=2, allow_nan=False)
    write_whole(folder / CARD, f"{text}\n")
    return made


def read_policy(folder: Path) -> Policy:
    """Read and check a policy folder.

    Raises:
        PolicyError: It is missing or damaged.
    """
    card = _read_card(folder)
    spec = card.network
    data = _read_bytes(folder / WEIGHTS)
    if hashlib.sha256(data).hexdigest() != card.weights:
        raise PolicyError(
            f"{folder / WEIGHTS}: is damaged or was changed: its SHA-256 is not the one in {CARD}"
        )
    try:
        tensors = load(data)
    # The library's error depends on what is wrong with the header.
    except (SafetensorError, KeyError, ValueError, TypeError, OverflowError) as error:
        raise PolicyError(f"{folder / WEIGHTS}: is not a safetensors file ({error})") from error
    _check_tensors(folder, card, tensors)
    tensors = {name: tensor.astype(np.float32) for name, tensor in tensors.items()}
    return Policy(card, make_network(spec, tensors), tensors)


def _read_card(folder: Path) -> Card:
    if not is_folder(folder):
        raise PolicyError(
            f"{folder}: there is no such policy folder; train.py writes runs/NAME/policy"
        )
    file = folder / CARD
    data = _read_bytes(file)
    try:
        values = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise PolicyError(f"{file}: is not JSON ({error})") from error
    try:
        return Card.model_validate(values)
    except ValidationError as error:
        place, reason = place_and_reason(error, values)
        where = ".".join(map(str, place))
        raise PolicyError(f"{file}: {where}{': ' if where else ''}{reason}") from error


def _read_bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise PolicyError(f"{file}: cannot be read ({error.strerror})") from error


def _check_tensors(folder: Path, card: Card, tensors: Mapping[str, Any]) -> None:
    file, shapes = folder / WEIGHTS, card.network.shapes()
    if tensors.keys() != shapes.keys():
        missing = ", ".join(sorted(shapes.keys() - tensors.keys())) or "nothing"
        extra = ", ".join(sorted(tensors.keys() - shapes.keys())) or "nothing"
        raise PolicyError(f"{file}: tensors missing: {missing}; not of this network: {extra}")
    for name, shape in shapes.items():
        tensor = tensors[name]
        if tensor.shape != shape or tensor.dtype != card.precision:
            raise PolicyError(
                f"{file}: {name} is {tensor.dtype} of shape {tensor.shape}, "
                f"its network needs {card.precision} of shape {shape}"
            )
        if not np.isfinite(tensor).all():
            raise PolicyError(f"{file}: {name} has values that are not finite")
