"""Recorded games, read from a file, with random access to their states."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tablemates.agents.evaluation.matches import earlier_games
from tablemates.agents.evaluation.plan import axes_in_words
from tablemates.agents.evaluation.result_rows import cached_games, read_rows, row_of
from tablemates.agents.outside.secret import kept_secret
from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.history.replay import Replay
from tablemates.envs.core.views.agent import Candidate, Situation
from tablemates.envs.core.views.past import History, Past, past_of
from tablemates.envs.registry import game_named

#: ``rows.jsonl:7`` is the seventh line of that file.
_LINE: Final = re.compile(r"(.+):(\d{1,9})")
_ROWS: Final = ".jsonl"


@dataclass(frozen=True, slots=True)
class Move:
    """A decision and the action taken, in words; the seat is ``CHANCE`` where nobody decided."""

    seat: int
    question: str
    action: int
    words: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The game between two moves, and what has happened since the stop before, in sentences."""

    record: bytes
    turn: int
    happened: list[str]


class Playback:
    """A game, finished or not, and all its states.

    It stops before each move and after the last one: with ``n`` moves there are stops 0 to ``n``.
    The outcome is ``won``, ``lost``, who has won, or ``not finished``. ``earlier`` are the games
    of its match before it.
    """

    def __init__(
        self, replay: Replay, source: str, components: Any = None, own: str | None = None
    ) -> None:
        self.replay = replay
        self.source = source
        self.earlier: tuple[Past, ...] = ()
        self.moves: list[Move] = []
        self.stops: list[Stop] = []
        try:
            kind: Any = game_named(replay.game, own)
            settings = kind.settings_type.of_recipe(replay.recipe, components)
            self.game: Game = kind(settings)
            self._play()
        except FormatError as error:
            raise FormatError(f"{source}: {error}") from error
        self._seat = OVER
        self.at = -1
        self.go(0)

    def _play(self) -> None:
        """Play the game once and keep every state."""
        game, replay = self.game, self.replay
        moves, seat = iter(replay.actions), OVER
        for seat in replay.play(game):
            self.stops.append(Stop(game.save(), game.turn, game.told()))
            action = next(moves, None)
            if action is not None and seat != OVER:
                self.moves.append(self._move(seat, action))
        self.outcome = self._outcome() if seat == OVER else "lost" if replay.end else "not finished"

    def _move(self, seat: int, action: int) -> Move:
        game = self.game
        question = game.decision()
        if 0 <= action < len(game.mask) and game.mask[action]:
            return Move(seat, question, action, game.describe(action))
        past = action - len(game.catalogue)  # the seat that lost the game by it
        loser = past if 0 <= past < game.seats else seat
        return Move(loser, question, action, "an illegal action")

    def _outcome(self) -> str:
        game, returns = self.game, self.game.returns()
        best = max(returns)
        if game.co_operative:
            return "won" if best == 1.0 else "lost"
        first = [game.player_name(seat) for seat, one in enumerate(returns) if one == best]
        return f"won by {' and '.join(first)}"

    def __len__(self) -> int:
        """Return the number of moves."""
        return len(self.moves)

    # -- the present stop ------------------------------------------------------------
    def go(self, stop: int) -> None:
        """Go to a stop; numbers below 0 mean the first, numbers above the last."""
        stop = min(max(stop, 0), len(self))
        if stop != self.at:
            self._seat = self.game.restore(self.stops[stop].record)
            self.at = stop

    @property
    def move(self) -> Move | None:
        """The move at the present stop, None at the last one."""
        return self.moves[self.at] if self.at < len(self) else None

    @property
    def happened(self) -> list[str]:
        """The events since the stop before, a sentence each."""
        return self.stops[self.at].happened

    @property
    def turn(self) -> int:
        """Turns started at the present stop."""
        return self.stops[self.at].turn

    def turn_stops(self) -> list[int]:
        """Return the first stop, that of each turn, and the last one."""
        firsts = {stop.turn: n for n, stop in reversed(list(enumerate(self.stops)))}
        return sorted({0, *firsts.values(), len(self)})

    @property
    def question(self) -> str:
        """The present decision, or how the game ended."""
        if self.at == len(self):
            decision = self.game.decision()
            left = f"Nobody played on. {decision}" if self.outcome == "not finished" else decision
            return self.replay.end or left
        return self.moves[self.at].question

    def legal(self) -> list[int]:
        """Return the legal actions; none at the end and at chance nodes."""
        return [] if self._seat < 0 else self.game.legal

    def facts(self) -> list[str]:
        """Return which game it is, who played and how it went, a few words each."""
        seed, agents = self.replay.seed, self.replay.agents
        (scenario,) = self.game.settings.scenarios()
        return [
            axes_in_words(scenario.axes),
            *([f"played by {' + '.join(dict.fromkeys(agents))}"] if agents else []),
            "from a position" if seed is None else f"seed {seed}",
            f"{self.outcome} after {self.stops[-1].turn} turns and {len(self)} decisions",
        ]

    def who_plays(self) -> str:
        """Return who decides at the present stop: ``Blue (planner) plays`` or such."""
        move, agents = self.move, self.replay.agents
        if move is None or move.seat < 0:
            return "Chance"
        agent = f" ({agents[move.seat]})" if len(agents) > move.seat else ""
        return f"{self.game.player_name(move.seat)}{agent} plays"

    # -- the view of an agent ------------------------------------------------------------
    def took(self, candidate: Candidate) -> bool:
        """Return whether a candidate is what was played at the present stop."""
        return self.move is not None and self.move.action == candidate.action

    def situation(self) -> Situation:
        """Return the present decision as an agent sees it, with the same key as in the game."""
        decided = zip(self.moves[: self.at], self.stops, strict=False)
        now = past_of([(move.seat, move.action, stop.record) for move, stop in decided], self.game)
        history = History(self._seat, now, self.earlier)
        return Situation.of(self.game, self.replay.seed, self.at, history)


