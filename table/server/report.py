"""The report of a finished game: luck against decisions, turning points.

The adviser's estimates say what each choice was worth against the best one (move evaluation),
and how far dice and draws moved the chance to win between one choice and the next. The first
estimate and these changes add up to the outcome.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.agent import tuned_planner
from tablemates.agents.portal_dash.planner.chances import chances_of, curve_of, features_of
from tablemates.agents.portal_dash.planner.search import UNSEEN
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.game import OVER
from tablemates.envs.core.keys import decision_key
from tablemates.envs.core.replay import Replay
from tablemates.envs.portal_dash.event_strings import told
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import Outcome
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import legal_actions
from tablemates.table.sandbox import Sandbox
from tablemates.table.server.errors import RequestError
from tablemates.table.server.room import GameRoom
from tablemates.table.server.states import DIGITS, snapshot_of
from tablemates.table.server.workers import Workers

_PUBLIC_BYTES: Final = STATE["public"].itemsize
#: Futures in which a choice is evaluated that the planner's search has cut.
_FUTURES: Final = 4
#: Turning points that are shown, and the least change of the chance to win for one.
_POINTS: Final = 6
_LEAST: Final = 0.02
_NOTE: Final = "Chances to win are the planner's estimates; it looks ahead one turn."


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game, as far as its evaluation needs it.

    Attributes:
        settings: Of the game.
        replay: How it began and what was chosen.
        records: The state before each move.
        won: Whether the team won.
    """

    settings: Settings
    replay: Replay
    records: Sequence[bytes]
    won: bool


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
    """A player's choice, evaluated.

    Attributes:
        at: Number of moves before it.
        turn: In which turn.
        seat: Whose choice.
        before: The chance to win with the best choice.
        after: With the one made.
        text: That one in words.
        better: The best one in words, None if it was made.
    """

    at: int
    turn: int
    seat: int
    before: float
    after: float
    text: str
    better: str | None


@dataclass(frozen=True, slots=True)
class GameEvaluation:
    """All choices of players, in order, and whether the team won."""

    moves: list[MoveEvaluation]
    won: bool

    def luck_after(self, n: int) -> float:
        """Return by how much dice and draws moved the chance to win after a choice."""
        end = 1.0 if self.won else 0.0
        after = self.moves[n + 1].before if n + 1 < len(self.moves) else end
        return after - self.moves[n].after


async def end_report(workers: Workers, room: GameRoom) -> dict[str, Any]:
    """Return the report of a finished game; it takes some seconds.

    All pages that ask wait for the same evaluation; its progress is pushed to all watchers.

    Args:
        workers: Where the game is evaluated.
        room: The game.

    Raises:
        RequestError: The game goes on, or it cannot be evaluated.
    """
    table = room.table
    if not table.over:
        raise RequestError("refused", "The game goes on: its report comes at the end.")
    ending, turns = snapshot_of(table.game)["ending"], table.game.turn
    game = FinishedGame(
        table.game.settings,
        table.saved_game.replay,
        [table.record_at(at) for at in range(table.moves)],
        ending["outcome"] == "won",
    )
    if room.evaluated != game or room.evaluation is None:  # people may undo moves meanwhile
        room.evaluated, room.evaluation = game, _start(workers, room, game)
    try:
        found = await asyncio.shield(room.evaluation)  # who leaves does not end it for others
    except (GameError, ValueError) as error:
        room.evaluation = None  # who asks again has another try
        raise RequestError("agent", f"The game cannot be judged: {error}") from error
    return {
        "outcome": ending["outcome"],
        "why": ending["text"],
        "turns": turns,
        "luck": _luck(found),
        "decisions": _decisions(found, room.seats),
        "curve": [[one.at, round(one.before, DIGITS)] for one in found.moves],
        "turning_points": [
            point | {"happened": _happened(room.sandbox, game, point["at"])}
            for point in _turning_points(found)
        ],
        "note": _NOTE,
    }


def _start(workers: Workers, room: GameRoom, game: FinishedGame) -> asyncio.Task[GameEvaluation]:
    loop = asyncio.get_running_loop()

    def push(share: float) -> None:
        for watcher in room.watchers:
            watcher.push({"push": "report", "game": room.id, "progress": round(share, 2)})

    def progress(share: float) -> None:
        loop.call_soon_threadsafe(push, share)

    return asyncio.create_task(workers.report(lambda: evaluate(game, progress)))


