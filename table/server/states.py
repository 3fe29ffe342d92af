"""What a page is told of a game: public state, choices, who decides, what happened.

Nothing here reads the hidden part of a game; consequences of a choice are found on a copy
whose hidden part is resampled.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from tablemates.agents.evaluation.replays.recording import PERSON
from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.portal_dash.actions import group_of, space_of
from tablemates.envs.portal_dash.components.schema import words_of
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.naming import (
    MODES,
    PLAYERS,
    TASKS,
    colour_name,
    face_name,
)
from tablemates.envs.portal_dash.reading import row_and_column, sight_of
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import (
    Chance,
    Decision,
    ItemType,
)
from tablemates.envs.portal_dash.snapshot import snapshot
from tablemates.envs.portal_dash.speech import describe_decision, told
from tablemates.table.game import choices_of
from tablemates.table.lookahead import Lookahead, Sandbox
from tablemates.table.partners import is_shared
from tablemates.table.server.messages import RequestError
from tablemates.table.server.room import GameRoom

#: Decimals of probabilities.
DIGITS: Final = 4
_ABOUT_MOB: Final = (Decision.MOB_END, Decision.TARGET, Decision.PUSH, Decision.DAMAGE_ITEM)


def state_of(room: GameRoom, why: str) -> dict[str, Any]:
    """Return the push that shows a game in its present state.

    Args:
        room: The game.
        why: What changed.
    """
    table, game = room.table, room.table.game
    return {
        "push": "state",
        "game": room.id,
        "name": room.name,
        "moves": table.moves,
        "of": table.moves + table.undone,
        "why": why,
        **_view(room, game),
        "items": item_types(game),
        "choices": choices_with_consequences(game, room.sandbox),
        **_last_move(room, table.moves),
        "log": None if why in ("moved", "seats", "pace") else table.log,
        "seats": [
            {"seat": seat, "colour": PLAYERS[seat], "who": who}
            for seat, who in enumerate(room.seats.who)
        ],
        "shared": room.seats.shared,
        "chance": game.settings.chance,
        "marked": table.rerolled,
        "pace": {
            **room.pace.model_dump(),
            "thinking": room.bot is not None and room.pace.mode == "run",
            "fault": room.fault,
        },
        "unsaved": room.unsaved,
    }


def look(room: GameRoom, at: int) -> dict[str, Any]:
    """Return the game after ``at`` moves, undone ones included.

    Raises:
        RequestError: It has fewer moves.
    """
    table = room.table
    most = table.moves + table.undone
    check_point(room, at, most)
    came = _last_move(room, at)
    game = room.position(at)
    return {
        "game": room.id,
        "at": at,
        "of": most,
        **_view(room, game),
        "choices": choices_in_words(game),
        "next": _move(game, table.action_at(at), at, None) if at < most else None,
        **came,
    }


def _view(room: GameRoom, game: PortalDash) -> dict[str, Any]:
    seen = snapshot_of(game)
    return {
        "turn": game.turn,
        "who": who_decides(room, game),
        "snapshot": seen,
        "ending": seen["ending"],
    }


def snapshot_of(game: PortalDash) -> dict[str, Any]:
    """Return the public snapshot of a game."""
    return snapshot(game.public, game.names)


def question_of(game: PortalDash) -> str:
    """Return what is decided now, or the roll or draw that comes, in words."""
    return describe_decision(game.public, game.names)


def item_types(game: PortalDash) -> dict[str, str]:
    """Return the type of each item of the game's parts, such as ``sword``, by its name."""
    names = game.names
    kinds = range(len(names.items))
    return {names.item(kind): words_of(ItemType(names.box.item_type[kind])) for kind in kinds}


def who_decides(room: GameRoom, game: PortalDash) -> dict[str, Any]:
    """Return whose decision a position is, and what about."""
    to_move = game.to_move()
    agent = room.seats.agent_in(game)
    kinds = {OVER: "over", CHANCE: "chance"}
    seat = to_move if to_move not in kinds and to_move >= 0 else None
    return {
        "kind": kinds.get(to_move, "person" if agent is None else "bot"),
        "seat": seat,
        "colour": None if seat is None else PLAYERS[seat],
        "agent": agent,
        "shared": is_shared(game) and PERSON in room.seats.who,
        "text": question_of(game),
    }


def _last_move(room: GameRoom, at: int) -> dict[str, Any]:
    """Return the last of ``at`` moves and what it brought."""
    if at == 0:
        return {"moved": None, "happened": {"sentences": [], "events": []}}
    game = room.position(at - 1)
    action = room.table.action_at(at - 1)
    moved = _move(game, action, at - 1, room.seats.agent_in(game))
    game.step(action)
    return {"moved": moved, "happened": events_of(game)}


def _move(game: PortalDash, action: int, at: int, agent: str | None) -> dict[str, Any]:
    chance = game.to_move() == CHANCE
    return {
        "at": at,
        "seat": None if chance else int(game.public.decider),
        "agent": agent,
        "action": action,
        "name": f"outcome {action}" if chance else game.catalogue.name(action),
        "text": game.describe(action),
        "kind": kind_of(game, action),
        "pointed": pointed_at(game, action),
    }


def events_of(game: PortalDash) -> dict[str, Any]:
    """Return what the last move brought, as sentences and as events."""
    events = game.events()
    return {"sentences": told(events), "events": events}


