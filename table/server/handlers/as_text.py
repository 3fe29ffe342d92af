"""The requests of players who read and answer text, such as an assistant beside people."""

from __future__ import annotations

from typing import Any

from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.text.answers import choices_of
from tablemates.envs.core.text.asking import HOW_TO_ANSWER, asked_as_text
from tablemates.envs.core.text.onlooker import decided, spoken
from tablemates.envs.core.text.rules import Level, rules_as_text
from tablemates.table.server.game_server import Call
from tablemates.table.server.messages import RequestError, Seat, request
from tablemates.table.server.room import GameRoom


@request("read", acts=True)
def read(call: Call, room: GameRoom, *, seat: Seat) -> dict[str, Any]:
    """Return what a seat of the device reads: text, and the choices that it has now."""
    device = call.watcher.device
    if seat not in room.mine(device):
        raise RequestError("refused", "This device has no such seat.")
    game = room.table.game
    choices = choices_of(game) if game.to_move() == seat else []
    return {
        "text": asked_as_text(game, seat, happened(room, seat), choices),
        "choices": [one._asdict() for one in choices],
        "position": room.table.name,
        "over": game.to_move() == OVER,
        "returns": game.returns() if game.to_move() == OVER else None,
        "asked": room.seen_by(device)["asked"],
    }


@request("rules")
def rules(_call: Call, room: GameRoom, *, level: Level = "full") -> dict[str, Any]:
    """Return the rules as text, and how an answer in text is written."""
    return {"text": f"{rules_as_text(room.table.game, level)}\n\n{HOW_TO_ANSWER}"}


def happened(room: GameRoom, seat: int) -> list[str]:
    """Return what was decided, and what came of it, from a seat's last decision on, in lines."""
    positions = room.table.positions[: room.table.moves + 1]
    own = [n for n, one in enumerate(positions[:-1]) if one.seat == seat]
    first = own[-1] if own else 0
    lines = [] if own else [*positions[0].said]
    for before, after in zip(positions[first:], positions[first + 1 :], strict=False):
        if before.seat >= 0:
            game = room.sandbox.still(before.record)
            lines.append(decided(game, before.seat, spoken(game, after.action)))
        lines += after.said
    return lines
