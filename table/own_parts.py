"""Parts of one's own: kept in the saved game where they are one file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tablemates.envs.core.errors import FormatError
from tablemates.envs.portal_dash.components import Components, load_components
from tablemates.table.saves import LONGEST_TEXT, SavedGame
from tablemates.table.server.refusals import RefusalError
from tablemates.table.server.store import Store


@dataclass(frozen=True, slots=True)
class OwnParts:
    """Parts that a game is played with.

    Attributes:
        path: Where they are; None: in the saved game alone.
        text: Of the file, if they are a single one that a saved game has room for.
    """

    path: Path | None
    text: str | None

    @classmethod
    def at(cls, path: Path) -> OwnParts:
        """Return the parts of a folder or file that was loaded already.

        Raises:
            OSError: They cannot be read any more.
        """
        file = path.expanduser()
        if not file.is_file() or file.stat().st_size > LONGEST_TEXT:
            return cls(path, None)
        try:
            return cls(path, file.read_text(encoding="utf-8") or None)
        except UnicodeDecodeError:  # whoever loads them says so
            return cls(path, None)


def parts_of(
    saved: SavedGame, path: Path | None
) -> tuple[Path | Components | None, OwnParts | None]:
    """Return what a saved game is played with, and how it is kept when it is saved again.

    Args:
        saved: The game.
        path: Parts that somebody named; None: those in the saved game, else the standard set.

    Raises:
        FormatError: The parts in the saved game are none.
    """
    if path is not None:
        return path, OwnParts.at(path)
    text = saved.table.parts
    if text is None:
        return None, None
    # What others wrote is checked by the same rules as a file that is sent to the page.
    with TemporaryDirectory() as folder:
        try:
            components = load_components(Store(Path(folder), None, print).parts_file(text))
        except RefusalError as error:
            raise FormatError(f"the saved game's parts: {error.sentence}") from error
    return components, OwnParts(None, text)
