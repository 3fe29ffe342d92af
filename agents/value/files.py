"""Folders of value networks: ``value.safetensors`` with the weights, ``card.json``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal

import numpy as np
from pydantic import Field

from tablemates.agents.errors import PolicyError
from tablemates.agents.facts import GameFacts
from tablemates.agents.networks.weight_files import (
    TrainedCard,
    read_card,
    read_weights,
    write_trained,
)
from tablemates.agents.value.network import Shape, Weights, cells_of, pairs_of
from tablemates.envs.core.game.observation import Layout

WEIGHTS: Final = "value.safetensors"
FORMAT: Final = "game-value"
#: Tensor that says which rows of the first layer are in the file: 1, those of zeros: 0.
_TRAINED: Final = "trained"

_Size = Annotated[int, Field(ge=1, le=4096)]


class ValueCard(TrainedCard):
    """Content of ``card.json``; what is not said here: see ``TrainedCard``.

    Attributes:
        format: What kind of folder it is.
        version: Of the format.
        width: Units of the first layer.
        hidden: Units of the second layer.
        rows: Rows of the first layer that were ever trained; only these are in the file.
        progress_weight: What progress counts beside the return when an action is chosen.
    """

    file: ClassVar = WEIGHTS

    format: Literal["game-value"] = "game-value"
    version: Literal[1] = 1
    width: _Size
    hidden: _Size
    rows: Annotated[int, Field(ge=0, lt=2**20)]
    progress_weight: Annotated[float, Field(ge=0, le=1)]

    def layout_in(self, facts: GameFacts) -> Layout | None:
        """Return the observation that it sees in a game, perhaps only the beginning of today's.

        It judges positions, so that actions which were appended since are no harm.
        """
        return facts.layout_of(self.interface)


def write_value(folder: Path, weights: Weights, **card: Any) -> ValueCard:
    """Write a folder and return its card; ``card`` has its fields but for sizes and ``weights``."""
    trained = weights.first.any(axis=1)
    tensors = {
        **weights._replace(first=weights.first[trained])._asdict(),
        _TRAINED: trained.astype(np.float32),
    }
    width, hidden = weights.second.shape
    sizes = {"width": width, "hidden": hidden, "rows": int(trained.sum())}
    return write_trained(folder, ValueCard, tensors, **sizes, **card)


def read_value(
    folder: Path, facts: GameFacts, notify: Callable[[str], None]
) -> tuple[ValueCard, Weights]:
    """Read a folder and check it against the game it is to play; what it never saw counts 0."""
    card = read_card(folder, ValueCard)
    card.check_fit(folder, facts, notify)
    layout = card.layout_in(facts)
    assert layout is not None  # it fits
    rows = cells_of(layout)[1]
    shapes = Shape(rows, card.width, card.hidden, 2 * pairs_of(facts.game)).of()
    stored = {**shapes, "first": (card.rows, card.width), _TRAINED: (rows,)}
    tensors = read_weights(folder, card, stored)
    trained = tensors.pop(_TRAINED) > 0
    if trained.sum() != card.rows:
        raise PolicyError(f"{folder / WEIGHTS}: {_TRAINED} does not name {card.rows} rows")
    first = np.zeros((cells_of(facts.layout)[1], card.width), np.float32)
    first[:rows][trained] = tensors["first"]
    return card, Weights(**{**tensors, "first": first})
