"""Saved games: a replay, and beside it what only a table knows.

The file is a replay as ``tablemates.envs.core.replay`` writes it, with one key more, so that every
program that reads replays reads it too. A game in which people asked for other dice is no
replay: it has a format of its own, which those programs refuse.
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.files import LARGEST_GAME, read_plain
from tablemates.envs.core.replay import FORMAT, Replay

REROLLED: Final = "portal-dash-rerolled"
#: What a game begins with that is passed on as text.
SHARED: Final = "PD1."
#: The longest JSON of a game that anybody is expected to send, in characters.
LONGEST_TEXT: Final = 262_144
#: The longest parts file that a shared text has in it: one can still be passed on.
LONGEST_PARTS: Final = 8_192
_KEY: Final = "table"
_SEED: Final = 2**64


class Seats(BaseModel):
    """What a table knows of a game besides its moves.

    Attributes:
        name: What people call the game.
        seats: ``person`` or an agent's name, by seat; empty: not written down.
        shared: Who takes the team's decisions in a bot's turn: ``people`` or ``bots``.
        parts: The text of the parts file that it is played with; None: not in here.
        rerolls: See ``TableGame``.
        marked: Whether people ever asked for other dice.
    """

    model_config = ConfigDict(extra="ignore", strict=True)

    name: Annotated[str, Field(max_length=80)] | None = None
    seats: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=4)] = []
    shared: Annotated[str, Field(pattern="^(people|bots)$")] = "people"
    parts: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    rerolls: list[Annotated[list[int], Field(min_length=2, max_length=2)]] = []
    marked: bool = False


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game in a file.

    Attributes:
        replay: How it began and what was played.
        rerolls: Number of moves made, and seed, of each reroll.
        table: What the table knew of it.
    """

    replay: Replay
    rerolls: list[tuple[int, int]] = field(default_factory=list)
    table: Seats = field(default_factory=Seats)

    def to_json(self) -> dict[str, Any]:
        """Return the game as plain data."""
        data = self.replay.to_json()
        rerolls = [list(one) for one in self.rerolls]
        about = self.table.model_copy(update={"rerolls": rerolls})
        said = about.model_dump(exclude_defaults=True)
        if rerolls:
            data["format"] = REROLLED
        return data | ({_KEY: said} if said else {})

    def to_text(self) -> str:
        """Return the game as the text of a file."""
        return json.dumps(self.to_json(), indent=1) + "\n"

    @classmethod
    def from_json(cls, data: Any) -> SavedGame:
        """Return the game that plain data describes.

        Raises:
            FormatError: The data is no saved game.
        """
        about = Seats()
        if isinstance(data, dict):
            try:
                about = Seats.model_validate(data.get(_KEY, {}))
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                place = ".".join(str(one) for one in (_KEY, *first["loc"]))
                raise FormatError(f"the saved game's {place!r}: {first['msg']}") from error
            if data.get("format") == REROLLED:
                data = data | {"format": FORMAT}
        rerolls = [(at, seed) for at, seed in about.rerolls]
        if any(at < 0 or not 0 <= seed < _SEED for at, seed in rerolls):
            raise FormatError("the saved game's rerolls are none")
        return cls(Replay.from_json(data), rerolls, about)

    @classmethod
    def of_text(cls, text: str) -> SavedGame:
        """Return the game in the text of a file.

        Raises:
            FormatError: The text is no saved game.
        """
        try:
            return cls.from_json(json.loads(text))
        except FormatError:
            raise
        except (ValueError, RecursionError) as error:
            raise FormatError(f"this is no saved game: it is no JSON ({error})") from error

    @classmethod
    def read(cls, file: Path) -> SavedGame:
        """Read a file.

        Raises:
            FormatError: The file is no saved game; the message names it.
            OSError: It cannot be read.
        """
        try:
            return cls.of_text(read_plain(file, LARGEST_GAME).decode("utf-8"))
        except UnicodeDecodeError as error:
            raise FormatError(f"{file}: this is no saved game: it is no text") from error
        except FormatError as error:
            raise FormatError(f"{file}: {error}") from error

    def to_share(self) -> str:
        """Return the game as one short text.

        Raises:
            FormatError: Its own parts are too long for one.
        """
        if self.table.parts is not None and len(self.table.parts) > LONGEST_PARTS:
            raise FormatError(
                f"the game's own parts have more than {LONGEST_PARTS} characters, too many for a "
                "short text: save the game as a file"
            )
        about = self.table.model_copy(update={"name": None})
        data = SavedGame(self.replay, self.rerolls, about).to_json()
        text = json.dumps(data, separators=(",", ":")).encode()
        return SHARED + base64.urlsafe_b64encode(zlib.compress(text, 9)).decode("ascii").rstrip("=")

    @classmethod
    def of_share(cls, text: str) -> SavedGame:
        """Return the game that ``to_share`` wrote.

        Raises:
            FormatError: The text is none, or damaged.
        """
        packed = "".join(text.split())
        if not packed.startswith(SHARED):
            raise FormatError(f"this is no shared game: such a text begins with {SHARED!r}")
        packed = packed.removeprefix(SHARED)
        try:
            # Bounded: a few hundred bytes can inflate to gigabytes.
            reader = zlib.decompressobj()
            padded = packed + "=" * (-len(packed) % 4)
            data = reader.decompress(base64.b64decode(padded, b"-_", validate=True), LONGEST_TEXT)
        except (ValueError, zlib.error) as error:
            raise FormatError("the shared game is damaged: copy the whole text") from error
        if not reader.eof or reader.unused_data:
            raise FormatError("the shared game is cut: copy the whole text")
        try:
            return cls.of_text(data.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise FormatError("the shared game is damaged: copy the whole text") from error


def path_of(error: OSError) -> str | None:
    """Return the file that an error names; None: it names none, or a descriptor's number alone."""
    return None if isinstance(error.filename, int) else error.filename
