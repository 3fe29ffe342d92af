"""The games of a user in a folder: one file a game, written whole at every decision."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import yaml
from platformdirs import user_data_dir

from tablemates.agents.evaluation.replays.recording import PERSON
from tablemates.agents.folders import write_whole
from tablemates.envs.core.errors import FormatError, GameError
from tablemates.envs.core.files import LARGEST_GAME, read_plain
from tablemates.envs.portal_dash.components import ComponentsError, load_components
from tablemates.table.game import TableGame
from tablemates.table.saves import SavedGame
from tablemates.table.server.limits import GAMES
from tablemates.table.server.refusals import RefusalError, as_sentence
from tablemates.table.server.room import Pace, Room

_LISTING: Final = "listing"
_PACE: Final = "pace"
_CREATED: Final = "created"
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
_PARTS: Final = "parts"
#: How deep the values of parts files may be nested, and what opens and closes a level.
_DEEPEST: Final = 50
_OPENING: Final = (
    yaml.FlowSequenceStartToken,
    yaml.FlowMappingStartToken,
    yaml.BlockSequenceStartToken,
    yaml.BlockMappingStartToken,
)
_CLOSING: Final = (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken, yaml.BlockEndToken)


def default_folder() -> Path:
    """Return where games are kept unless somebody says otherwise."""
    return Path(user_data_dir("portal-dash", appauthor=False)) / "games"


class Store:
    """The files.

    Args:
        folder: Where they are; made if it is not there.
        components: The parts of games that have none of their own; None: the standard set.
        notify: Called with a sentence about each file that is no game, and about games that
            the disk does not take.

    Raises:
        OSError: The folder cannot be made or read.

    Attributes:
        listings: What a list of games shows, by id.
        notify: As it was given.
    """

    def __init__(
        self, folder: Path, components: Path | None, notify: Callable[[str], None]
    ) -> None:
        self._folder = folder
        self._components = components
        self.notify = notify
        folder.mkdir(parents=True, exist_ok=True)
        self.listings: dict[str, dict[str, Any]] = {}
        for file in sorted(folder.glob("*.json")):
            try:
                self.listings[file.stem] = self._listing(file)
            except (OSError, FormatError) as error:
                notify(f"{file.name} is left alone: {error}")

    def _listing(self, file: Path) -> dict[str, Any]:
        try:
            data = json.loads(read_plain(file, LARGEST_GAME))
        except (ValueError, RecursionError) as error:
            raise FormatError("it is no game of the table") from error
        listing = data.get(_LISTING) if isinstance(data, dict) else None
        whole = isinstance(listing, dict) and isinstance(listing.get("changed"), str)
        if not isinstance(listing, dict) or not whole or listing.get("game") != file.stem:
            raise FormatError("it is no game of the table")
        return listing

    def new_id(self) -> str:
        """Return a name for a new game.

        Raises:
            RefusalError: There are too many.
        """
        if len(self.listings) >= GAMES:
            raise RefusalError(
                "limit", f"{GAMES} games are kept already: delete one that you do not need."
            )
        while (name := secrets.token_urlsafe(6)) in self.listings or not _NAME.fullmatch(name):
            pass
        return name

    def write(self, room: Room) -> None:
        """Keep a game as it stands.

        Raises:
            RefusalError: The disk does not take it.
        """
        room.changed = datetime.now(UTC)
        listing = room.listing()
        data = room.saved().to_json()
        data[_LISTING] = listing
        data[_PACE] = {"mode": room.pace.mode, "seconds": room.pace.seconds}
        data[_CREATED] = room.created.isoformat(timespec="seconds")
        try:
            write_whole(self._file(room.id), json.dumps(data, separators=(",", ":")))
        except OSError as error:
            sentence = f"The game cannot be saved in {self._folder.name!r}: {error.strerror}."
            raise RefusalError("internal", sentence) from error
        self.listings[room.id] = listing

    def read(self, name: str) -> Room:
        """Return a game that is kept.

        Raises:
            RefusalError: There is none, or its file is damaged.
        """
        if name not in self.listings:
            raise RefusalError("unknown", f"There is no game {name!r} here.")
        try:
            data = json.loads(read_plain(self._file(name), LARGEST_GAME))
            room = self.room(name, SavedGame.from_json(data))
            room.created = datetime.fromisoformat(str(data.get(_CREATED)))
            room.changed = datetime.fromisoformat(str(self.listings[name]["changed"]))
            pace = data.get(_PACE, {})
            room.pace = Pace(str(pace.get("mode", "run")), float(pace.get("seconds", 0.8)))
        except (
            OSError,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            RecursionError,
        ) as error:
            sentence = f"The game {name!r} cannot be read: {str(error)[:300]}"
            raise RefusalError("refused", sentence) from error
        return room

    def room(self, name: str, saved: SavedGame) -> Room:
        """Return a game of a file, with people on all seats if it does not name who sits there.

        Args:
            name: Its id here.
            saved: What the file says.

        Raises:
            RefusalError, FormatError, SettingsError, ComponentsError: It is no game.
        """
        about = saved.table
        components = self._components if about.parts is None else self.parts_file(about.parts)
        table = TableGame.of_saved(saved, components)
        players = table.game.seats
        seats = about.seats if len(about.seats) == players else [PERSON] * players
        title = (about.name or "").strip() or title_of(table)
        return Room(name, title, table, list(seats), about.shared, about.parts)

    def delete(self, name: str) -> None:
        """Throw a game away.

        Raises:
            RefusalError: There is none, or the disk keeps it.
        """
        if name not in self.listings:
            raise RefusalError("unknown", f"There is no game {name!r} here.")
        try:
            self._file(name).unlink(missing_ok=True)
        except OSError as error:
            sentence = f"The game {name!r} cannot be deleted: {error.strerror}."
            raise RefusalError("internal", sentence) from error
        del self.listings[name]

    def parts_file(self, text: str) -> Path:
        """Return a file with parts that were sent as text.

        Raises:
            RefusalError: They are none.
        """
        try:
            depth = 0
            for token in yaml.scan(text, yaml.SafeLoader):
                if isinstance(token, yaml.AnchorToken | yaml.AliasToken):
                    # A few lines of them can stand for gigabytes.
                    raise RefusalError("refused", "Parts files of others may have no YAML anchors.")
                depth += isinstance(token, _OPENING) - isinstance(token, _CLOSING)
                if depth > _DEEPEST:  # the scanner takes minutes for thousands
                    raise RefusalError("refused", "The parts are nested too deeply.")
        except yaml.YAMLError as error:
            said = str(error).partition("\n")[0][:300]
            raise RefusalError("refused", f"The parts are no YAML: {said}") from error
        digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
        folder = self._folder / _PARTS
        file = folder / f"{digest}.yaml"
        new = not file.exists()
        try:
            folder.mkdir(exist_ok=True)
            if new:
                write_whole(file, text)
            load_components(file)
        except (ComponentsError, ValueError, RecursionError, OSError) as error:
            if new:
                file.unlink(missing_ok=True)
            said = str(error).replace(f"{file}", "the parts").replace(file.name, "the parts")
            raise RefusalError("refused", said[:400]) from error
        return file

    def _file(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise RefusalError("unknown", "There is no such game here.")
        return self._folder / f"{name}.json"


def title_of(table: TableGame) -> str:
    """Return what a game is called that nobody has named."""
    labels = table.game.labels
    level = f"Level {labels['level']}" if labels["level"] else "Custom level"
    players = labels["players"]
    return f"{level}, {players} player{'s' if players > 1 else ''}"


def sentence_of(error: GameError | ComponentsError) -> str:
    """Return an error of the game as a sentence for people."""
    return as_sentence(str(error)[:400])
