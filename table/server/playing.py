"""Requests that change a game: choices, taking back, other dice, seats, pace."""

from __future__ import annotations

import secrets
from typing import Any

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.replays.recording import PERSON
from tablemates.envs.core.game import CHANCE, OVER
from tablemates.table.server.hall import Hall
from tablemates.table.server.messages import AtMoves, Choose, Correct, HandOver, Redo, SetPace, Undo
from tablemates.table.server.partner_names import checked
from tablemates.table.server.refusals import RefusalError
from tablemates.table.server.room import Room
from tablemates.table.server.states import check_made, check_move
from tablemates.table.server.store import sentence_of


def check_moves(room: Room, request: AtMoves) -> None:
    """Refuse a request that was meant for another moment of the game.

    Raises:
        RefusalError: The game has gone on, or was taken back.
    """
    if request.moves != room.table.moves:
        raise RefusalError(
            "stale", f"The game has gone on: it has {room.table.moves} moves, not {request.moves}."
        )


def choose(hall: Hall, room: Room, request: Choose) -> dict[str, Any]:
    """Take one choice, or several of one gesture as far as they go.

    Raises:
        RefusalError: The first is stale, illegal, or not people's.
    """
    check_moves(room, request)
    if (request.action is None) == (request.actions is None):
        raise RefusalError("malformed", "Choose needs either 'action' or 'actions'.")
    actions = [request.action] if request.action is not None else request.actions or []
    taken, stopped = 0, None
    for action in actions:
        stopped = _stop(room, first=taken == 0)
        if stopped is None and action not in room.table.legal:
            stopped = RefusalError("illegal", "This is not among the choices now.")
        if stopped is not None:
            break
        room.take(action)
        taken += 1
        hall.changed(room, "moved")
    if stopped is not None and taken == 0:
        raise stopped
    found: dict[str, Any] = {"moves": room.table.moves}
    if request.actions is not None:
        found |= {"taken": taken, "stopped": None if stopped is None else stopped.sentence}
    return found


def _stop(room: Room, first: bool) -> RefusalError | None:
    """Return why people cannot choose now, None if they can.

    Args:
        room: The game.
        first: Whether this is the first choice of a gesture: the others must follow from it
            without a roll, a draw or anything else that people have not seen.
    """
    seat = room.table.game.to_move()
    if seat == OVER:
        return RefusalError("refused", "The game is over.")
    if room.bot is not None:
        return RefusalError("refused", "A bot sits there: give the seat to a person first.")
    if not first and (seat == CHANCE or _was_surprised(room)):
        return RefusalError("refused", "Something came up on the way.")
    return None


#: Events that nobody could foresee.
_SURPRISES = frozenset(
    {
        "blocks_die",
        "mob_die",
        "block_uncovered",
        "tile_drawn",
        "die_rolled",
        "block_drawn",
        "part_revealed",
        "portal_revealed",
        "turn_ended",
    }
)


def _was_surprised(room: Room) -> bool:
    return any(event["event"] in _SURPRISES for event in room.happened["events"])


async def bot(hall: Hall, room: Room, request: AtMoves) -> dict[str, Any]:
    """Let a bot take one decision now.

    Raises:
        RefusalError: It is no bot's decision, or the bot fails.
    """
    check_moves(room, request)
    await room.bot_step(hall.thinkers, lambda why: hall.changed(room, why))
    return {"moves": room.table.moves}


def undo(hall: Hall, room: Room, request: Undo) -> dict[str, Any]:
    """Take moves back: people's last choice with what bots did after it, or to any move.

    Raises:
        RefusalError: There is nothing to take back.
    """
    check_moves(room, request)
    table = room.table
    before = table.moves
    if request.reroll:
        _check_dice(room)
    if request.to is not None:
        check_move(room, request.to, before)
        table.undo(before - request.to)
    else:
        _undo_a_choice(room)
    if request.reroll:
        _reroll(room)
    elif table.moves == before:
        raise RefusalError("refused", "There is nothing to take back.")
    if room.bot is not None:
        room.pace.mode = "pause"
    room.pace.fault = None
    room.forget_last()
    hall.changed(room, "rerolled" if request.reroll else "undone")
    return {"moves": table.moves, "undone": before - table.moves}


