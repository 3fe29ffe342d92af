"""Saved games: a replay, and beside it what only the table knows.

The file is a replay as ``tablemates.envs.core.history.replay`` writes it, with one more key, so
that every program that reads replays reads it too.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.history.replay import Replay

#: Most seats of any game.
SEATS: Final = 16
#: The longest JSON of a game that is accepted, in characters.
LONGEST_TEXT: Final = 262_144


class TableInfo(BaseModel):
    """Knowledge of the table about a game besides its moves.

    ``parts`` is the text of its parts file, ``undos`` how often moves were taken back, ``hints``
    how often a hint was asked for.
    """

    model_config = ConfigDict(extra="ignore", strict=True)

    name: Annotated[str, Field(max_length=80)] | None = None
    seats: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=SEATS)] = []
    shared: Literal["people", "bots"] = "people"
    parts: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    undos: Annotated[int, Field(ge=0, lt=2**53)] = 0
    hints: Annotated[int, Field(ge=0, lt=2**53)] = 0


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as a document."""

    replay: Replay
    table: TableInfo = field(default_factory=TableInfo)

    def to_json(self) -> dict[str, Any]:
        """Return the game as plain data."""
        data = self.replay.to_json()
        if info := self.table.model_dump(mode="json", exclude_defaults=True):
            data["table"] = info
        return data

    def to_text(self) -> str:
        """Return the game as the text of a file."""
        return json.dumps(self.to_json(), indent=1) + "\n"

    @classmethod
    def from_json(cls, data: Any) -> SavedGame:
        """Return the game in plain data."""
        replay = Replay.from_json(data)
        try:
            table = TableInfo.model_validate(data.get("table", {}))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(one) for one in ("table", *first["loc"]))
            raise FormatError(f"the saved game's {place!r}: {first['msg']}") from error
        return cls(replay, table)

    @classmethod
    def of_text(cls, text: str | bytes) -> SavedGame:
        """Return the game in the text of a file."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise FormatError(f"this is no saved game: it is no JSON ({error})") from error
        return cls.from_json(data)

    @classmethod
    def read(cls, file: Path) -> SavedGame:
        """Read a file."""
        try:
            return cls.of_text(file.read_bytes())
        except FormatError as error:
            raise FormatError(f"{file}: {error}") from error


def read_position(file: Path) -> dict[str, Any]:
    """Read the position in a JSON file, such as the set-up of a real table."""
    try:
        position = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{file}: is not JSON ({error})") from error
    if not isinstance(position, dict):
        raise FormatError(f"{file}: a position is a JSON object")
    return position


def text_of_parts(components: Any) -> str | None:
    """Return the text of own parts as saved games have it; None: they are no single small file."""
    if not isinstance(components, str | Path):
        return None
    file = Path(components).expanduser()
    if not file.is_file() or file.stat().st_size > LONGEST_TEXT:
        return None
    return file.read_text(encoding="utf-8", errors="replace") or None