def what_if(room: GameRoom, action: int) -> dict[str, Any]:
    """Return the game after a choice that nobody makes, up to the next roll or draw.

    Raises:
        RequestError: The choice is not legal.
    """
    if action not in room.table.legal:
        raise RequestError("illegal", "This is not among the choices now.")
    game = room.sandbox.certain(room.table.game.save())
    text = game.describe(action)
    game.step(action)
    came = events_of(game)
    return {
        "text": text,
        "snapshot": snapshot_of(game),
        "happens": came["sentences"],
        "events": came["events"],
        "then": question_of(game),
        "outcomes": [
            {"text": game.describe(outcome), "chance": chance}
            for outcome, chance in chances_of_outcomes(game).items()
        ],
    }


def check_point(room: GameRoom, at: int, most: int) -> None:
    """Check a number of moves.

    Raises:
        RequestError: The game has fewer.
    """
    if at > most:
        raise RequestError("unknown", f"The game {room.name!r} has no move {at}: it has {most}.")


def check_made(room: GameRoom, at: int) -> None:
    """Check a move's number, from 0.

    Raises:
        RequestError: It was not made.
    """
    moves = room.table.moves
    if at >= moves:
        last = f"the last one is {moves - 1}" if moves else "none was made yet"
        raise RequestError("unknown", f"The game {room.name!r} has no move {at}: {last}.")


def choices_in_words(game: PortalDash) -> list[dict[str, Any]]:
    """Return the choices of a game without their consequences."""
    return [
        {
            **asdict(choice),
            "kind": kind_of(game, choice.action),
            "at": pointed_at(game, choice.action),
        }
        for choice in choices_of(game)
    ]


def choices_with_consequences(game: PortalDash, sandbox: Sandbox) -> list[dict[str, Any]]:
    """Return the choices of a game, each with its consequences, odds and probability."""
    found = choices_in_words(game)
    chances = chances_of_outcomes(game)
    lookahead = Lookahead(game, sandbox)
    for choice in found:
        action = choice["action"]
        comes = lookahead.of(action)
        odds = comes.odds
        choice["leads"] = {"happens": comes.happens, "then": comes.then, "over": comes.over}
        choice["reach"] = comes.reach
        choice["odds"] = odds and {
            **asdict(odds),
            "defeat": round(odds.defeat, DIGITS),
            "hits": round(odds.hits, DIGITS),
        }
        choice["chance"] = chances.get(action)
    return found


def chances_of_outcomes(game: PortalDash) -> dict[int, float]:
    """Return the probability of each outcome of a roll or draw; empty where somebody decides."""
    if game.to_move() != CHANCE:
        return {}
    values, shares = game.chance_outcomes()
    return dict(zip(values.tolist(), shares.round(DIGITS).tolist(), strict=True))


def kind_of(game: PortalDash, action: int) -> str:
    """Return the kind of a choice: its action's group, or ``outcome`` at a chance node."""
    return "outcome" if game.to_move() == CHANCE else game.catalogue.name(action).partition(" ")[0]


def pointed_at(game: PortalDash, action: int) -> dict[str, Any]:
    """Return what a legal choice points at, see ``docs/table_protocol.md``."""
    p, names = game.public, game.names
    if game.to_move() == CHANCE:
        return _outcome(game, action)
    seat, n = int(p.decider), action - group_of(action)
    found: dict[str, Any] = {}
    match kind_of(game, action):
        case "step":
            origin = int(p.player_space[seat])
            target = origin + 64 * C.ROW_STEP[n] + C.COLUMN_STEP[n]
            found = {"space": row_and_column(target), "from": row_and_column(origin)}
        case "column":
            found = {"column": n}
        case "slot":
            found = {"slot": n, "seat": seat}
        case "mode":
            found = {"mode": MODES[n], "slot": int(p.decision_about), "seat": seat}
        case "player":
            found = {"seat": (seat + n) % int(p.players)}
        case "tile":
            found = {"tile": n, "item": names.item(int(p.drawn[n]))}
        case "supply":
            before = sum(1 for i in range(n) if p.supply[i] == 1)
            found = {"supply": before, "item": names.item(int(names.box.netherite[n]))}
        case "colour":
            found = {"colour": colour_name(n)}
        case "place":
            task, column = divmod(n, L.TASK_COLUMNS)
            found = {"place": n, "task": task, "task_column": column, "task_name": TASKS[task]}
        case "count":
            found = {"count": n, "dice": [int(p.dice[i]) for i in range(n)]}
        case "space":
            space = space_of(names, action)
            found = {"space": row_and_column(space)}
            pieces = [piece for piece in range(L.MOBS) if p.mob_space[piece] == space]
            if pieces:
                found["mob"] = names.mob(p, pieces[0])
    if p.decision in _ABOUT_MOB:
        piece = int(p.decision_about)
        found["mob"] = names.mob(p, piece)
        found.setdefault("from", row_and_column(int(p.mob_space[piece])))
    return found


def _outcome(game: PortalDash, value: int) -> dict[str, Any]:
    names = game.names
    match Chance(int(game.public.decision_about)):
        case Chance.BLOCKS_DIE:
            return {"face": face_name(value)}
        case Chance.MOB_DIE:
            return {"number": value}
        case Chance.COMBAT_DIE:
            return {"hits": value}
        case Chance.TILE_DRAWN:
            return {"item": names.item(value)}
        case Chance.PART_REVEALED:
            return {"part": names.tiles[value]}
        case Chance.BLOCK_UNCOVERED:
            column, layer = sight_of(game.public)
            return {"colour": colour_name(value), "column": column, "layer": layer}
        case _:
            return {"colour": colour_name(value)}
