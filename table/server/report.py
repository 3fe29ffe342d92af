"""The report of a finished game: luck against decisions, turning points.

The adviser's estimates say what each choice was worth against the best one (move evaluation),
and how far dice and draws moved the chance to win between one choice and the next. The first
estimate and these changes add up to the outcome.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.agent import tuned_planner
from tablemates.agents.portal_dash.planner.chances import chances_of, curve_of, features_of
from tablemates.agents.portal_dash.planner.search import UNSEEN
from tablemates.envs.core.answers import OVER
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.keys import decision_key
from tablemates.envs.core.replay import Replay
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules.vocabulary import Outcome
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.speech import told
from tablemates.table.game import legal_actions
from tablemates.table.lookahead import Sandbox
from tablemates.table.server.messages import RequestError
from tablemates.table.server.room import GameRoom
from tablemates.table.server.states import DIGITS
from tablemates.table.server.workers import Workers

#: Futures in which a choice is evaluated that the planner's search has cut.
_FUTURES: Final = 4
#: Turning points that are shown, and the least change of the chance to win for one.
_POINTS: Final = 6
_LEAST: Final = 0.02


@dataclass(slots=True)
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
        happened: What came of it, a sentence each.
        luck: By how much dice and draws moved the chance to win until the next choice.
    """

    at: int
    turn: int
    seat: int
    before: float
    after: float
    text: str
    better: str | None
    happened: list[str]
    luck: float = 0.0


async def end_report(workers: Workers, room: GameRoom) -> dict[str, Any]:
    """Return the report of a finished game; it takes some seconds.

    All pages that ask wait for the same evaluation.

    Args:
        workers: Where the game is evaluated.
        room: The game.

    Raises:
        RequestError: The game goes on, or it cannot be evaluated.
    """
    table = room.table
    if not table.over:
        raise RequestError("refused", "The game goes on: its report comes at the end.")
    game = table.saved_game
    if room.report is None or room.report[0] != game:  # people may undo moves meanwhile
        records = [table.record_at(at) for at in range(table.moves)]
        won = table.game.public.outcome == Outcome.WON
        work = partial(evaluate, table.game.settings, game.replay, records, won)
        room.report = game, asyncio.create_task(workers.run(work))
    try:
        moves = await asyncio.shield(room.report[1])  # who leaves does not end it for others
    except (GameError, ValueError) as error:
        room.report = None  # who asks again has another try
        raise RequestError("agent", f"The game cannot be judged: {error}") from error
    return {
        "luck": _luck(moves),
        "decisions": _decisions(moves, room.seats.who),
        "curve": [[one.at, round(one.before, DIGITS)] for one in moves],
        "turning_points": _turning_points(moves),
    }


def evaluate(
    settings: Settings, replay: Replay, records: Sequence[bytes], won: bool
) -> list[MoveEvaluation]:
    """Evaluate every choice of players in a finished game with the planner at its strongest.

    Args:
        settings: Of the game.
        replay: How it began and what was chosen.
        records: The state before each move.
        won: Whether the team won.
    """
    sandbox, planner = Sandbox(settings), _Evaluator(settings)
    moves: list[MoveEvaluation] = []
    for at, (record, action) in enumerate(zip(records, replay.actions, strict=True)):
        position = sandbox.still(record)
        seat = position.to_move()
        if seat < 0:
            continue
        key = decision_key(replay.seed or 0, at)
        turn, legal, text = position.turn, legal_actions(position), position.describe(action)
        values, chances = planner.evaluate(position, key)
        best, chosen = int(np.argmax(values)), legal.index(action)
        better = None if best == chosen else position.describe(legal[best])
        position.step(action)
        happened = told(position.events())
        before, after = float(chances[best]), float(chances[chosen])
        if values[chosen] <= UNSEEN:
            after = min(before, planner.chance_after(sandbox, record, action, key))
        if moves:
            moves[-1].luck = before - moves[-1].after
        moves.append(MoveEvaluation(at, turn, seat, before, after, text, better, happened))
    if moves:
        moves[-1].luck = float(won) - moves[-1].after
    return moves


class _Evaluator:
    """The planner, asked for the worth of choices."""

    def __init__(self, settings: Settings) -> None:
        self._planner = tuned_planner(GameFacts.of(settings))
        self._curve = curve_of(self._planner.name)

    def evaluate(self, game: PortalDash, key: int) -> tuple[Any, Any]:
        """Return values and chances to win of the legal choices, each of shape ``(choices,)``."""
        values = self._planner.values(game.public_record.copy(), key)
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


def _luck(moves: Sequence[MoveEvaluation]) -> dict[str, Any]:
    total = sum(one.luck for one in moves)
    word = "with" if total >= 0 else "against"
    sentence = (
        f"Dice and draws were {word} the team: {100 * total:+.0f} points of chance to win, as "
        "the planner estimates it."
    )
    return {"total": round(total, DIGITS), "sentence": sentence}


def _decisions(moves: Sequence[MoveEvaluation], seats: Sequence[str]) -> dict[str, Any]:
    by_seat = []
    for seat, who in enumerate(seats):
        own = [one.after - one.before for one in moves if one.seat == seat]
        lost = round(sum(own), DIGITS)
        by_seat.append({"seat": seat, "who": who, "lost": lost, "choices": len(own)})
    total = sum(one.after - one.before for one in moves)
    sentence = (
        f"Added up, the team's choices gave away {100 * abs(total):.0f} points of chance to win "
        "against the planner's own."
    )
    return {"total": round(total, DIGITS), "by_seat": by_seat, "sentence": sentence}


def _turning_points(moves: Sequence[MoveEvaluation]) -> list[dict[str, Any]]:
    """Return where the chance to win fell most, in the order of the game."""
    points = []
    for one in moves:
        known = asdict(one)
        del known["luck"]
        points.append({**known, "kind": "decision"})
        after = one.after + one.luck
        points.append(
            {**known, "kind": "luck", "before": one.after, "after": after, "better": None}
        )
    worst = sorted(points, key=lambda point: point["after"] - point["before"])[:_POINTS]
    return [
        point | {name: round(point[name], DIGITS) for name in ("before", "after")}
        for point in sorted(worst, key=lambda point: point["at"])
        if point["after"] - point["before"] <= -_LEAST
    ]
