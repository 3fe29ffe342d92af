"""Folders of value networks: ``value.safetensors`` with the weights, ``card.json``.

A folder within may hold the network of games of the same kind that show more, see ``network_in``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal

import numpy as np
from pydantic import Field

from tablemates.agents.errors import PolicyError
from tablemates.agents.facts import GameFacts
from tablemates.agents.networks.weight_files import (
    CARD,
    TrainedCard,
    read_card,
    read_weights,
    write_trained,
)
from tablemates.agents.value.network import Floats, Shape, Weights, cells_of, pairs_of
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


def network_in(folder: Path, facts: GameFacts) -> Path:
    """Return the folder of the network that plays a game: this one, or one within that sees more.

    So a network for one team has another beside it for games of two teams, which show more.
    """
    sizes: dict[Path, int] = {}
    for one in (folder, *(card.parent for card in sorted(folder.glob(f"*/{CARD}")))):
        layout = read_card(one, ValueCard).layout_in(facts)
        sizes[one] = -1 if layout is None else layout.size
    return max(sizes, key=sizes.__getitem__)


def read_value(
    folder: Path, facts: GameFacts, notify: Callable[[str], None]
) -> tuple[ValueCard, Weights]:
    """Read a folder and check it against the game it is to play; what it never saw counts 0.

    A network of games in which all seats share their return knows nothing of those of the others
    where they do not: in two teams it judges the chance of its own, and 50 % for everybody else.
    """
    card = read_card(folder, ValueCard)
    card.check_fit(folder, facts, notify)
    layout = card.layout_in(facts)
    assert layout is not None  # it fits
    rows = cells_of(layout)[1]
    pairs, more = pairs_of(facts), {"first": (card.rows, card.width), _TRAINED: (rows,)}
    shapes = [Shape(rows, card.width, card.hidden, 2 * n).of() | more for n in (pairs, 1)]
    tensors = read_weights(folder, card, *shapes)
    trained = tensors.pop(_TRAINED) > 0
    if trained.sum() != card.rows:
        raise PolicyError(f"{folder / WEIGHTS}: {_TRAINED} does not name {card.rows} rows")
    first = np.zeros((cells_of(facts.layout)[1], card.width), np.float32)
    first[:rows][trained] = tensors["first"]
    last = {name: _spread(tensors[name], pairs) for name in ("third", "third_bias")}
    return card, Weights(**{**tensors, "first": first, **last})


def _spread(outputs: Floats, pairs: int) -> Floats:
    """Return what leads to the outputs of so many seats, 0 where a network has none for them."""
    known = outputs.shape[-1] // 2
    spread = np.zeros((*outputs.shape[:-1], 2, pairs), np.float32)
    spread[..., :known] = outputs.reshape(*outputs.shape[:-1], 2, known)
    return spread.reshape(*outputs.shape[:-1], 2 * pairs)
