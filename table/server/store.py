"""The games of a user in a folder: one file a game, written atomically at every move."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_dir
from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from tablemates.agents.output.folders import write_whole
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.history.replay import PERSON
from tablemates.table.server.messages import Code, Pace, RequestError
from tablemates.table.server.room import GameRoom, title_of
from tablemates.table.session.game import TableGame
from tablemates.table.session.partners import Seats
from tablemates.table.session.saves import SavedGame

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


class _Listing(BaseModel):
    """Facts of a kept game that its line in the list needs."""

    model_config = ConfigDict(extra="allow")

    game: str
    changed: AwareDatetime


class _KeptGame(BaseModel):
    """Content of the file of a kept game beside the saved game."""

    listing: _Listing
    pace: Pace
    owners: list[str | None] = []
    devices: list[str] = []
    leaving: list[str] = []


def default_folder() -> Path:
    """Return the folder where games are kept by default."""
    return Path(user_data_dir("tablemates", appauthor=False)) / "games"


class Store:
    """The files of kept games, and their entries in a list of games, by id.

    ``components`` are the parts of games that have none of their own; ``notify`` is called with a
    sentence about each file that is no game, and about games that cannot be written.
    """

    def __init__(
        self,
        folder: Path,
        components: Path | None,
        notify: Callable[[str], None],
        own: str | None = None,
    ) -> None:
        self.folder = folder
        self._own = own
        self._components = components
        self.notify = notify
        folder.mkdir(parents=True, exist_ok=True)
        self.listings: dict[str, dict[str, Any]] = {}
        foreign: dict[str, list[str]] = {}  # names of files that are left alone, by the reason
        for file in sorted(folder.glob("*.json")):
            try:
                listing = json.loads(file.read_bytes())["listing"]
                if _Listing.model_validate(listing).game != file.stem:
                    raise ValueError("its name is another game's")
            except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
                said = (
                    error.strerror if isinstance(error, OSError) else "it is no game of the table"
                )
                foreign.setdefault(str(said), []).append(file.name)
            else:
                self.listings[file.stem] = listing
        for said, names in foreign.items():
            if len(names) == 1:
                notify(f"{names[0]} is left alone: {said}")
            else:
                some = ", ".join([*names[:2], *["..."] * (len(names) > 2)])
                notify(f"{len(names)} files are left alone ({some}): {said}")

    def new_id(self) -> str:
        """Return an unused id."""
        while (name := secrets.token_urlsafe(6)) in self.listings:
            pass
        return name

    def write(self, room: GameRoom) -> None:
        """Write a game."""
        room.changed = datetime.now(UTC)
        listing = room.listing()
        data = room.saved().to_json()
        data["listing"] = listing
        data["pace"] = room.pace.model_dump()
        data["owners"] = room.owners
        data["devices"], data["leaving"] = sorted(room.devices), sorted(room.leaving)
        data["view"] = room.view()
        try:
            write_whole(self._file(room.id), json.dumps(data, separators=(",", ":")))
        except OSError as error:
            sentence = f"The game cannot be saved in {self.folder.name!r}: {error.strerror}."
            raise RequestError("internal", sentence) from error
        self.listings[room.id] = listing

    def read(self, name: str) -> GameRoom:
        """Return a kept game."""
        self._check(name)
        try:
            data = json.loads(self._file(name).read_bytes())
            kept = _KeptGame.model_validate(data)
            room = self.room(name, SavedGame.from_json(data))
        except (OSError, ValueError, RecursionError) as error:
            said = "its file is damaged" if isinstance(error, ValidationError) else str(error)[:300]
            sentence = f"The game {name!r} cannot be read: {said}"
            code: Code = "outdated" if isinstance(error, FormatError) else "refused"
            raise RequestError(code, sentence) from error
        room.changed, room.pace = kept.listing.changed, kept.pace
        if len(kept.owners) == len(room.owners):
            room.owners = kept.owners
            room.devices = {*kept.devices, *(one for one in kept.owners if one is not None)}
            room.leaving = set(kept.leaving)
        return room

    def view(self, name: str) -> dict[str, Any]:
        """Return what can be looked at of a kept game, whatever became of its rules."""
        try:
            view = json.loads(self.text(name))["view"]
            return {key: view[key] for key in ("board", "text", "log")}
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            sentence = f"No picture of the game {name!r} was kept."
            raise RequestError("unknown", sentence) from error

    def text(self, name: str) -> str:
        """Return the file of a kept game."""
        self._check(name)
        try:
            return self._file(name).read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise RequestError("unknown", f"There is no game {name!r} here.") from error

    def outdated(self, name: str) -> str:
        """Return the file of a game that is not playable any more, without what is secret."""
        data = json.loads(self.text(name))
        over = self.listings[name].get("over")
        if len(data.get("devices", ())) > 1 and not over:
            raise RequestError("refused", "People on several devices have not finished this game.")
        for secret in ("owners", "devices", "leaving"):
            data.pop(secret, None)
        return json.dumps(data, indent=1) + "\n"

    def room(self, name: str, saved: SavedGame) -> GameRoom:
        """Return the game of a document; seats without a known name are people's."""
        info = saved.table
        table = TableGame.of_saved(saved, self._components, self._own)
        players = table.game.seats
        seats = list(info.seats) if len(info.seats) == players else [PERSON] * players
        title = (info.name or "").strip() or title_of(table)
        return GameRoom(name, title, table, Seats(seats, info.shared))

    def delete(self, name: str) -> None:
        """Delete a game."""
        self._check(name)
        try:
            self._file(name).unlink(missing_ok=True)
        except OSError as error:
            sentence = f"The game {name!r} cannot be deleted: {error.strerror}."
            raise RequestError("internal", sentence) from error
        del self.listings[name]

    def _check(self, name: str) -> None:
        if name not in self.listings:
            raise RequestError("unknown", f"There is no game {name!r} here.")

    def _file(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise FormatError(f"{name!r} is no id of a game")
        return self.folder / f"{name}.json"
