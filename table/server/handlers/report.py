"""The report of a finished game: luck against decisions, turning points.

It is made of the evaluation of every move, see ``table.session.evaluation``, as whoever asks sees
it: where all play against each other, the chances are those of one's own seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from statistics import fmean
from typing import Any, Final

from tablemates.agents.errors import AgentError
from tablemates.agents.roster import MISTAKE, roster_of
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.history.replay import PERSON
from tablemates.table.server.game_server import Call
from tablemates.table.server.messages import RequestError, request
from tablemates.table.server.partner_list import MATES
from tablemates.table.server.room import GameRoom
from tablemates.table.session.evaluation import Balance, MoveEvaluation, evaluate
from tablemates.table.session.lookahead import DIGITS

#: Turning points that are shown, and the least change of the chance to win for one.
_POINTS: Final = 6
_LEAST: Final = 0.02
#: Decimal places of what a choice costs on average.
_PLACES: Final = 5


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
        judges = {adviser, *_ladder(room)[-1:]}
        work = partial(_judge, judges, settings, records, table.actions, table.seeds())
        room.report = saved, asyncio.create_task(call.server.workers.run(work))
    try:
        judged = await asyncio.shield(room.report[1])  # who leaves does not end it for others
    except (GameError, AgentError, ValueError) as error:
        room.report = None  # who asks again has another try
        raise RequestError("agent", f"The game cannot be judged: {error}") from error
    sides = judged[adviser]
    own = next((seat for seat in room.mine(call.watcher.device) if seat in sides), min(sides))
    balance = sides[own]
    who = "the players" if table.game.co_operative else table.game.player_name(own)
    return {
        "agent": adviser,
        "luck": {"total": round(balance.luck, DIGITS), "sentence": _of_luck(balance, who)},
        "decisions": {
            "total": round(balance.decisions, DIGITS),
            "sentence": _of_decisions(balance, who),
            "by_seat": _by_seat(room, sides),
        },
        "mistakes": _mistakes(room, room.mine(call.watcher.device), judged),
        "curve": [[one.at, round(one.before, DIGITS), one.seat] for one in balance.moves],
        "turning_points": _turning_points(balance.moves),
    }


def _of_luck(balance: Balance, who: str) -> str:
    first = f"At first the chance to win was {100 * balance.first:.0f} %. Dice, draws and others "
    if abs(100 * balance.luck) < 0.5:
        return f"{first}did not change it on the whole."
    word = "gave" if balance.luck > 0 else "cost"
    return f"{first}{word} {who} {_points(abs(100 * balance.luck))}."


def _points(count: float) -> str:
    return f"{count:.0f} point" + "s" * (round(count) != 1)


def _of_decisions(balance: Balance, who: str) -> str:
    lost = -100 * balance.decisions
    if lost < 1:
        return f"The choices of {who} gave nothing away."
    return f"The choices of {who} gave away {_points(lost)} of it against the best ones."


def _by_seat(room: GameRoom, sides: Mapping[int, Balance]) -> list[dict[str, Any]]:
    """Return what the choices cost by whoever made them: a seat, or None, the people together."""
    made: dict[int | None, list[MoveEvaluation]] = {
        seat: [] for seat in range(room.table.game.seats)
    }
    for balance in sides.values():
        for one in balance.moves:
            made.setdefault(_maker(room, one), []).append(one)
    together = room.table.game.co_operative
    found = []
    for seat, moves in made.items():
        own = sides.get(0 if together or seat is None else seat)
        found.append(
            {
                "seat": seat,
                "who": PERSON if seat is None else room.seats.who[seat],
                "lost": 0.0 if own is None else round(own.part(moves), DIGITS),
                "luck": None if together or own is None else round(own.luck, DIGITS),
                "choices": len(moves),
            }
        )
    return found


def _judge(
    judges: Iterable[str],
    settings: Settings,
    records: Sequence[bytes],
    actions: Sequence[int],
    seed_at: Callable[[int], int | None],
) -> dict[str, dict[int, Balance]]:
    """Return the evaluation of a game by each judge."""
    return {one: evaluate(settings, one, records, actions, seed_at) for one in judges}


def _ladder(room: GameRoom) -> Sequence[str]:
    """Return the partners whose regret was measured, as the last of them sees it."""
    known = roster_of(room.game)
    return known.mates if known.regret else ()


def _mistakes(
    room: GameRoom, own: Sequence[int], judged: Mapping[str, Mapping[int, Balance]]
) -> dict[str, Any] | None:
    """Return what choices of people here cost, beside those of the partners on offer.

    Both as the last of these partners sees it. None where nobody here has decided, or where it was
    not measured of partners.
    """
    if not (ladder := _ladder(room)):
        return None
    moves = judged[ladder[-1]][0].moves
    costs = [max(0.0, one.before - one.after) for one in moves if _maker(room, one) in own]
    if not costs:
        return None
    regrets = zip(MATES, roster_of(room.game).regret, strict=True)
    return {
        "judge": ladder[-1],
        "made": sum(cost >= MISTAKE for cost in costs),
        "each": round(fmean(costs), _PLACES),
        "ladder": [{"title": title, "each": regret} for title, regret in regrets],
    }


def _maker(room: GameRoom, move: MoveEvaluation) -> int | None:
    """Return who made a choice: people make those of the team in turns of bots."""
    seats, game = room.seats, room.position(move.at)
    if seats.who[move.seat] == PERSON or seats.agent_in(game) is not None:
        return move.seat
    people = [seat for seat, who in enumerate(seats.who) if who == PERSON]
    return people[0] if len(people) == 1 else None


def _turning_points(moves: Sequence[MoveEvaluation]) -> list[dict[str, Any]]:
    """Return where the chance to win fell most, in the order of the game."""
    points = []
    for one in moves:
        known = asdict(one)
        del known["luck"]
        points.append({**known, "kind": "decision"})
        after = min(1.0, max(0.0, one.after + one.luck))
        points.append(
            {**known, "kind": "luck", "before": one.after, "after": after, "better": None}
        )
    worst = sorted(points, key=lambda point: point["after"] - point["before"])[:_POINTS]
    return [
        point | {name: round(point[name], DIGITS) for name in ("before", "after")}
        for point in sorted(worst, key=lambda point: point["at"])
        if point["after"] - point["before"] <= -_LEAST
    ]
