"""Datasets: their files, and decisions to learn from, with games kept for validation.

| file | content |
|---|---|
| ``card.json`` | see ``DataCard`` |
| ``shards/<number>.npz`` | see ``Decisions`` |
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tablemates.agents.errors import FolderError
from tablemates.agents.facts import GameFacts
from tablemates.agents.output.folders import write_whole
from tablemates.agents.registry import print_notice
from tablemates.envs.core.files.documents import DocumentModel
from tablemates.envs.core.hashing import hash_of
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.core.views.decision_keys import uniforms
from tablemates.envs.registry import find_game

CARD: Final = "card.json"
#: Settings that may change when a dataset grows.
FREE: Final = frozenset({"out", "decisions"})

Array = npt.NDArray[Any]

#: Type and number of axes of each column of a shard.
_COLUMNS: Final = {
    "observations": (np.int8, 2),
    "masks": (np.int8, 2),
    "actions": (np.int16, 1),
    "played": (np.int16, 1),
    "sound": (np.bool_, 1),
    "returns": (np.float32, 1),
    "seeds": (np.uint64, 1),
}


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions of some games, one row each.

    Attributes:
        observations: ``int8``, shape ``(decisions, values)``.
        masks: Legal actions, ``int8``, shape ``(decisions, actions)``.
        actions: The teacher's actions, ``int16``.
        played: Actions played, ``int16``.
        sound: Whether no noise followed, so that the outcome tells the position's value.
        returns: What the game has earned the decision's seat, ``float32``.
        seeds: Seed of the decision's game, ``uint64``.
    """

    observations: Array8
    masks: Array8
    actions: Array
    played: Array
    sound: Array
    returns: Array
    seeds: Array

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, indices: Array | slice) -> Decisions:
        return Decisions(*(array[indices] for array in self._arrays()))

    def _arrays(self) -> list[Array]:
        return [getattr(self, name) for name in self.__slots__]

    @classmethod
    def joined(cls, parts: Sequence[Decisions]) -> Decisions:
        """Return the decisions of several parts."""
        columns = zip(*(part._arrays() for part in parts), strict=True)
        return cls(*(np.concatenate(column) for column in columns))

    def write(self, file: Path) -> None:
        """Write a shard; consecutive observations are XORed, which compresses a hundredfold."""
        arrays: dict[str, Any] = dict(zip(self.__slots__, self._arrays(), strict=True))
        arrays["observations"] = self.observations.copy()
        arrays["observations"][1:] ^= self.observations[:-1]
        data = io.BytesIO()
        np.savez_compressed(data, **arrays)
        write_whole(file, data.getvalue())

    @classmethod
    def read(cls, file: Path) -> Decisions:
        """Read a shard, or raise a ``FolderError``."""
        try:
            data = io.BytesIO(file.read_bytes())
        except OSError as error:
            raise FolderError(
                f"{file} cannot be read ({error.strerror}): run the command again that made the "
                "dataset"
            ) from error
        try:
            with np.load(data, allow_pickle=False) as found:
                arrays = {name: found[name] for name in cls.__slots__}
            _check_columns(arrays)
            # Row by row: numpy.bitwise_xor.accumulate is a hundred times slower here.
            for before, row in pairwise(arrays["observations"]):
                row ^= before
        except Exception as error:  # NumPy's error depends on where the file is damaged
            raise FolderError(
                f"{file} is damaged ({error}): delete it and run the command again that made the "
                "dataset"
            ) from error
        return cls(**arrays)


def _check_columns(arrays: dict[str, Array]) -> None:
    """Raise a ``ValueError`` unless arrays are the columns of decisions."""
    for name, array in arrays.items():
        wanted, axes = _COLUMNS[name]
        if array.dtype != wanted or array.ndim != axes:
            raise ValueError(f"{name} is {array.dtype} with {array.ndim} axes")
    if len(lengths := {len(array) for array in arrays.values()}) != 1:
        raise ValueError(f"columns of {' and '.join(map(str, sorted(lengths)))} decisions")
    masks = arrays["masks"]
    for name in ("actions", "played"):
        actions = arrays[name]
        known = (actions >= 0) & (actions < masks.shape[1])
        legal = known & (masks[np.arange(len(masks)), actions * known] == 1)
        if not legal.all():
            raise ValueError(f"{name} has {actions[np.argmin(legal)]}, which is not legal there")
    if not np.isfinite(arrays["returns"]).all():
        raise ValueError("returns has what is no number")