def evaluate(game: FinishedGame, progress: Callable[[float], None]) -> GameEvaluation:
    """Evaluate every choice of a game with the planner at its strongest.

    Args:
        game: The game.
        progress: Called now and then with the share that is done.
    """
    sandbox, planner = Sandbox(game.settings), _Evaluator(game.settings)
    moves: list[MoveEvaluation] = []
    for at, (record, action) in enumerate(zip(game.records, game.replay.actions, strict=True)):
        position = sandbox.still(record)
        seat = position.to_move()
        if seat < 0:
            continue
        key = decision_key(game.replay.seed or 0, at)
        turn, legal, text = position.turn, legal_actions(position), position.describe(action)
        values, chances = planner.evaluate(position, key)
        best, chosen = int(np.argmax(values)), legal.index(action)
        better = None if best == chosen else position.describe(legal[best])
        before, after = float(chances[best]), float(chances[chosen])
        if values[chosen] <= UNSEEN:
            after = min(before, planner.chance_after(sandbox, record, action, key))
        moves.append(MoveEvaluation(at, turn, seat, before, after, text, better))
        if at % 20 == 0:
            progress(at / len(game.records))
    return GameEvaluation(moves, game.won)


class _Evaluator:
    """The planner, asked for the worth of choices."""

    def __init__(self, settings: Settings) -> None:
        self._planner = tuned_planner(GameFacts.of(settings))
        self._curve = curve_of(self._planner.name)

    def evaluate(self, game: Game, key: int) -> tuple[Any, Any]:
        """Return values and chances to win of the legal choices, each of shape ``(choices,)``."""
        values = self._planner.values(game.record[:_PUBLIC_BYTES].copy(), key)
        return values, chances_of(self._curve, features_of(game.public, values))

    def chance_after(self, sandbox: Sandbox, record: bytes, action: int, key: int) -> float:
        """Return the mean chance to win at the next decision after a choice, over some futures."""
        total = 0.0
        for n in range(_FUTURES):
            game = sandbox.drawn(record, (key + n) % 2**64)
            game.step(action)
            if game.to_move() == OVER:
                total += float(game.public.outcome == Outcome.WON)
            else:
                total += float(self.evaluate(game, key)[1].max())
        return total / _FUTURES


def _luck(found: GameEvaluation) -> dict[str, Any]:
    total = sum(found.luck_after(n) for n in range(len(found.moves)))
    word = "with" if total >= 0 else "against"
    sentence = (
        f"Dice and draws were {word} the team: {100 * total:+.0f} points of chance to win, as "
        "the planner estimates it."
    )
    return {"total": round(total, DIGITS), "sentence": sentence}


def _decisions(found: GameEvaluation, seats: Sequence[str]) -> dict[str, Any]:
    by_seat = []
    for seat, who in enumerate(seats):
        own = [one.after - one.before for one in found.moves if one.seat == seat]
        lost = round(sum(own), DIGITS)
        by_seat.append({"seat": seat, "who": who, "lost": lost, "choices": len(own)})
    total = sum(one.after - one.before for one in found.moves)
    sentence = (
        f"Added up, the team's choices gave away {100 * abs(total):.0f} points of chance to win "
        "against the planner's own."
    )
    return {"total": round(total, DIGITS), "by_seat": by_seat, "sentence": sentence}


def _happened(sandbox: Sandbox, game: FinishedGame, at: int) -> list[str]:
    """Return what a move brought, a sentence each."""
    position = sandbox.still(game.records[at])
    position.step(game.replay.actions[at])
    return told(position.events())


def _turning_points(found: GameEvaluation) -> list[dict[str, Any]]:
    """Return where the chance to win fell most, in the order of the game."""
    points: list[tuple[float, dict[str, Any]]] = []
    for n, one in enumerate(found.moves):
        luck = found.luck_after(n)
        kinds = (("decision", one.before, one.after), ("luck", one.after, one.after + luck))
        for kind, before, after in kinds:
            point = {
                "at": one.at,
                "turn": one.turn,
                "seat": one.seat,
                "text": one.text,
                "kind": kind,
                "before": round(before, DIGITS),
                "after": round(after, DIGITS),
                "better": one.better if kind == "decision" else None,
            }
            points.append((after - before, point))
    worst = sorted(points, key=lambda pair: pair[0])[:_POINTS]
    return sorted(
        (point for change, point in worst if change <= -_LEAST), key=lambda point: point["at"]
    )
