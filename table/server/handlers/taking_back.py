"""The requests that take moves back or make them again, and the others' consent to that.

Where people play on several devices, nobody takes back alone what another has decided or what was
revealed: all others are asked. What is hidden is drawn anew then, so that nobody gains by what was
seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from tablemates.envs.core.engine.codes import CHANCE
from tablemates.envs.core.history.replay import PERSON
from tablemates.table.server import page_state
from tablemates.table.server.game_server import Call, GameServer
from tablemates.table.server.messages import (
    Action,
    Moves,
    PositionName,
    RequestError,
    as_sentence,
    request,
)
from tablemates.table.server.room import Asked, GameRoom

#: Seconds that people have to agree; silence is no.
SECONDS: Final = 60.0


@request("undo", about="present", acts=True)
def undo(call: Call, room: GameRoom, *, to: Moves | None = None) -> dict[str, Any]:
    """Undo people's last choice with what bots did after it, or everything after a move."""
    table = room.table
    before = table.moves
    if to is None:
        to = before - room.seats.go(table, table.undo)
        table.redo(before - to)
    page_state.check_point(room, to, before)
    if to == before:
        raise RequestError("refused", "There is nothing to take back.")
    count = before - to

    def take_back() -> dict[str, Any]:
        table.undo(count)
        table.undos += 1
        if room.between:
            room.hide_anew()
        room.pause()
        call.server.changed(room, "undone")
        return {"moves": table.moves, "undone": count}

    moves = "the last move" if count == 1 else f"the last {count} moves"
    question = room.position(to).decision()
    what = f"take {moves} back, so that this is asked again: {question}"
    return _agreed(call, room, _is_others(call, room, to), what, take_back)


@request("redo", about="present", acts=True)
def redo(
    call: Call, room: GameRoom, *, end: PositionName, to: Moves | None = None
) -> dict[str, Any]:
    """Redo a choice with what bots did after it, or everything up to a move."""
    table = room.table
    if end != table.positions[-1].name:
        raise RequestError("stale", "Other moves than those were taken back meanwhile.")
    if not table.moves < (table.moves + 1 if to is None else to) <= table.moves + table.undone:
        raise RequestError("refused", "There is no such move to make again.")
    if to is None:
        room.seats.go(table, table.redo)
    else:
        table.redo(to - table.moves)
    room.pause()
    call.server.changed(room, "redone")
    return {"moves": table.moves}


@request("correct", about="present", acts=True)
def correct(call: Call, room: GameRoom, *, at: Moves, outcome: Action) -> dict[str, Any]:
    """Correct an outcome that was typed in wrongly."""
    page_state.check_point(room, at + 1, room.table.moves)
    wrong = room.position(at)
    if wrong.to_move() != CHANCE or outcome not in wrong.legal:
        reason = "That move is no roll or draw that could have come out so."
        raise RequestError("refused", reason)

    def mend() -> dict[str, Any]:
        kept, dropped = room.table.correct(at, outcome)
        room.pause()
        call.server.changed(room, "undone")
        return {"moves": room.table.moves, "kept": kept, "dropped": dropped}

    what = f"correct move {at + 1}: {as_sentence(wrong.describe(outcome))}"
    return _agreed(call, room, room.between, what, mend)


@request("answer", acts=True)
def answer_asked(call: Call, room: GameRoom, *, number: int, yes: bool) -> dict[str, Any]:
    """Agree or not to what another device asks for; who asked takes it back by a no."""
    asked, device = room.asked, call.watcher.device
    if asked is None or asked.number != number:
        raise RequestError("stale", "That is not asked any more.")
    if device not in asked.waiting and (yes or device != asked.by):
        raise RequestError("refused", "The answer of this device is not needed.")
    if not yes:
        said = "took the request back" if device == asked.by else "said no"
        _drop(call.server, room, f"{room.names(device)} {said}.")
        return {"done": False}
    asked.waiting.discard(device)
    if asked.waiting:
        call.server.changed(room, "asked")
        return {"done": False}
    room.drop_asked()
    asked.work()
    return {"done": True}


def _is_others(call: Call, room: GameRoom, to: int) -> bool:
    """Return whether one of the moves after ``to`` is not for a device alone to take back."""
    if not room.between:
        return False
    device = call.watcher.device
    displaced = any(not room.mine(one) for one in room.devices)  # who decided what is not known
    if room.table.over or displaced:
        return True
    for at in range(to, room.table.moves):
        game = room.position(at)
        seat = game.to_move()
        by_person = seat >= 0 and room.seats.agent_in(game) is None
        own = seat >= 0 and room.seats.who[seat] == PERSON and room.owners[seat] == device
        if (by_person and not own) or room.reveals(at):
            return True
    return False


def _agreed(
    call: Call, room: GameRoom, asks: bool, what: str, work: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """Do something at once or, if it ``asks``, when all others have agreed to it."""
    if not asks:
        return work()
    if room.asked is not None:
        raise RequestError("refused", "Something else is asked just now: answer that first.")
    device, server = call.watcher.device, call.server
    names = room.names(device)
    room.questions += 1
    timer = asyncio.get_running_loop().call_later(
        SECONDS, lambda: _drop(server, room, "Not everybody answered in time.")
    )
    wants = "want" if " and " in names else "wants"
    text = f"{names} {wants} to {what}"
    room.asked = Asked(room.questions, device, text, room.devices - {device}, work, timer)
    server.changed(room, "asked")
    return {"moves": room.table.moves, "asked": room.questions}


def _drop(server: GameServer, room: GameRoom, why: str) -> None:
    """End a question without what was asked for, and tell everybody why."""
    room.drop_asked()
    for watcher in room.watchers:
        watcher.push({"push": "told", "game": room.id, "text": f"{why} Nothing was changed."})
    server.changed(room, "asked")