class DataCard(DocumentModel):
    """Content of ``card.json``; ``shards`` has the number of decisions of each file by its name."""

    format: Literal["game-decisions"] = "game-decisions"
    version: Literal[5] = 5
    game: str
    interface: str
    ruleset: str
    scenarios: list[str]
    config: dict[str, Any]
    shards: dict[str, int] = Field({})

    @property
    def decisions(self) -> int:
        """Number of decisions."""
        return sum(self.shards.values())

    @property
    def digest(self) -> str:
        """Hash of what the decisions follow from: settings, rules and numbers of the games."""
        config = {name: one for name, one in self.config.items() if name not in FREE}
        return hash_of([self.interface, self.ruleset, config, sorted(self.shards.items())])


def shard_file(folder: Path, number: int) -> Path:
    """Return the path of a dataset's file."""
    return folder / "shards" / f"{number:06d}.npz"


def read_card(folder: Path) -> DataCard:
    """Return the card of a dataset, or raise a ``FolderError``."""
    try:
        return DataCard.model_validate_json((folder / CARD).read_bytes())
    except OSError as error:
        raise FolderError(
            f"{folder} holds no dataset ({CARD}: {error.strerror}): make one with "
            "python -m tablemates.agents.learn.make_dataset"
        ) from error
    except ValueError as error:
        raise FolderError(f"{folder / CARD} is damaged or of another version") from error


class DataSets:
    """Several datasets as one: ``digests`` of each, and all ``files``.

    ``validation_share`` of their games is kept for validation. A notice is printed if one was
    made with other rules.
    """

    def __init__(self, folders: Sequence[Path], facts: GameFacts, validation_share: float) -> None:
        self._validation_share = validation_share
        self._widths = facts.layout.size, len(facts.catalogue)
        self.digests: list[str] = []
        self.files: list[Path] = []
        for folder in folders:
            card = read_card(folder)
            if card.game != (name := find_game(facts.game).name):
                raise FolderError(f"{folder}: its games are of {card.game}, not of {name}")
            if card.interface != facts.hashes["interface"]:
                raise FolderError(
                    f"{folder}: was made for interface {card.interface}, this game has "
                    f"{facts.hashes['interface']}: make it anew"
                )
            if card.ruleset != facts.hashes["ruleset"]:
                print_notice(f"{folder}: made with other parts or rules (ruleset {card.ruleset})")
            self.digests.append(card.digest)
            self.files += [folder / "shards" / name for name in sorted(card.shards)]
        if not self.files:
            raise FolderError(f"{', '.join(map(str, folders))}: there are no decisions yet")

    def training(self, files: Sequence[int]) -> Decisions:
        """Return the decisions of some files that are learned from."""
        return self._read(files, validation=False)

    def validation(self) -> Decisions:
        """Return all validation decisions, at least one."""
        found = self._read(range(len(self.files)), validation=True)
        if not len(found):
            raise FolderError(
                "no game was drawn for validation: make larger datasets or raise "
                "--bc.validation_share"
            )
        return found

    def _read(self, files: Sequence[int], validation: bool) -> Decisions:
        parts = []
        for number in files:
            shard = Decisions.read(self.files[number])
            widths = shard.observations.shape[1], shard.masks.shape[1]
            if widths != self._widths:
                raise FolderError(
                    f"{self.files[number]} is damaged: it has {widths[0]} values and {widths[1]} "
                    f"actions a decision, not {self._widths[0]} and {self._widths[1]}; delete it "
                    "and run the command again that made the dataset"
                )
            # By the game's seed: the split does not depend on what is read together.
            seeds, game = np.unique(shard.seeds, return_inverse=True)
            chosen = uniforms(seeds.tolist()) < self._validation_share
            parts.append(shard[chosen[game] == validation])
        return Decisions.joined(parts)
