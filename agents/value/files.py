"""Folders of value networks: ``value.safetensors`` with the weights, ``card.json``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import numpy as np
from pydantic import Field

from tablemates.agents.errors import PolicyError
from tablemates.agents.facts import GameFacts
from tablemates.agents.value.network import Shape, Weights, cells_of, pairs_of
from tablemates.agents.weights import (
    Precision,
    TrainedCard,
    check_tensors,
    digest_of,
    read_card,
    read_weights,
    rounded,
    write_folder,
)

WEIGHTS: Final = "value.safetensors"
FORMAT: Final = "game-value"
VERSION: Final = 1
#: Tensor that says which rows of the first layer are in the file: 1, those of zeros: 0.
_TRAINED: Final = "trained"

_Size = Annotated[int, Field(ge=1, le=4096)]


class ValueCard(TrainedCard):
    """Content of ``card.json``; what is not said here: see ``TrainedCard``.

    Attributes:
        format: Always ``FORMAT``.
        version: Of the format.
        width: Units of the first layer.
        hidden: Units of the second layer.
        rows: Rows of the first layer that were ever trained; only these are in the file.
        progress_weight: What progress counts beside the return when an action is chosen.
    """

    format: Literal["game-value"]
    version: Literal[1]
    width: _Size
    hidden: _Size
    rows: Annotated[int, Field(ge=0, lt=2**20)]
    progress_weight: Annotated[float, Field(ge=0, le=1)]

    def shape(self, facts: GameFacts) -> Shape:
        """Return the sizes of the network for a game."""
        return Shape(cells_of(facts.layout)[1], self.width, self.hidden, 2 * pairs_of(facts.game))


def write_value(folder: Path, weights: Weights, precision: Precision, **card: Any) -> ValueCard:
    """Write a folder and return its card.

    Args:
        folder: The folder; a network in it is replaced.
        weights: The network.
        precision: Precision in the file; ``float16`` takes half the space.
        **card: The other fields of ``ValueCard`` but for ``format``, ``version``, sizes and
            ``weights``.

    Raises:
        ValidationError: A field is missing or wrong.
        PolicyError: The weights are not finite.
    """
    trained = weights.first.any(axis=1)
    tensors = {
        **weights._replace(first=weights.first[trained])._asdict(),
        _TRAINED: trained.astype(np.float32),
    }
    kept = rounded(tensors, precision)
    data, digest = digest_of(kept)
    width, hidden = weights.second.shape
    sizes = {"width": width, "hidden": hidden, "rows": int(trained.sum())}
    made = ValueCard(
        format=FORMAT, version=VERSION, weights=digest, precision=precision, **sizes, **card
    )
    shapes = {name: array.shape for name, array in tensors.items()}
    check_tensors(folder / WEIGHTS, kept, precision, shapes)
    write_folder(folder, WEIGHTS, data, made)
    return made


def read_value(
    folder: Path, facts: GameFacts, notify: Callable[[str], None]
) -> tuple[ValueCard, Weights]:
    """Read a folder and check it against the game it is to play.

    Args:
        folder: The folder.
        facts: The game.
        notify: Called with a sentence if the network was trained with other rules.

    Raises:
        PolicyError: It is missing, damaged, or was made for another interface.
    """
    card = read_card(folder, ValueCard)
    card.check_fit(folder, facts, notify)
    shapes = card.shape(facts).of()
    rows, width = shapes["first"]
    stored = {**shapes, "first": (card.rows, width), _TRAINED: (rows,)}
    tensors = read_weights(folder / WEIGHTS, card.weights, card.precision, stored)
    trained = tensors.pop(_TRAINED) > 0
    if trained.sum() != card.rows:
        raise PolicyError(f"{folder / WEIGHTS}: {_TRAINED} does not name {card.rows} rows")
    first = np.zeros((rows, width), np.float32)
    first[trained] = tensors["first"]
    return card, Weights(**{**tensors, "first": first})