def _undo_a_choice(room: Room) -> None:
    """Go back to the last decision that people took, or to the beginning without one.

    Where people take none at all, one move back.
    """
    table = room.table
    at = table.moves - 1
    while (
        _people_decide(room)
        and at > 0
        and room.bot_for(room.glass.still(table.record_at(at))) is not None
    ):
        at -= 1
    table.undo(table.moves - max(at, 0))


def _people_decide(room: Room) -> bool:
    """Return whether people sit there or throw the dice, not just look."""
    return PERSON in room.seats or room.explicit


def redo(hall: Hall, room: Room, request: Redo) -> dict[str, Any]:
    """Make moves again that were taken back: a choice with what bots did after it, or up to any.

    Raises:
        RefusalError: There are none.
    """
    check_moves(room, request)
    table = room.table
    to = table.moves + 1 if request.to is None else request.to
    if not table.moves < to <= table.moves + table.undone:
        raise RefusalError("refused", "There is no such move to make again.")
    table.redo(to - table.moves)
    while request.to is None and _people_decide(room) and room.bot is not None and table.undone:
        table.redo()
    if room.bot is not None:
        room.pace.mode = "pause"
    room.forget_last()
    hall.changed(room, "redone")
    return {"moves": table.moves}


def reroll(hall: Hall, room: Room, request: AtMoves) -> dict[str, Any]:
    """Let other dice and draws fall from here on; the game is marked for it.

    Raises:
        RefusalError: People throw the dice here, or the game is over.
    """
    check_moves(room, request)
    _check_dice(room)
    _reroll(room)
    hall.changed(room, "rerolled")
    return {"moves": room.table.moves}


def _check_dice(room: Room) -> None:
    if room.explicit:
        raise RefusalError("refused", "At a real table the dice are yours: correct the outcome.")


def _reroll(room: Room) -> None:
    if room.table.over:
        raise RefusalError("refused", "The game is over: take a move back first.")
    room.table.reroll(secrets.randbits(53))


def correct(hall: Hall, room: Room, request: Correct) -> dict[str, Any]:
    """Mend an outcome that was typed in wrongly, and make the later moves again.

    Raises:
        RefusalError: That move is no outcome, or could not have come out so.
    """
    check_moves(room, request)
    check_made(room, request.at)
    try:
        kept, dropped = room.table.correct(request.at, request.outcome)
    except ValueError as error:
        raise RefusalError("refused", str(error)) from error
    room.forget_last()
    if room.bot is not None:
        room.pace.mode = "pause"
    hall.changed(room, "undone")
    return {"moves": room.table.moves, "kept": kept, "dropped": dropped}


def hand_over(hall: Hall, room: Room, request: HandOver) -> dict[str, Any]:
    """Give a seat to somebody else.

    Raises:
        RefusalError: There is no such seat, or nobody of that name who plays this game.
    """
    if request.seat >= len(room.seats):
        raise RefusalError("unknown", f"The game has {len(room.seats)} seats, counted from 0.")
    who = checked(request.who, hall.offer.offered)
    if who != PERSON:
        try:
            hall.thinkers.check(who, room.table.game.settings)
        except AgentError as error:
            raise RefusalError("agent", sentence_of(error)) from error
    room.seats[request.seat] = who
    hall.changed(room, "seats")
    return {"seats": list(room.seats)}


def set_pace(hall: Hall, room: Room, request: SetPace) -> dict[str, Any]:
    """Let bots play by themselves at a speed, or stop them."""
    room.pace.mode = request.mode or room.pace.mode
    if request.seconds is not None:
        room.pace.seconds = request.seconds
    room.pace.fault = None
    hall.changed(room, "pace")
    return {"mode": room.pace.mode, "seconds": room.pace.seconds}
