"""Policy folders: ``policy.safetensors`` with the weights, ``card.json`` with the metadata.

All learners of policies write this format, see ``tablemates.agents.weights``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from tablemates.agents.networks import Floats, Network, NetworkSpec
from tablemates.agents.weights import (
    CARD,
    Precision,
    TrainedCard,
    check_tensors,
    digest_of,
    read_card,
    read_weights,
    rounded,
    write_folder,
)

__all__ = ["CARD", "Card", "Policy", "Precision", "read_policy", "write_policy"]

WEIGHTS: Final = "policy.safetensors"
FORMAT: Final = "game-policy"
VERSION: Final = 1


class Card(TrainedCard):
    """Content of ``card.json``; what is not said here: see ``TrainedCard``.

    Attributes:
        format: Always ``FORMAT``.
        version: Of the format.
        network: Architecture.
        data: Digests of the data sets that it was cloned from.
        reference: Of policies before 0.2.0: SHA-256 of weights that training kept close to.
    """

    format: Literal["game-policy"]
    version: Literal[1]
    network: NetworkSpec
    data: tuple[str, ...] = ()
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
    kept = rounded(tensors, precision)
    data, digest = digest_of(kept)
    made = Card(format=FORMAT, version=VERSION, weights=digest, precision=precision, **card)
    check_tensors(folder / WEIGHTS, kept, made.precision, made.network.shapes())
    write_folder(folder, WEIGHTS, data, made)
    return made


def read_policy(folder: Path) -> Policy:
    """Read and check a policy folder.

    Raises:
        PolicyError: It is missing or damaged.
    """
    card = read_card(folder, Card)
    spec = card.network
    tensors = read_weights(folder / WEIGHTS, card.weights, card.precision, spec.shapes())
    return Policy(card, Network(spec, tensors), tensors)
