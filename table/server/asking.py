"""Requests that look: lists, replays, hints and reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablemates.agents.errors import AgentError
from tablemates.envs.core.agent import Explanation
from tablemates.envs.core.game import CHANCE, OVER
from tablemates.envs.portal_dash.decision_strings import describe_decision
from tablemates.envs.portal_dash.naming import PLAYERS
from tablemates.table.server import choices, states
from tablemates.table.server.hall import Hall
from tablemates.table.server.refusals import RefusalError, as_sentence
from tablemates.table.server.room import Room

_BEST = 3


async def hint(hall: Hall, room: Room) -> dict[str, Any]:
    """Return what the adviser would do in the present decision, and why.

    Raises:
        RefusalError: There is nothing to decide.
    """
    game = room.table.game
    if game.to_move() in (OVER, CHANCE):
        raise RefusalError("refused", "There is nothing that anybody decides now.")
    moves = room.table.moves  # it may go on while the adviser thinks
    return await _reasons(hall, room, moves, hall.offer.adviser, hint=True) | {"moves": moves}


async def explain(hall: Hall, room: Room, at: int) -> dict[str, Any]:
    """Return why a move was made, as whoever sits there now sees it; for people, the adviser.

    Raises:
        RefusalError: There is no such move.
    """
    states.check_made(room, at)
    game = room.glass.still(room.table.record_at(at))
    seat = game.to_move()
    action = room.table.actions[at]
    played = {"action": action, "text": game.describe(action)}
    if seat == CHANCE:
        question = describe_decision(game.public, game.strings.names)
        silence = "Chance decided: it has no reasons."
        return _silent(question, silence) | {"at": at, "seat": None, "played": played}
    agent = room.bot_for(game) or hall.offer.adviser
    answer = await _reasons(hall, room, at, agent, hint=agent == hall.offer.adviser)
    for one in answer["best"]:
        one["played"] = one["action"] == action
    return answer | {"at": at, "seat": seat, "played": played}


async def chance_to_win(hall: Hall, room: Room) -> dict[str, Any]:
    """Return how likely the team is to win, as the adviser estimates it.

    Raises:
        RefusalError: Nobody can say now.
    """
    answer = await hint(hall, room)
    best = answer["best"]
    if answer["silence"] or not best:
        raise RefusalError("agent", answer["silence"] or "The adviser has no estimate.")
    return {"chance": best[0]["chance"], "agent": answer["agent"]}


async def _reasons(hall: Hall, room: Room, at: int, agent: str, hint: bool) -> dict[str, Any]:
    table = room.table
    game = table.game if at == table.moves else room.glass.still(table.record_at(at))
    question = describe_decision(game.public, game.strings.names)
    offered = {choice["action"]: choice for choice in choices.brief(game)}
    seat = game.to_move()
    situation = room.situation(at)
    try:
        found = await hall.thinkers.explain(agent, game.settings, situation, hint)
    except AgentError as error:
        return _silent(question, as_sentence(str(error))) | {"agent": agent}
    best = _best(found, offered)
    if not best:
        return _silent(question, f"{agent} gives no reasons.") | {"agent": agent}
    first = best[0]
    sentence = f"{PLAYERS[seat].capitalize()} ({agent}): {first['text']}: {first['reason']}."
    return {
        "agent": agent,
        "question": question,
        "best": best,
        "sentence": sentence,
        "silence": None,
    }


def _best(found: Explanation, offered: Mapping[int, dict[str, Any]]) -> list[dict[str, Any]]:
    best = []
    for candidate in found.candidates[:_BEST]:
        if candidate.action not in offered:
            continue
        value = round(float(candidate.value), choices.DIGITS)
        best.append(
            offered[candidate.action]
            | {
                "value": value,
                "chance": value if 0.0 <= value <= 1.0 else None,
                "reason": candidate.reason,
                "played": False,
            }
        )
    return best


def _silent(question: str, silence: str) -> dict[str, Any]:
    return {
        "agent": None,
        "question": question,
        "best": [],
        "sentence": silence,
        "silence": silence,
    }
