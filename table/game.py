"""A game on the table: taken back move by move, played on, branched, saved and loaded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tablemates.agents.folders import write_whole
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game import CHANCE, ILLEGAL, OVER
from tablemates.envs.core.replay import LONGEST, Replay
from tablemates.envs.core.seeds import checked_seed
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.event_strings import told
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.saves import SavedGame, Seats


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


@dataclass(frozen=True)
class _Undone:
    """A move that was taken back.

    Attributes:
        action: What was chosen.
        rerolls: The new dice that were asked for just before it.
        after: Where the game stood after it.
    """

    action: int
    rerolls: tuple[int, ...]
    after: bytes


class TableGame:
    """A game with its history.

    Attributes:
        game: The game as it stands.
        log: What has happened so far, a sentence each.
        rerolls: Where people asked for other dice: the number of moves made, and the seed
            of what was drawn anew.
        marked: Whether they ever did, even if it was taken back: luck was asked twice.
    """

    def __init__(self, game: Game, replay: Replay) -> None:
        self.game = game
        self.log: list[str] = []
        self.rerolls: list[tuple[int, int]] = []
        self.marked = False
        self._replay = replay
        self._moves: list[_Move] = []
        self._undone: list[_Undone] = []
        self._last_rerolls: tuple[int, ...] = ()  # asked for after the last undone move
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
    def begin_from(cls, settings: Settings, record: bytes) -> TableGame:
        """Return a game that begins with a record instead of a seed.

        Raises:
            FormatError: The settings have no room for it.
        """
        game = Game(settings)
        game.restore(record)
        return cls(game, Replay.of_record(game))

    @classmethod
    def load(cls, file: Path, components: Path | Components | None) -> TableGame:
        """Return a saved game; all its moves can be taken back.

        Args:
            file: What ``save`` wrote.
            components: The parts that it was played with; None: the standard set.

        Raises:
            FormatError: The file is no saved game, or one of other parts.
            SettingsError, ComponentsError: No game can be made of what it says.
            OSError: It cannot be read.
        """
        try:
            return cls.of_saved(SavedGame.read(file), components)
        except FormatError as error:
            named = str(error)
            raise FormatError(
                named if named.startswith(str(file)) else f"{file}: {named}"
            ) from error

    @classmethod
    def of_saved(cls, saved: SavedGame, components: Path | Components | None) -> TableGame:
        """Return the game of a file that was read.

        Raises:
            FormatError: It was played with other parts, or a move of it is not legal.
            SettingsError, ComponentsError: No game can be made of what it says.
        """
        replay = saved.replay
        one_of_many = [name for name in ("level", "players") if _is_list(replay.recipe.get(name))]
        if one_of_many:
            raise FormatError(f"the recipe of a saved game has one {one_of_many[0]}, not a list")
        game = Game(Settings.of_recipe(replay.recipe, components))
        table = cls(game, replace(replay, actions=[]))
        try:
            for _ in table._replay.play(game):
                table._tell()
        except FormatError as error:
            raise FormatError(f"{error}; load it with the parts of then") from error
        table._play(replay.actions, _seeds_by_move(saved.rerolls))
        table.marked |= saved.table.marked
        table._saved = table.moves
        return table

    def _play(self, actions: Sequence[int], rerolls: dict[int, list[int]]) -> None:
        """Play recorded moves."""
        for action in actions:
            for seed in rerolls.pop(self.moves, ()):
                self.reroll(seed)
            if action not in self.legal:
                raise FormatError(f"its move {self.moves}, action {action}, is not legal")
            self.take(action)
        for seed in rerolls.pop(self.moves, ()):
            self.reroll(seed)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.to_move() == OVER

    @property
    def moves(self) -> int:
        """How many choices have been made."""
        return len(self._moves)

    @property
    def undone(self) -> int:
        """How many moves can be made again."""
        return len(self._undone)

    @property
    def actions(self) -> list[int]:
        """What was chosen, in order."""
        return list(self._replay.actions)

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
        return choices_of(self.game)

    def record_at(self, at: int) -> bytes:
        """Return the record after so many moves; they may have been taken back."""
        if at > self.moves:
            return self._undone[self.moves - at].after
        return self.game.save() if at == self.moves else self._moves[at].record

    def action_at(self, at: int) -> int:
        """Return what was chosen then, in a move that may have been taken back."""
        if at < self.moves:
            return self._replay.actions[at]
        return self._undone[self.moves - at - 1].action

    # -- playing ------------------------------------------------------------------
    def take(self, action: int) -> list[str]:
        """Make a choice and return what happened, a sentence each.

        Raises:
            ValueError: The action is not legal.
        """
        if self.moves >= LONGEST:
            raise ValueError("the game is longer than any that can be saved")
        move = _Move(self.game.save(), len(self.log))
        if self.game.step(action) == ILLEGAL:
            raise ValueError(f"action {action} is not legal")
        later = self._undone[-1] if self._undone else None
        again = later is not None and (later.action, later.rerolls) == (action, ())
        self._undone = self._undone[:-1] if again else []
        self._last_rerolls = self._last_rerolls if self._undone else ()
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
            left = self.moves - moves
            seeds = _seeds_by_move(one for one in self.rerolls if one[0] > left)
            after = self.game.save()
            for n in range(self.moves - 1, left - 1, -1):
                if lost := seeds.pop(n + 1, None):  # asked for after this move
                    if self._undone:
                        later = self._undone.pop()
                        self._undone.append(replace(later, rerolls=(*lost, *later.rerolls)))
                    else:
                        self._last_rerolls = tuple(lost)
                self._undone.append(_Undone(self._replay.actions[n], (), after))
                after = self._moves[n].record
            self.rerolls = [one for one in self.rerolls if one[0] <= left]
            first = self._moves[left]
            del self._moves[left:], self._replay.actions[left:], self.log[first.told :]
            self.game.restore(first.record)
        return moves

    def redo(self, moves: int = 1) -> int:
        """Make moves again that were taken back.

        Returns:
            How many: fewer if there were fewer.
        """
        moves = min(moves, self.undone)
        for _ in range(moves):
            rest, again, last = self._undone[:-1], self._undone[-1], self._last_rerolls
            for seed in again.rerolls:
                self.reroll(seed)
            self.take(again.action)
            for seed in () if rest else last:
                self.reroll(seed)
            self._undone, self._last_rerolls = rest, last if rest else ()
        return moves

    def reroll(self, seed: int) -> None:
        """Let other dice and draws fall from here on; the game is marked for it.

        Args:
            seed: Of what is drawn anew.
        """
        self.game.resample(seed)
        self.rerolls.append((self.moves, seed))
        self.marked = True
        self._undone, self._last_rerolls = [], ()
        self._saved = -1

    def branch(self, at: int) -> TableGame:
        """Return another game that has the first ``at`` moves of this one."""
        game = Game(self.game.settings)
        game.restore(self.record_at(at))
        begun = replace(self._replay, actions=self._replay.actions[:at])
        branch = TableGame(game, begun)
        branch._moves = self._moves[:at]
        branch.log = self.log[: self._moves[at].told] if at < self.moves else list(self.log)
        branch.rerolls = [one for one in self.rerolls if one[0] <= at]
        branch.marked = self.marked
        return branch

    def correct(self, at: int, outcome: int) -> tuple[int, int]:
        """Replace an outcome of explicit chance and make the later moves again.

        A later move is made again as long as the same is asked of the same player and
        the choice is still legal.

        Args:
            at: The move that was the outcome.
            outcome: What it should have been.

        Returns:
            How many later moves were kept, and how many were not.

        Raises:
            ValueError: That move is no outcome, or this is none that it may have had.
        """
        if outcome not in self._outcomes_at(at):
            raise ValueError("that move is no roll or draw that could have come out so")
        later = self.actions[at + 1 :]
        asked = [self._asked_at(n) for n in range(at + 1, self.moves)]
        self.undo(self.moves - at)
        self.take(outcome)
        kept = 0
        for action, question in zip(later, asked, strict=True):
            if self.over or self._asked() != question or action not in self.legal:
                break
            self.take(action)
            kept += 1
        self._undone, self._last_rerolls = [], ()
        return kept, len(later) - kept

    def _asked(self) -> tuple[int, int, int]:
        """Return which decision is asked now, of whom, and about what."""
        public = self.game.public
        return int(public.decision), int(public.decider), int(public.decision_about)

    def _asked_at(self, at: int) -> tuple[int, int, int]:
        """Return the same of a move that was made."""
        with self._back_at(at):
            return self._asked()

    def _outcomes_at(self, at: int) -> list[int]:
        """Return what chance could have decided in a move that was made; nothing if it did not."""
        with self._back_at(at):
            return self.legal if self.game.to_move() == CHANCE else []

    @contextmanager
    def _back_at(self, at: int) -> Iterator[None]:
        """Let the game stand as before a move that was made; afterwards it stands as now."""
        now = self.game.save()
        self.game.restore(self._moves[at].record)
        try:
            yield
        finally:
            self.game.restore(now)

    # -- saving -------------------------------------------------------------------
    @property
    def saved_game(self) -> SavedGame:
        """The game as a file holds it."""
        kept = replace(self._replay, actions=list(self._replay.actions))
        return SavedGame(kept, list(self.rerolls), Seats(marked=self.marked))

    def save(self, file: Path, parts: str | None = None) -> None:
        """Write the game to a file, whole or not at all, with the text of its parts file.

        Raises:
            OSError: It cannot be written.
        """
        kept = self.saved_game
        about = kept.table.model_copy(update={"parts": parts})
        write_whole(file, replace(kept, table=about).to_text())
        self._saved = self.moves

    def _tell(self) -> list[str]:
        sentences = told(self.game.events())
        self.log += sentences
        return sentences


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def choices_of(game: Game) -> list[Choice]:
    """Return the legal actions of a game in words, in the catalogue's order."""
    to_move = game.to_move()
    if to_move == OVER:
        return []
    return [
        Choice(
            action,
            f"outcome {action}" if to_move == CHANCE else game.catalogue.name(action),
            game.describe(action),
        )
        for action in np.flatnonzero(game.mask).tolist()
    ]


def _seeds_by_move(rerolls: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """Return the seeds of rerolls by the number of moves made before."""
    found: dict[int, list[int]] = {}
    for at, seed in rerolls:
        found.setdefault(at, []).append(seed)
    return found
