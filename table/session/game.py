"""A game at the table: played, undone, redone, branched, corrected, saved and loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tablemates.agents.output.folders import write_whole
from tablemates.envs.core.engine.codes import CHANCE, ILLEGAL, OVER
from tablemates.envs.core.errors import ComponentsError, FormatError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.seeds import checked_seed
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.history.replay import LONGEST, Replay
from tablemates.envs.core.views.beats import Beat, beats_of, lines_of
from tablemates.envs.core.views.past import History, Past, past_of
from tablemates.envs.registry import game_named, new_game
from tablemates.table.session.saves import SavedGame, TableInfo, text_of_parts


@dataclass(frozen=True)
class Choice:
    """A legal action, with its short name in the catalogue and its words in the present decision.

    At a chance node the name is such as ``outcome 3``, the kind ``outcome``; else the kind is the
    group in the catalogue.
    """

    action: int
    name: str
    text: str
    kind: str


@dataclass(frozen=True)
class Position:
    """The state after some moves, the last of them, and what it brought.

    At the beginning that move is -1, and the beats tell how the game began. ``said`` has the same
    in the words of a game as text, which names places where the beats show them. The ``name`` is a
    hash of what everybody has seen so far: two positions of a game that differ have different
    names.
    """

    record: bytes
    action: int
    beats: list[Beat]
    said: list[str]
    name: str
    seat: int  # who decides here; below 0: nobody

    @classmethod
    def of(cls, game: Game, action: int, beats: list[Beat], before: str = "") -> Position:
        """Return the present position of a game, reached from the one of that name."""
        seen = f"{before} {action} ".encode() + game.public_record.tobytes()
        name = blake2b(seen, digest_size=8).hexdigest()
        said = game.told() if beats else []
        return cls(game.save(), action, beats, said, name, game.to_move())


class TableGame:
    """A game with its history; moves that were undone can be redone until another is made.

    ``positions`` are those after each number of moves, undone ones included. ``undos`` counts how
    often moves were taken back, ``hints`` how often somebody asked for one. ``parts`` is the text
    of the parts file that it is played with; None: the standard set, or parts that are no single
    small file.
    """

    def __init__(
        self, game: Game, replay: Replay, beats: list[Beat] | None = None, parts: str | None = None
    ) -> None:
        self.game = game
        self.parts = parts
        self.moves = 0
        self.undos = 0
        self.hints = 0
        self._replay = replace(replay, actions=[], redraws={})
        self._redraws: dict[int, int] = {}
        self.positions = [Position.of(game, -1, beats or [])]
        self._saved: list[int] = []
        self._before: Past | None = None  # decisions before the first position

    @classmethod
    def begin(
        cls, settings: Settings, seed: int, position: Mapping[str, Any] | None = None
    ) -> TableGame:
        """Return a new game; the seed draws what a position that it starts from leaves open."""
        game, parts = new_game(settings), text_of_parts(settings.components)
        if position is None:
            game.new(checked_seed(seed))
            return cls(game, Replay.of(game, seed), beats_of(game), parts)
        game.load_position(position, checked_seed(seed))
        return cls(game, Replay.of(game), parts=parts)

    @classmethod
    def of_saved(
        cls, saved: SavedGame, components: Path | None, own: str | None = None
    ) -> TableGame:
        """Return the game of a saved document; all its moves can be undone.

        ``components`` are the parts of documents that have none in them. Raises a ``GameError`` if
        its settings are invalid, it was played with other parts, or a move is illegal.
        """
        replay = saved.replay
        kind = game_named(replay.game, own).settings_type
        parts = saved.table.parts
        if parts is None:
            parts = text_of_parts(components)
            game = new_game(kind.of_recipe(replay.recipe, components))
        else:
            game = _with_parts(kind, replay.recipe, parts)
        if len(game.settings.scenarios()) != 1:
            raise FormatError("a saved game needs one value of each parameter, not a list of them")
        beats: list[Beat] = []
        try:
            for _ in replace(replay, actions=[]).play(game):
                beats += beats_of(game)
        except FormatError as error:
            raise FormatError(f"{error}; load it with the parts of then") from error
        table = cls(game, replay, beats, parts)
        for n, action in enumerate(replay.actions):
            if n in replay.redraws:
                table.redraw(replay.redraws[n])
            if action not in table.legal:
                raise FormatError(f"its move {table.moves}, action {action}, is not legal")
            table.take(action)
        if table.moves in replay.redraws:
            table.redraw(replay.redraws[table.moves])
        table.undos, table.hints = saved.table.undos, saved.table.hints
        table._saved = table.actions
        return table

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.game.to_move() == OVER

    @property
    def undone(self) -> int:
        """Number of moves that can be redone."""
        return len(self.positions) - 1 - self.moves

    @property
    def actions(self) -> list[int]:
        """The moves made, in order."""
        return [one.action for one in self.positions[1 : self.moves + 1]]

    @property
    def log(self) -> list[str]:
        """Events so far, a sentence each."""
        return lines_of(self._beats(self.moves))

    @property
    def unsaved(self) -> bool:
        """True if there are changes that no file has."""
        return self._saved != self.actions

    @property
    def seed(self) -> int | None:
        """The seed of the game; None if it started from a position."""
        return self._replay.seed

    def seed_at(self, at: int) -> int | None:
        """Return the seed from which what was hidden after ``at`` moves had been drawn."""
        return self.seeds()(at)

    def seeds(self) -> Callable[[int], int | None]:
        """Return ``seed_at`` of the game as it is now, also while it goes on."""
        redraws, first = dict(self._redraws), self.seed

        def seed_at(at: int) -> int | None:
            drawn = [moves for moves in redraws if moves <= at]
            return redraws[max(drawn)] if drawn else first

        return seed_at

    @property
    def name(self) -> str:
        """The name of the present position."""
        return self.positions[self.moves].name

    @property
    def legal(self) -> list[int]:
        """The legal actions, ascending; empty when the game is over."""
        return self.game.legal

    def history(self, at: int) -> History:
        """Return what could be seen before the decision after ``at`` moves."""
        made = zip(self.positions[:at], self.positions[1 : at + 1], strict=True)
        decided = [(before.seat, after.action, before.record) for before, after in made]
        return History(self.positions[at].seat, past_of(decided, self.game, before=self._before))

    def take(self, action: int) -> list[str]:
        """Make a move and return what happened, a sentence each."""
        if self.moves >= LONGEST:
            raise ValueError("the game is longer than any that can be saved")
        if self.game.step(action) == ILLEGAL:
            raise ValueError(f"action {action} is not legal")
        made = Position.of(self.game, action, beats_of(self.game), self.name)
        self.moves += 1
        if self.positions[self.moves : self.moves + 1] != [made]:
            self._cut(self.moves)
            self.positions.append(made)
        return lines_of(made.beats)

    def redraw(self, seed: int) -> None:
        """Draw anew what is hidden, where chance does not ask people.

        Moves that were taken back cannot be redone any more.
        """
        self._cut(self.moves + 1)
        if not self.game.explicit_chance:
            self.game.resample(seed)
            self.positions[-1] = replace(self.positions[-1], record=self.game.save())
            self._redraws[self.moves] = seed

    def _cut(self, at: int) -> None:
        """Forget the positions from so many moves on."""
        del self.positions[at:]
        self._redraws = {n: seed for n, seed in self._redraws.items() if n < at}

    def undo(self, moves: int = 1) -> int:
        """Undo the last moves and return how many were; the same dice will fall again."""
        return -self._go(max(-moves, -self.moves))

    def redo(self, moves: int = 1) -> int:
        """Redo moves that were undone, and return how many were."""
        return self._go(min(moves, self.undone))

    def _go(self, by: int) -> int:
        self.moves += by
        self.game.restore(self.positions[self.moves].record)
        return by

    def branch(self, at: int, seed: int | None = None) -> TableGame:
        """Return another game with the first ``at`` moves of this one.

        A seed draws everything hidden anew, so that other dice fall: the game begins here.
        """
        game = new_game(self.game.settings)
        game.restore(self.positions[at].record)
        if seed is not None:
            game.resample(seed)
            anew = TableGame(game, Replay.of(game), self._beats(at), self.parts)
            anew._before = self.history(at).now
            return anew
        other = TableGame(game, self._replay, parts=self.parts)
        other._before = self._before
        other.positions = self.positions[: at + 1]
        other.moves = at
        other._redraws = {n: drawn for n, drawn in self._redraws.items() if n <= at}
        return other

    def correct(self, at: int, outcome: int) -> tuple[int, int]:
        """Replace an outcome of explicit chance and make the later moves again.

        A later move is made again as long as the same decision is asked of the same player and the
        action is still legal. Returns how many of them were kept, and how many dropped.

        Raises:
            ValueError: The move is no chance outcome, or could not have had this one.
        """
        now, later = self.moves, self.actions[at + 1 :]
        questions = []
        for n in range(at + 1, now):
            self._go(n - self.moves)
            questions.append(self._question())
        self._go(at - self.moves)
        if self.game.to_move() != CHANCE or outcome not in self.legal:
            self._go(now - at)
            raise ValueError("that move is no roll or draw that could have come out so")
        self._cut(at + 1)
        self.take(outcome)
        kept = 0
        for action, question in zip(later, questions, strict=True):
            if self.over or self._question() != question or action not in self.legal:
                break
            self.take(action)
            kept += 1
        return kept, len(later) - kept

    def _beats(self, at: int) -> list[Beat]:
        """Return what was told in the first ``at`` moves."""
        return [beat for one in self.positions[: at + 1] for beat in one.beats]

    def _question(self) -> tuple[int, str]:
        """Return who decides now, and what."""
        return self.game.to_move(), self.game.decision()

    @property
    def saved_game(self) -> SavedGame:
        """The game as a document."""
        redraws = {n: seed for n, seed in self._redraws.items() if n <= self.moves}
        replay = replace(self._replay, actions=self.actions, redraws=redraws)
        info = TableInfo(parts=self.parts, undos=self.undos, hints=self.hints)
        return SavedGame(replay, info)

    def save(self, file: Path) -> None:
        """Write the game to a file atomically."""
        write_whole(file, self.saved_game.to_text())
        self._saved = self.actions


def _with_parts(kind: type[Settings], recipe: Mapping[str, Any], text: str) -> Game:
    """Return a game with the parts in the text of a parts file."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "the parts"
        try:
            file.write_text(text, encoding="utf-8")
            game = new_game(kind.of_recipe(recipe, file))
        except (ComponentsError, UnicodeError) as error:
            raise FormatError(str(error)[:400]) from error
    return new_game(replace(game.settings, components=game.components))


def choices_of(game: Game) -> list[Choice]:
    """Return the legal actions of a game in words, in the catalogue's order."""
    legal = game.legal if game.to_move() == CHANCE else game.shown_legal
    return [choice_of(game, action) for action in legal]


def choice_of(game: Game, action: int) -> Choice:
    """Return a legal action of a game in words."""
    if game.to_move() == CHANCE:
        return Choice(action, f"outcome {action}", game.describe(action), "outcome")
    group, name = game.catalogue.action(action).group, game.catalogue.name(action)
    return Choice(action, name, game.describe(action), group)
