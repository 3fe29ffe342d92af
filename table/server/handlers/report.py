"""The report of a finished game: luck against decisions, turning points.

It is made of the evaluation of every move, see ``table.session.evaluation``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, Final

from tablemates.agents.errors import AgentError
from tablemates.envs.core.errors import GameError
from tablemates.table.server.game_server import Call
from tablemates.table.server.messages import RequestError, request
from tablemates.table.server.room import GameRoom
from tablemates.table.session.evaluation import MoveEvaluation, evaluate
from tablemates.table.session.lookahead import DIGITS

#: Turning points that are shown, and the least change of the chance to win for one.
_POINTS: Final = 6
_LEAST: Final = 0.02


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