def read_game(name: str) -> Replay:
    """Read a replay file, ``rows.jsonl:7`` (the seventh row), or a file with one row.

    Raises:
        FormatError: There is no such row, or the file is neither replay nor rows.
    """
    file, line = _file_and_line(name)
    if not file.is_file():
        kind = "a folder: name a file in it" if file.is_dir() else "not there"
        raise FormatError(f"{file} is {kind}")
    if line is None and file.suffix != _ROWS:
        return Replay.read(file)
    lines = file.read_bytes().splitlines()
    if line is None and len(lines) > 1:
        raise FormatError(
            f"{file} has {len(lines)} games: name one of them, {file}:1 to {file}:{len(lines)}"
        )
    line = 1 if line is None else line
    if not 1 <= line <= len(lines):
        raise FormatError(f"{file} has no line {line}")
    source = f"{file}:{line}"
    row = row_of(lines[line - 1], source)
    try:
        return row.replay()
    except FormatError as error:
        raise FormatError(f"{source}: {error}") from error


def games_before(name: str, components: Any = None, own: str | None = None) -> tuple[Past, ...]:
    """Return the earlier games of the match of a row that ``read_game`` reads."""
    file, line = _file_and_line(name)
    if line is None or row_of(file.read_bytes().splitlines()[line - 1], name).match == 1:
        return ()
    rows = read_rows(file)
    return earlier_games(rows[line - 1], rows, cached_games(components, own))


def secret_beside(name: str) -> bytes | None:
    """Return the secret of the run whose rows ``read_game`` reads, None if it has none.

    Raises:
        FolderError: It is damaged.
    """
    return kept_secret(_file_and_line(name)[0].parent)


def _file_and_line(name: str) -> tuple[Path, int | None]:
    file, found = Path(name), _LINE.fullmatch(name)
    if found and not file.exists():
        return Path(found[1]), int(found[2])
    return file, None
