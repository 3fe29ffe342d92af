"""The report of a finished game: luck against decisions, turning points.

The adviser's chances of winning say what each choice was worth against the best one (move
evaluation), and how far chance and other players moved them between one choice and the next.
The first estimate and these changes add up to the outcome, for the team or for each seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final

from tablemates.agents.errors import AgentError
from tablemates.envs.core.agent import Situation
from tablemates.envs.core.answers import OVER
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.game import Game
from tablemates.envs.core.replay import Replay
from tablemates.envs.core.settings import Settings
from tablemates.table.lookahead import DIGITS, Sandbox
from tablemates.table.partners import explain, make_agent
from tablemates.table.server.game_server import Call
from tablemates.table.server.messages import RequestError, request
from tablemates.table.server.room import GameRoom

#: Futures in which a choice is evaluated that the adviser does not list.
_FUTURES: Final = 4
#: Turning points that are shown, and the least change of the chance to win for one.
_POINTS: Final = 6
_LEAST: Final = 0.02


@dataclass(slots=True)
class MoveEvaluation:
    """A player's choice, evaluated.

    The chance to win is ``before`` with the best choice, ``after`` with the one made (``better``:
    the best one, if it is another), and moved by ``luck`` until the next choice of the team or
    seat.
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


@request("report", slow=True)
async def report(call: Call, room: GameRoom) -> dict[str, Any]:
    """Return the report of a finished game; it takes some seconds.

    All pages that ask wait for the same evaluation.
    """
    table, adviser = room.table, call.server.adviser(room.game)
    if not table.over:
        raise RequestError("refused", "The game goes on: its report comes at the end.")
    if adviser is None:
        raise RequestError("refused", "Nobody here judges this game: it has no adviser.")
    saved = table.saved_game
    if room.report is None or room.report[0] != saved:  # people may undo moves meanwhile
        records = [one.record for one in table.positions[: table.moves + 1]]
        settings = table.game.settings
        work = partial(evaluate, settings, adviser, saved.replay, records)
        room.report = saved, asyncio.create_task(call.server.workers.run(work))
    try:
        moves = await asyncio.shield(room.report[1])  # who leaves does not end it for others
    except (GameError, AgentError, ValueError) as error:
        room.report = None  # who asks again has another try
        raise RequestError("agent", f"The game cannot be judged: {error}") from error
    return {
        "agent": adviser,
        "luck": _luck(moves, adviser),
        "decisions": _decisions(moves, room.seats.who, adviser),
        "curve": [[one.at, round(one.before, DIGITS), one.seat] for one in moves],
        "turning_points": _turning_points(moves),
    }


def evaluate(
    settings: Settings, adviser: str, replay: Replay, records: Sequence[bytes]
) -> list[MoveEvaluation]:
    """Evaluate every choice of players in a finished game, by the states before and after them."""
    evaluator = _Evaluator(settings, adviser, replay.seed)
    sandbox = evaluator.sandbox
    moves: list[MoveEvaluation] = []
    last: dict[int, MoveEvaluation] = {}  # by team, or by seat
    for at, action in enumerate(replay.actions):
        game = sandbox.still(records[at])
        seat = game.to_move()
        if seat < 0:
            continue
        chances = evaluator.chances(game, at)
        best, before = max(chances.items(), key=lambda one: one[1])
        turn, text = game.turn, game.describe(action)
        better = None if best == action else game.describe(best)
        game.step(action)
        happened = game.told()
        side = 0 if game.co_operative else seat
        if action in chances:
            after = chances[action]
        else:
            after = min(before, evaluator.chance_after(records[at], action, side, at))
        if side in last:
            last[side].luck = before - last[side].after
        last[side] = MoveEvaluation(at, turn, seat, before, after, text, better, happened)
        moves.append(last[side])
    end = sandbox.still(records[-1])
    for side, move in last.items():
        move.luck = end.scaled(end.returns()[side]) - move.after
    evaluator.agent.close()
    return moves


class _Evaluator:
    """An agent, asked for chances of winning."""

    def __init__(self, settings: Settings, adviser: str, seed: int | None) -> None:
        self.sandbox = Sandbox(settings)
        self.agent = make_agent(adviser, settings)
        self._seed = seed

    def chances(self, game: Game, at: int) -> Mapping[int, float]:
        """Return the chances of winning with the choices that the agent lists."""
        found = explain(self.agent, Situation.of(game, self._seed, at)).candidates
        if not found or not all(0.0 <= one.value <= 1.0 for one in found):
            raise AgentError(f"{self.agent.name} states no chances of winning")
        return {one.action: float(one.value) for one in found}

    def chance_after(self, record: bytes, action: int, side: int, at: int) -> float:
        """Return the mean chance at the next decision of a side, over some futures."""
        total = 0.0
        for n in range(_FUTURES):
            game = self.sandbox.resampled(record, at * _FUTURES + n, chance="sampled")
            game.step(action)
            while game.to_move() != OVER and not game.co_operative and game.to_move() != side:
                chances = self.chances(game, at)
                game.step(max(chances, key=lambda one: chances[one]))
            if game.to_move() == OVER:
                total += game.scaled(game.returns()[side])
            else:
                total += max(self.chances(game, at).values())
        return total / _FUTURES


def _luck(moves: Sequence[MoveEvaluation], adviser: str) -> dict[str, Any]:
    total = sum(one.luck for one in moves)
    word = "with" if total >= 0 else "against"
    sentence = (
        f"Chance was {word} the players: {100 * total:+.0f} points of chance to win, as "
        f"{adviser} estimates it."
    )
    return {"total": round(total, DIGITS), "sentence": sentence}


def _decisions(
    moves: Sequence[MoveEvaluation], seats: Sequence[str], adviser: str
) -> dict[str, Any]:
    by_seat = []
    for seat, who in enumerate(seats):
        own = [one.after - one.before for one in moves if one.seat == seat]
        lost = round(sum(own), DIGITS)
        by_seat.append({"seat": seat, "who": who, "lost": lost, "choices": len(own)})
    total = sum(one.after - one.before for one in moves)
    sentence = (
        f"Added up, the players' choices gave away {100 * abs(total):.0f} points of chance to "
        f"win against those of {adviser}."
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
