"""Reads data sets for learners: files in groups, games held out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import FolderError
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.dataset.folder import DataCard, DataFolder
from tablemates.agents.learn.dataset.shards import Claim, Shard
from tablemates.agents.networks import AnySpec, rows_of
from tablemates.envs.core.keys import uniforms
from tablemates.envs.core.record import Array8

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions to learn from, one below the other; see ``Shard`` for the arrays.

    Attributes:
        won: Whether the game was won that each was taken in, ``float32``.
    """

    observations: Array8
    masks: Array8
    actions: Array
    played: Array
    scored: Array
    scores: Array
    sound: Array
    won: Array

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, places: Array | slice) -> Decisions:
        return Decisions(*(array[places] for array in self._arrays()))

    def _arrays(self) -> list[Array]:
        return [getattr(self, name) for name in self.__slots__]

    @classmethod
    def of(cls, shard: Shard) -> Decisions:
        """Return the decisions of a file."""
        return cls(
            shard.observations,
            shard.masks,
            shard.actions,
            shard.played,
            shard.scored,
            shard.scores,
            shard.sound,
            shard.won[shard.game].astype(np.float32),
        )

    @classmethod
    def joined(cls, parts: Sequence[Decisions]) -> Decisions:
        """Return several as one."""
        columns = zip(*(part._arrays() for part in parts), strict=True)
        return cls(*(np.concatenate(column) for column in columns))


class DataSets:
    """Several data sets as one.

    Args:
        folders: Where they lie.
        facts: The game that is to be learned.
        held_out: Share of the games that nothing is learned from.
        notify: Called with a sentence if one was made under other rules.
        network: What is to learn from them; None: anything that reads observations.

    Raises:
        FolderError: One is none, is damaged, or was made for another interface or adviser.

    Attributes:
        digests: Of each data set.
        files: Folder and name of every file.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        facts: GameFacts,
        held_out: float,
        notify: Callable[[str], None],
        network: AnySpec | None = None,
    ) -> None:
        self._held_out = held_out
        self.digests: list[str] = []
        self.files: list[tuple[DataFolder, str]] = []
        self._claims: list[Claim] = []
        sizes = facts.layout.size, len(facts.catalogue)
        if network is not None:
            sizes = network.inputs, network.outputs
        for path in folders:
            folder = DataFolder(path)
            card = folder.card()
            if card.interface != facts.hashes["interface"]:
                raise FolderError(
                    f"{path}: was made for interface {card.interface}, this game has "
                    f"{facts.hashes['interface']}: make it anew"
                )
            if network is not None:
                _check_adviser(path, card, network)
            if card.ruleset != facts.hashes["ruleset"]:
                notify(f"{path} was made under other parts or rules (ruleset {card.ruleset})")
            self.digests.append(card.digest)
            self.files += [(folder, name) for name in card.shards]
            self._claims += [
                Claim(shard.decisions, shard.games, *sizes, shard.sha256)
                for shard in card.shards.values()
            ]
        if not self.files:
            raise FolderError(f"{', '.join(map(str, folders))}: there are no decisions yet")

    def learned(self, files: Sequence[int]) -> Decisions:
        """Return the decisions of some files that are learned from."""
        return self._read(files, held_out=False)

    def held_out(self) -> Decisions:
        """Return all decisions that are not."""
        return self._read(range(len(self.files)), held_out=True)

    def _read(self, files: Sequence[int], held_out: bool) -> Decisions:
        parts = []
        for number in files:
            folder, name = self.files[number]
            shard = folder.read(name, self._claims[number])
            # By the game's own seed: whatever is read together, the split is the same.
            out = uniforms(shard.seeds.tolist()) < self._held_out
            parts.append(Decisions.of(shard)[out[shard.game] == held_out])
        return Decisions.joined(parts)


def _check_adviser(path: Path, card: DataCard, network: AnySpec) -> None:
    """Refuse decisions that were told to other networks.

    Raises:
        FolderError: Another adviser was asked, or to tell something else.
    """
    theirs = card.config.get("adviser")
    if network.adviser is not None and theirs != network.adviser:
        raise FolderError(
            f"{path}: was made with adviser: {theirs}, the network listens to {network.adviser}: "
            f"make it anew with adviser={network.adviser}"
        )
    plans = rows_of(network) is not None
    if plans != bool(card.config.get("plans")):
        raise FolderError(
            f"{path}: holds {'no plans' if plans else 'plans'}, and network.kind={network.kind} "
            f"reads {'them' if plans else 'none'}: make it anew with plans={str(plans).lower()}"
        )
