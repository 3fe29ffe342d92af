"""What a page is told of a game: its public state, the choices, who decides, what happened.

Nothing here reads the hidden part of a game; what comes of a choice is found out on a
copy in which everything hidden is drawn anew.
"""

from __future__ import annotations

from typing import Any

from tablemates.agents.evaluation.replays.recording import PERSON
from tablemates.envs.core.game import CHANCE, OVER
from tablemates.envs.portal_dash.decision_strings import describe_decision
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.naming import words_of
from tablemates.envs.portal_dash.rules.vocabulary import SHARED_DECISIONS, Decision, ItemType
from tablemates.envs.portal_dash.snapshot import snapshot
from tablemates.table.server import choices
from tablemates.table.server.happenings import happened, nothing
from tablemates.table.server.limits import TAIL
from tablemates.table.server.pointing import seat_name
from tablemates.table.server.refusals import RefusalError
from tablemates.table.server.room import Room, move_of


def state_of(room: Room, why: str) -> dict[str, Any]:
    """Return the push that shows a game as it stands.

    Args:
        room: The game.
        why: What changed.
    """
    table, game = room.table, room.table.game
    seen = shown(game)
    return {
        "push": "state",
        "game": room.id,
        "name": room.name,
        "moves": table.moves,
        "of": table.moves + table.undone,
        "why": why,
        "turn": game.turn,
        "who": who_decides(room, game),
        "snapshot": seen,
        "items": item_types(game),
        "choices": choices.full(table, room.glass),
        "moved": room.moved,
        "happened": room.happened,
        "log": {"total": len(table.log), "tail": table.log[-TAIL:]},
        "seats": [
            {"seat": seat, "colour": seat_name(seat), "who": who}
            for seat, who in enumerate(room.seats)
        ],
        "shared": room.shared,
        "chance": game.settings.chance,
        "marked": table.marked,
        "pace": {
            "mode": room.pace.mode,
            "seconds": room.pace.seconds,
            "thinking": room.bot is not None and room.pace.mode == "run",
            "fault": room.pace.fault,
        },
        "can": {"undo": table.moves > 0, "redo": table.undone > 0},
        "ending": seen["ending"],
        "saved": room.unsaved is None,
        "unsaved": room.unsaved,
    }


def shown(game: Game) -> dict[str, Any]:
    """Return the snapshot of a game; its choices stand beside it."""
    return snapshot(game.public, game.strings)


def item_types(game: Game) -> dict[str, str]:
    """Return of what type each item of the game's parts is, such as ``sword``, by its name."""
    names = game.strings.names
    kinds = range(len(names.items))
    return {names.item(kind): words_of(ItemType(names.box.item_type[kind])) for kind in kinds}


def who_decides(room: Room, game: Game) -> dict[str, Any]:
    """Return whose decision a position of a game is, and what about."""
    seat = game.to_move()
    agent = room.bot_for(game)
    kinds = {OVER: "over", CHANCE: "chance"}
    decider = max(seat, -1) if seat not in kinds else -1
    return {
        "kind": kinds.get(seat, "person" if agent is None else "bot"),
        "seat": decider if decider >= 0 else None,
        "colour": seat_name(decider),
        "agent": agent,
        "shared": Decision(int(game.public.decision)) in SHARED_DECISIONS and PERSON in room.seats,
        "text": describe_decision(game.public, game.strings.names),
    }


def look(room: Room, at: int) -> dict[str, Any]:
    """Return the game as it stood after so many moves, and what led there.

    Moves that were taken back can be looked at too.

    Raises:
        RefusalError: It has not so many moves.
    """
    table = room.table
    most = table.moves + table.undone
    check_move(room, at, most)
    moved, came = None, nothing()
    if at > 0:
        before = room.glass.still(table.record_at(at - 1))
        action = table.action_at(at - 1)
        moved = move_of(before, action, at - 1, room.bot_for(before))
        before.step(action)
        came = happened(before)
    game = room.glass.still(table.record_at(at))
    seen = shown(game)
    return {
        "game": room.id,
        "at": at,
        "of": most,
        "snapshot": seen,
        "who": who_decides(room, game),
        "choices": choices.brief(game),
        "next": move_of(game, table.action_at(at), at, None) if at < most else None,
        "moved": moved,
        "happened": came,
        "turn": game.turn,
        "ending": seen["ending"],
    }


