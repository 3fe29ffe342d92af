"""A game on the table: it can be taken back move by move, saved and loaded."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from envs.core.errors import FormatError
from envs.core.game import CHANCE, ILLEGAL, OVER
from envs.core.replay import Replay
from envs.core.seeds import checked_seed
from envs.portal_dash.event_strings import told
from envs.portal_dash.game import Game
from envs.portal_dash.settings import Settings


@dataclass(frozen=True)
class Choice:
    """A legal action.

    Attributes:
        action: Its number in the catalogue.
        name: Its short name there, such as ``step north``, or ``outcome 3`` of chance.
        text: What it means now.
    """

    action: int
    name: str
    text: str


@dataclass(frozen=True)
class _Move:
    """Where the game stood before a move."""

    record: bytes
    told: int


class TableGame:
    """A game with its history.

    Attributes:
        game: The game as it stands.
        log: What has happened so far, a sentence each.
    """

    def __init__(self, game: Game, replay: Replay) -> None:
        self.game = game
        self.log: list[str] = []
        self._replay = replay
        self._moves: list[_Move] = []
        self._saved = 0

    @classmethod
    def begin(cls, settings: Settings, seed: int) -> TableGame:
        """Return a new game.

        Raises:
            SettingsError: The seed is none.
        """
        game = Game(settings)
        game.new(checked_seed(seed))
        table = cls(game, Replay.of_seed(game, seed))
        table._tell()
        return table

    @classmethod
    def load(cls, file: Path, components: Path | None) -> TableGame:
        """Return a saved game; all its moves can be taken back.

        Args:
            file: What ``save`` wrote.
            components: The parts that it was played with; None: the standard set.

        Raises:
            FormatError: The file is no saved game, or one of other parts.
            SettingsError, ComponentsError: No game can be made of what it says.
            OSError: It cannot be read.
        """
        saved = Replay.read(file)
        game = Game(Settings.of_recipe(saved.recipe, components))
        begun = Replay(saved.game, saved.hashes, saved.recipe, saved.seed, saved.record)
        table = cls(game, begun)
        try:
            for _ in begun.play(game):
                table._tell()
        except FormatError as error:
            raise FormatError(f"{file}: {error}; load it with the parts of then") from error
        for action in saved.actions:
            if action not in table.legal:
                raise FormatError(f"{file}: its move {table.moves}, action {action}, is not legal")
            table.take(action)
        table._saved = table.moves
        return table

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.to_move() == OVER

    @property
    def moves(self) -> int:
        """How many choices have been made."""
        return len(self._moves)

    @property
    def unsaved(self) -> bool:
        """Whether there are moves that no file has."""
        return self.moves != self._saved

    @property
    def seed(self) -> int | None:
        """The seed that the game began with, None if it began with a position."""
        return self._replay.seed

    @property
    def legal(self) -> list[int]:
        """The legal actions, ascending; empty at the end."""
        legal: list[int] = [] if self.over else np.flatnonzero(self.game.mask).tolist()
        return legal

    def choices(self) -> list[Choice]:
        """Return the legal actions in words, in the catalogue's order."""
        chance = self.game.to_move() == CHANCE
        return [
            Choice(
                action,
                f"outcome {action}" if chance else self.game.catalogue.name(action),
                self.game.describe(action),
            )
            for action in self.legal
        ]

    def take(self, action: int) -> list[str]:
        """Make a choice and return what happened, a sentence each.

        Raises:
            ValueError: The action is not legal.
        """
        move = _Move(self.game.save(), len(self.log))
        if self.game.step(action) == ILLEGAL:
            raise ValueError(f"action {action} is not legal")
        self._moves.append(move)
        self._replay.actions.append(action)
        if self.moves <= self._saved:
            self._saved = -1  # another game than the saved one from here on
        return self._tell()

    def undo(self, moves: int = 1) -> int:
        """Take back the last moves; the same dice will fall again.

        Returns:
            How many were taken back: fewer if there were fewer.
        """
        moves = min(moves, self.moves)
        if moves > 0:
            first = self._moves[-moves]
            del self._moves[-moves:], self._replay.actions[-moves:], self.log[first.told :]
            self.game.restore(first.record)
        return moves

    def save(self, file: Path) -> None:
        """Write the game to a file, whole or not at all.

        Raises:
            OSError: It cannot be written.
        """
        unfinished = file.parent / f"{file.name}.{os.getpid()}.tmp"
        try:
            self._replay.write(unfinished)
            unfinished.replace(file)
        finally:
            unfinished.unlink(missing_ok=True)
        self._saved = self.moves

    def _tell(self) -> list[str]:
        sentences = told(self.game.events())
        self.log += sentences
        return sentences
