"""Folders with a file of weights and a card, which every kind of trained agent is kept in.

A folder may be downloaded: nothing in it is executed, sizes are checked before memory is
allocated, and every number has to be finite.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar

import numpy as np
import numpy.typing as npt
from pydantic import Field
from safetensors import SafetensorError
from safetensors.numpy import load, save

from tablemates.agents.cli.running import called
from tablemates.agents.errors import PolicyError
from tablemates.agents.facts import GameFacts
from tablemates.agents.output.folders import is_folder, write_whole
from tablemates.envs.core.files.documents import DocumentModel, validated
from tablemates.envs.core.game.observation import Layout

CARD: Final = "card.json"
#: What folders are, by the format that their cards name.
_KINDS: Final = {
    "game-policy": "a policy of another learner than td",
    "game-value": "a value network of the learner td",
}

Precision = Literal["float32", "float16"]
Tensors = Mapping[str, npt.NDArray[np.float32]]


class TrainedCard(DocumentModel):
    """Card of every kind of trained agent.

    Attributes:
        file: Name of the file with the weights.
        game: Name and version of the game.
        interface: Hash of actions and observation; networks for another one are refused, unless
            they can do without what was appended since.
        ruleset: Hash of the parts and rules that it was trained with.
        measured_under: Hashes of others under which it was found to play as well.
        engine: Hash of the engine's sources at that time.
        weights: SHA-256 of the file with the weights.
        precision: Of the numbers in the file; they are used as ``float32``.
        learner: Learner that trained it.
        config: All settings of the training.
        seeds: Seeds by purpose.
        steps: Decisions that it was trained on.
        hardware: Machine and versions of libraries.
        parent: SHA-256 of the weights that training started from; None: random weights.
        scenarios: Names of the scenarios that it was trained on.
    """

    file: ClassVar[str]

    game: str
    interface: str
    ruleset: str
    measured_under: tuple[str, ...] = ()
    engine: str
    weights: str
    precision: Precision = "float32"
    learner: str
    config: dict[str, Any]
    seeds: dict[str, int]
    steps: Annotated[int, Field(ge=0, lt=2**63)]
    hardware: dict[str, str]
    parent: str | None
    scenarios: tuple[str, ...] = ()

    def layout_in(self, facts: GameFacts) -> Layout | None:
        """Return the observation that it sees in a game, None: it cannot play it."""
        return facts.layout if self.interface == facts.hashes["interface"] else None

    def check_fit(self, folder: Path, facts: GameFacts, notify: Callable[[str], None]) -> None:
        """Refuse another interface; ``notify`` of other rules than it was trained with."""
        interface, ruleset = (facts.hashes[name] for name in ("interface", "ruleset"))
        if self.layout_in(facts) is None:
            raise PolicyError(
                f"{folder}: was made for interface {self.interface}, this game has {interface}: "
                "actions or observations differ; train it anew, or play it in the version and with "
                "the board_shape that it comes from"
            )
        if ruleset not in (self.ruleset, *self.measured_under):
            notify(
                f"{folder} was trained under the ruleset {self.ruleset} and plays here under "
                f"{ruleset}: other parts or rules"
            )


_Card = TypeVar("_Card", bound=TrainedCard)


def write_trained(folder: Path, kind: type[_Card], tensors: Tensors, **card: Any) -> _Card:
    """Write weights and their card over what is in the folder; return the card.

    ``card`` has all fields but ``weights``. Numbers that are not finite, or too large for the
    precision, are refused.
    """
    precision: Precision = card["precision"]
    with np.errstate(over="ignore"):
        kept = {name: np.ascontiguousarray(one, precision) for name, one in tensors.items()}
    _check_finite(folder / kind.file, kept)
    data = save(kept)
    made = kind(weights=hashlib.sha256(data).hexdigest(), **card)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / kind.file, data)
    text = json.dumps(made.model_dump(mode="json"), indent=2, allow_nan=False)
    write_whole(folder / CARD, f"{text}\n")
    return made


def _card_values(folder: Path) -> Any:
    if not is_folder(folder):
        command = called("train.py")
        raise PolicyError(
            f"{folder}: there is no such policy folder; {command} writes runs/NAME/policy"
        )
    file = folder / CARD
    if not file.exists():
        raise PolicyError(f"{folder}: is no policy folder: it holds no {CARD}")
    data = _read_bytes(file)
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise PolicyError(f"{file}: is not JSON ({error})") from error


def format_of(folder: Path) -> Any:
    """Return what the card of a folder says it is, None where it does not."""
    values = _card_values(folder)
    return values.get("format") if isinstance(values, dict) else None


def read_card(folder: Path, kind: type[_Card]) -> _Card:
    """Return the card of a folder, or raise a ``PolicyError``."""
    values = _card_values(folder)
    wanted = kind.model_fields["format"].default
    found = values.get("format") if isinstance(values, dict) else None
    if isinstance(found, str) and found in _KINDS and found != wanted:
        raise PolicyError(f"{folder}: is {_KINDS[found]}: {_KINDS[wanted]} is needed")
    return validated(kind, values, lambda why: PolicyError(f"{folder / CARD}: {why}"))


def read_weights(
    folder: Path, card: TrainedCard, *shapes: Mapping[str, tuple[int, ...]]
) -> dict[str, npt.NDArray[np.float32]]:
    """Return the tensors of a folder as ``float32``, or raise a ``PolicyError``.

    They have one of the ``shapes``.
    """
    file = folder / card.file
    data = _read_bytes(file)
    if hashlib.sha256(data).hexdigest() != card.weights:
        raise PolicyError(
            f"{file}: is damaged or was changed: its SHA-256 is not the one in {CARD}"
        )
    try:
        tensors = load(data)
    # The library's error depends on what is wrong with the header.
    except (SafetensorError, KeyError, ValueError, TypeError, OverflowError) as error:
        raise PolicyError(f"{file}: is not a safetensors file ({error})") from error
    found = {name: tensor.shape for name, tensor in tensors.items()}
    wanted = found if found in shapes else shapes[0]
    if tensors.keys() != wanted.keys():
        missing = ", ".join(sorted(wanted.keys() - tensors.keys())) or "nothing"
        extra = ", ".join(sorted(tensors.keys() - wanted.keys())) or "nothing"
        raise PolicyError(f"{file}: tensors missing: {missing}; not of this network: {extra}")
    for name, shape in wanted.items():
        tensor = tensors[name]
        if tensor.shape != shape or tensor.dtype != card.precision:
            raise PolicyError(
                f"{file}: {name} is {tensor.dtype} of shape {tensor.shape}, "
                f"its network needs {card.precision} of shape {shape}"
            )
    _check_finite(file, tensors)
    return {name: tensor.astype(np.float32) for name, tensor in tensors.items()}


def _check_finite(file: Path, tensors: Mapping[str, npt.NDArray[Any]]) -> None:
    for name, tensor in tensors.items():
        if not np.isfinite(tensor).all():
            raise PolicyError(f"{file}: {name} has values that are not finite")


def _read_bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise PolicyError(f"{file}: cannot be read ({error.strerror})") from error
