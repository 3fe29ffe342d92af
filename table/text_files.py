"""The files of the games at a text table: nobody else's is overwritten unasked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from tablemates.table.game import TableGame
from tablemates.table.own_parts import OwnParts


class GameFiles:
    """Saves games, and knows which file is which game's in this run.

    Args:
        say: Shows a sentence.
        parts: Of its own, that the games are played with; None: the standard set.
    """

    def __init__(self, say: Callable[[str], None], parts: OwnParts | None) -> None:
        self._say = say
        self._parts = parts
        self._games: dict[Path, TableGame] = {}

    def belongs(self, file: Path, game: TableGame) -> None:
        """Note that a file is a game's: it was loaded from there, or is to be saved there."""
        self._games[_whole(file)] = game

    def write(self, game: TableGame, file: Path, replace: bool = False) -> bool:
        """Save a game, and say where or why not.

        Args:
            game: The game.
            file: Where.
            replace: Whether a file that is not this game's may be overwritten.

        Returns:
            Whether it is saved.
        """
        if not replace and not self._is_free(file, game):
            self._say(
                f"The game was not saved: {file} is there already and is not this game's. "
                f"s NAME saves it under another name, s! {file} overwrites that file."
            )
            return False
        try:
            game.save(file.expanduser(), None if self._parts is None else self._parts.text)
        except OSError as error:
            self._say(f"The game was not saved: {file}: {error.strerror}.")
            return False
        self.belongs(file, game)
        self._say(f"The game is saved in {file}.")
        if self._parts is not None and self._parts.text is None:
            self._say(f"Its parts are not in it: load it with --components {self._parts.path}.")
        return True

    def write_all(self, games: Sequence[TableGame], file: Path) -> bool:
        """Save what is not saved, branches beside the game with their number in the name."""
        for number, game in enumerate(games, start=1):
            if game.unsaved and not self.write(game, self._place(game, file, number)):
                return False
        return True

    def _place(self, game: TableGame, file: Path, number: int) -> Path:
        """Return where a game is saved; the name of a branch's file is any that is free."""
        place = file
        while number > 1:
            place = file.with_stem(f"{file.stem}-{number}")
            if self._is_free(place, game):
                break
            number += 1
        return place

    def _is_free(self, file: Path, game: TableGame) -> bool:
        whole = _whole(file)
        return self._games.get(whole) is game or not whole.is_file()


def _whole(file: Path) -> Path:
    return file.expanduser().absolute()