def all_moves(room: Room) -> dict[str, Any]:
    """Return every move of a game in words, and where its turns begin."""
    table, told = room.table, room.told
    made = [(table.record_at(at), action) for at, action in enumerate(table.actions)]
    same = 0
    while same < min(len(told), len(made)) and told[same][0] == made[same]:
        same += 1
    del told[same:]
    for at in range(same, len(made)):
        record, action = made[at]
        game = room.glass.still(record)
        seat = game.to_move()
        words = {
            "at": at,
            "seat": None if seat == CHANCE else seat,
            "turn": game.turn,
            "text": game.describe(action),
        }
        told.append((made[at], words))
    moves = [words for _, words in told]
    turns: list[list[Any]] = []
    for words in moves:
        if not turns or turns[-1][0] != words["turn"]:
            turns.append([words["turn"], words["at"]])
    return {"moves": moves, "turns": turns}


def log(room: Room, start: int, count: int) -> dict[str, Any]:
    """Return a part of what happened, in sentences."""
    sentences = room.table.log[start : start + count]
    return {"from": start, "total": len(room.table.log), "sentences": sentences}


def what_if(room: Room, actions: list[int], future: int) -> dict[str, Any]:
    """Return the game after choices that nobody takes.

    Args:
        room: The game.
        actions: The choices, one after the other.
        future: Past rolls and draws it goes on with some that are made up; each number has its
            own. 0: only what is certain is shown.

    Raises:
        RefusalError: One of the choices is not legal then.
    """
    table = room.table
    record = table.game.save()
    glass = room.glass
    game = glass.drawn(record, _seed_of(room, future)) if future else glass.certain(record)
    text, sentences, events = "", [], []
    for n, action in enumerate(actions):
        chance = game.to_move() == CHANCE and not (n == 0 and room.explicit)
        if chance or game.to_move() == OVER or not game.mask[action : action + 1].any():
            raise RefusalError("illegal", "One of these choices is not there then.")
        text = game.describe(action)
        game.step(action)
        came = happened(game)
        sentences += came["sentences"]
        events += came["events"]
    outcomes: list[dict[str, Any]] = []
    if game.to_move() == CHANCE:
        values, shares = game.chance_outcomes()
        outcomes = [
            {"outcome": n, "text": game.describe(n), "chance": round(share, choices.DIGITS)}
            for n, share in zip(values.tolist(), shares.tolist(), strict=True)
        ]
    note = (
        "One possible future: dice and draws are made up for this look."
        if future
        else "Up to the next roll or draw this is certain."
    )
    return {
        "action": actions[-1],
        "text": text,
        "snapshot": shown(game),
        "happens": sentences,
        "events": events,
        "then": describe_decision(game.public, game.strings.names),
        "outcomes": outcomes,
        "certain": not future,
        "note": note,
    }


def _seed_of(room: Room, future: int) -> int:
    """Return a seed for made-up dice that is the same for all choices of one decision."""
    return (room.table.moves * 0x9E3779B97F4A7C15 + future) % 2**64


def check_move(room: Room, at: int, most: int) -> None:
    """Refuse a move that was not made.

    Raises:
        RefusalError: There are not so many.
    """
    if at > most:
        raise RefusalError("unknown", f"The game {room.name!r} has no move {at}: it has {most}.")


def check_made(room: Room, at: int) -> None:
    """Refuse a move, counted from 0, that was not made.

    Raises:
        RefusalError: There are not so many.
    """
    moves = room.table.moves
    if at >= moves:
        last = f"the last one is {moves - 1}" if moves else "none was made yet"
        raise RefusalError("unknown", f"The game {room.name!r} has no move {at}: {last}.")
