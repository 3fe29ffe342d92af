"""The folder of a data set.

| in it | what |
|---|---|
| ``config.yaml`` | all its settings |
| ``shards/<number>.npz`` | decisions, see ``tablemates.agents.learn.dataset.shards`` |
| ``card.json`` | hashes of rules, layout and files; how many decisions and games; a digest of all |
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import yaml
from pydantic import Field, ValidationError

from tablemates.agents.errors import FolderError
from tablemates.agents.folders import write_whole
from tablemates.agents.learn.dataset.config import DataConfig
from tablemates.agents.learn.dataset.shards import Claim, Shard, read_shard
from tablemates.envs.core.documents import DocumentModel, parse_document, place_and_reason
from tablemates.envs.core.files import read_plain
from tablemates.envs.core.hashing import hash_of

CARD: Final = "card.json"
FORMAT: Final = "game-decisions"
_CONFIG: Final = "config.yaml"
_SHARDS: Final = "shards"
#: What a file is called: nothing that could lead elsewhere.
_NAME: Final = r"^[0-9]{6,9}\.npz$"
_LONGEST_PLACE: Final = 100
#: Bytes of a card: a large data set has some thousand files.
_LARGEST_CARD: Final = 50_000_000
#: Settings that a data set may grow with.
_FREE: Final = frozenset({"out", "decisions", "workers"})


class ShardCard(DocumentModel):
    """What the card says of a file.

    Attributes:
        sha256: Of the file.
        decisions: How many are in it.
        games: How many games.
        won: How many of them were won.
    """

    sha256: str
    decisions: Annotated[int, Field(ge=0, lt=2**31)]
    games: Annotated[int, Field(ge=0, lt=2**31)]
    won: int


class DataCard(DocumentModel):
    """What ``card.json`` says.

    Attributes:
        format: Always ``FORMAT``.
        version: Of the format.
        game: Name and version of the game.
        interface: Hash of actions and observation; learners refuse another one.
        ruleset: Hash of the parts and rules.
        engine: Hash of the rules' sources.
        config: All settings.
        policies: Digest of the weights of every agent that plays by some, see ``weights_of``.
        hardware: Machine and versions.
        seconds: Of work, all processes together, as far as it was measured.
        shards: The files by name.
        digest: Of all files.
    """

    format: Literal["game-decisions"]
    version: Literal[1]
    game: str
    interface: str
    ruleset: str
    engine: str
    config: dict[str, Any]
    policies: dict[str, str]
    hardware: dict[str, str]
    seconds: float
    shards: dict[Annotated[str, Field(pattern=_NAME)], ShardCard]
    digest: str

    @property
    def decisions(self) -> int:
        """How many decisions there are."""
        return sum(shard.decisions for shard in self.shards.values())

    @property
    def games(self) -> int:
        """How many games."""
        return sum(shard.games for shard in self.shards.values())

    @property
    def win_rate(self) -> float:
        """Share of the games that were won."""
        return sum(shard.won for shard in self.shards.values()) / max(self.games, 1)


@dataclass(slots=True)
class DataFolder:
    """A data set's folder; the caller keeps it while it writes.

    Attributes:
        path: The folder.
    """

    path: Path

    def shard(self, number: int) -> Path:
        """Return the place of a file."""
        return self.path / _SHARDS / f"{number:06d}.npz"

    def begin(self, config: DataConfig, known: Mapping[str, Any]) -> DataCard:
        """Begin a data set, or go on with the one that lies here; return its card.

        Args:
            config: The settings.
            known: The card's fields that say which rules and agents play.

        Raises:
            FolderError: The folder holds something else, or a data set of other settings,
                rules or weights.
        """
        plain = config.model_dump(mode="json")
        if (self.path / _CONFIG).exists():
            name = str(self.path / _CONFIG)
            old = parse_document((self.path / _CONFIG).read_text("utf-8"), name).values
            for key in sorted(plain.keys() - _FREE):
                if old.get(key) != plain[key]:
                    raise FolderError(
                        f"{self.path} was begun with another {key!r} ({old.get(key)} then, "
                        f"{plain[key]} now): name another folder with out=..."
                    )
            card = self.card()
            # Older cards name no policies but those that play by themselves.
            now = {**known, "policies": {one: known["policies"].get(one) for one in card.policies}}
            for key in ("interface", "ruleset", "engine", "policies"):
                if getattr(card, key) != now[key]:
                    raise FolderError(
                        f"{self.path} was begun under another {key} ({getattr(card, key)} then, "
                        f"{now[key]} now): name another folder with out=..."
                    )
            card = card.model_copy(update={"config": plain})
        else:
            if foreign := self._foreign():
                raise FolderError(
                    f"{self.path} is no data set and not empty ({foreign}): choose another"
                )
            (self.path / _SHARDS).mkdir(exist_ok=True)
            card = DataCard(
                format=FORMAT, version=1, config=plain, seconds=0.0, shards={}, digest="", **known
            )
            self.write(card)
        write_whole(self.path / _CONFIG, yaml.safe_dump(plain, sort_keys=False))
        return card

    def _foreign(self) -> str | None:
        """Return what lies here that no ``begin`` which was killed has left, None: nothing."""
        ours = {".lock", CARD, _new(CARD), _SHARDS}
        found = {one.name for one in self.path.iterdir() if not one.match(f"{_CONFIG}.*.tmp")}
        shards = (f"{_SHARDS}/{one.name}" for one in (self.path / _SHARDS).glob("*"))
        return min([*(found - ours), *shards], default=None)

    def write(self, card: DataCard) -> DataCard:
        """Write the card, with the digest of its files."""
        shards = dict(sorted(card.shards.items()))
        digest = hash_of([[name, shard.sha256] for name, shard in shards.items()])
        card = card.model_copy(update={"shards": shards, "digest": digest})
        new = self.path / _new(CARD)
        text = json.dumps(card.model_dump(mode="json"), indent=2, allow_nan=False)
        new.write_text(f"{text}\n", "utf-8")
        new.replace(self.path / CARD)
        return card

    def card(self) -> DataCard:
        """Return the card.

        Raises:
            FolderError: There is no data set, or its card is damaged.
        """
        file = self.path / CARD
        try:
            values = json.loads(read_plain(file, _LARGEST_CARD))
            return DataCard.model_validate(values)
        except OSError as error:
            raise FolderError(
                f"{self.path} holds no data set ({CARD}: {error.strerror}); "
                "python -m tablemates.agents.learn.dataset makes one"
            ) from error
        except ValidationError as error:
            place, reason = place_and_reason(error, values)
            where = ".".join(map(str, place))[:_LONGEST_PLACE]
            raise FolderError(f"{file}: {where}: {reason}") from error
        except (ValueError, RecursionError) as error:
            raise FolderError(f"{file}: is no JSON ({error})") from error

    def described(self, number: int, shard: Shard) -> ShardCard:
        """Return what the card says of a file that is written."""
        data = self.shard(number).read_bytes()
        won = int(shard.won.sum())
        return ShardCard(
            sha256=hashlib.sha256(data).hexdigest(),
            decisions=len(shard),
            games=len(shard.won),
            won=won,
        )

    def read(self, name: str, claim: Claim | None = None) -> Shard:
        """Return the decisions of a file that the card names.

        Args:
            name: The file.
            claim: What it has to hold; None: whatever it holds.

        Raises:
            FolderError: It is damaged, or not what was claimed.
        """
        return read_shard(self.path / _SHARDS / name, claim)


def _new(name: str) -> str:
    return f".{name}.new"
