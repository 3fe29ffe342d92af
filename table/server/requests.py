"""The functions that answer requests."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

from tablemates import __version__
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.replays.recording import PERSON
from tablemates.envs.core.agent import Explanation
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game import CHANCE, OVER
from tablemates.envs.core.seeds import checked_seed, fresh_seed
from tablemates.envs.portal_dash.components import (
    BOARD_SHAPE,
    EDITIONS,
    difficulty,
    load_components,
)
from tablemates.envs.portal_dash.components.checks import track_columns
from tablemates.envs.portal_dash.components.schema import SIDES
from tablemates.envs.portal_dash.decision_strings import describe_decision
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.naming import PLAYERS, words_of
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import MobKind
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame
from tablemates.table.partners import PARTNER
from tablemates.table.saves import OwnParts, SavedGame, components_of_text
from tablemates.table.server import messages as m
from tablemates.table.server import states
from tablemates.table.server.errors import RequestError, as_request_errors, as_sentence
from tablemates.table.server.game_server import GameServer
from tablemates.table.server.messages import MESSAGE, Pace
from tablemates.table.server.report import end_report
from tablemates.table.server.room import GameRoom, Watcher, title_of
from tablemates.table.server.roster import check_name, is_known, roster
from tablemates.table.setups import begin_setup, setup_of, words_of_setup

PROTOCOL: Final = 2
_BEST: Final = 3  # choices in a hint


async def answer(server: GameServer, watcher: Watcher, request: Any) -> dict[str, Any]:
    """Return the result of a request.

    Args:
        server: The games.
        watcher: The connection that asks.
        request: One of ``messages.Request``.

    Raises:
        RequestError: It cannot be granted.
    """
    match request:
        case m.General(do="hello"):
            return _hello(server)
        case m.General():
            return {"games": server.games()}
        case m.SetupForm():
            return _setup_form(server, request)
        case m.New():
            return _entered(server, watcher, _new_room(server, request))
        case m.OpenText():
            with as_request_errors():
                saved = SavedGame.of_share(request.text)
            return _entered(server, watcher, room_of_saved(server, saved, request.seats))
        case m.Simple(do="delete"):
            server.delete(request.game)
            return {}
    room = server.room(request.game)
    if isinstance(request, m.AtPresent) and request.moves != room.table.moves:
        raise RequestError(
            "stale", f"The game has gone on: it has {room.table.moves} moves, not {request.moves}."
        )
    match request:
        case m.Simple(do="open"):
            return _entered(server, watcher, room)
        case m.Simple(do="close"):
            server.leave(room, watcher)
            return {}
        case m.Simple(do="share"):
            return _share(room)
        case m.Simple():
            return await end_report(server.workers, room)
        case m.AskBot(do="bot"):
            await room.bot_step(server.workers, lambda why: server.changed(room, why))
            return {"moves": room.table.moves}
        case m.AskBot():
            return await _hint(server, room)
        case m.AtPoint(do="explain"):
            return await _explain(server, room, request.at)
        case m.AtPoint(do="branch"):
            return _entered(server, watcher, _branch(server, room, request.at))
        case m.AtPoint():
            return states.look(room, request.at)
        case m.WhatIf():
            return states.what_if(room, request.action, request.future)
        case m.Log():
            return _log(room, request)
        case m.Choose():
            return _choose(server, room, request.action)
        case m.Undo():
            return _undo(server, room, request)
        case m.Redo():
            return _redo(server, room, request)
        case m.Correct():
            return _correct(server, room, request)
        case m.SetSeat():
            return _set_seat(server, room, request)
        case m.SetPace():
            return _set_pace(server, room, request)
        case m.SetShared():
            room.shared = request.who
        case m.Rename():
            if not (name := request.name.strip()):
                raise RequestError("refused", "A game needs a name: a letter or a digit will do.")
            room.name = name
    server.changed(room, "seats")
    return {}


def is_slow(request: Any) -> bool:
    """Return whether a request takes time, so that others go on meanwhile."""
    return request.do in ("bot", "hint", "explain", "report")


def _entered(server: GameServer, watcher: Watcher, room: GameRoom) -> dict[str, Any]:
    server.watch(room, watcher)
    return {"game": room.id}


# -- the beginning ----------------------------------------------------------------
def _hello(server: GameServer) -> dict[str, Any]:
    options = server.options
    defaults = {
        "level": 1,
        "players": 2,
        "seats": [PERSON, PARTNER],
        "shared": "people",
        "edition": "en",
        "boss": None,
        "seed": None,
        "chance": "sampled",
        "own_parts": options.components is not None,
    }
    return {
        "version": __version__,
        "protocol": PROTOCOL,
        "games": server.games(),
        "partners": roster(options.named, options.trained),
        "levels": _levels(server),
        "custom": _custom_level_words(server),
        "editions": list(EDITIONS),
        "adviser": options.adviser,
        "partner": PARTNER,
        "new": defaults | options.new,
        "given": list(options.given),
        "open": options.open,
        "look": options.look,
        "limits": {"message": MESSAGE},
    }


def _levels(server: GameServer) -> list[dict[str, Any]]:
    components = load_components(server.options.components)
    found = []
    for number, entry in components.parts.levels.items():
        mobs = {**components.parts.base_mobs, **entry.mobs}
        words = {words_of(MobKind(kind)): n for kind, n in mobs.items()}
        boss = "wildfire" if entry.boss == "either" else entry.boss
        found.append(
            {
                "level": number,
                "name": entry.name,
                "difficulty": difficulty(entry.tiles, words, [(boss, entry.side)]),
                "tiles": entry.tiles,
                "mobs": words,
                "bosses": [(entry.boss, entry.side)],
                "open_boss": entry.boss == "either",
            }
        )
    return found


def _custom_level_words(server: GameServer) -> dict[str, Any]:
    parts = load_components(server.options.components).parts
    fitting = [n for n in range(2, L.TILES + 1) if track_columns(parts, n) <= BOARD_SHAPE[1]]
    return {
        "tiles": [2, max(fitting, default=2)],
        "mobs": [words_of(kind) for kind in MobKind if kind < MobKind.WILDFIRE],
        "most_mobs": L.REGULAR_MOBS // L.MOB_KINDS,
        "bosses": [words_of(kind) for kind in MobKind if kind >= MobKind.WILDFIRE],
        "sides": list(SIDES),
    }


def _setup_form(server: GameServer, form: m.SetupForm) -> dict[str, Any]:
    players = form.players or int(server.options.new.get("players", 2))
    with as_request_errors():
        settings = _settings(server, form, "explicit", players, None)
        game = Game(settings)
        if form.setup is None:
            game.new(fresh_seed())
        else:
            game.restore(begin_setup(settings, form.setup, fresh_seed()))
    return {
        "position": setup_of(game),
        "words": words_of_setup(game),
        "snapshot": states.snapshot_of(game),
    }


def new_game_with_setup(server: GameServer, setup: dict[str, Any]) -> GameRoom:
    """Return a new game at a real table with the set-up of a file."""
    return _new_room(server, m.New(do="new", setup=setup))


def _new_room(server: GameServer, form: m.New) -> GameRoom:
    defaults = server.options.new
    chance = form.chance or defaults.get("chance", "sampled")
    seats = _seats(server, form)
    asked = form.seed if "seed" in form.model_fields_set else defaults.get("seed")
    with as_request_errors():
        settings = _settings(server, form, chance, len(seats), form.first_player)
        seed = fresh_seed() if asked is None else checked_seed(int(asked))
        for who in set(seats) - {PERSON}:
            server.workers.check(who, settings)
        if form.setup is None:
            table = TableGame.begin(settings, seed)
        elif chance != "explicit":
            raise FormatError("only a real table takes a set-up")
        else:
            table = TableGame.begin_from(settings, begin_setup(settings, form.setup, seed))
    room = GameRoom(
        server.store.new_id(),
        (form.name or "").strip() or title_of(table),
        table,
        seats,
        form.shared or defaults.get("shared", "people"),
        _server_parts(server) if form.parts is None else form.parts,
        form.pace or Pace(),
    )
    server.add(room)
    return room


def room_of_saved(server: GameServer, saved: SavedGame, seats: list[str] | None) -> GameRoom:
    """Return a new room for a received game; agents that are not known here become people.

    Args:
        server: The games.
        saved: The game.
        seats: Who is to sit where; None: as the document says.

    Raises:
        RequestError: It is no game.
    """
    named = server.options.named
    with as_request_errors():
        room = server.store.room(server.store.new_id(), saved)
    if seats is not None:
        if len(seats) != len(room.seats):
            raise RequestError("refused", f"The game has {len(room.seats)} seats.")
        room.seats = [check_name(who, named) for who in seats]
    room.seats = [who if is_known(who, named) else PERSON for who in room.seats]
    room.pace = Pace(mode="pause")
    server.add(room)
    return room


def _branch(server: GameServer, room: GameRoom, at: int) -> GameRoom:
    states.check_point(room, at, room.table.moves)
    title = f"{room.name[:60]}, from move {at}"
    table = room.table.branch(at)
    pace = Pace(mode="pause", seconds=room.pace.seconds)
    other = GameRoom(
        server.store.new_id(), title, table, list(room.seats), room.shared, room.parts, pace
    )
    server.add(other)
    return other


def _server_parts(server: GameServer) -> str | None:
    """Return the server's own parts as text for saved games, None where that cannot be."""
    path = server.options.components
    text = None if path is None else OwnParts.at(path).text
    try:
        if text is not None:
            components_of_text(text)
    except FormatError:
        return None
    return text


def _seats(server: GameServer, form: m.New) -> list[str]:
    players = form.players
    if form.seats is not None:
        if players not in (None, len(form.seats)):
            raise RequestError("refused", f"{len(form.seats)} seats do not fit {players} players.")
        return [check_name(who, server.options.named) for who in form.seats]
    seats = list(server.options.new.get("seats", [PERSON, PARTNER]))
    players = players or len(seats)
    return (seats + seats[-1:] * players)[:players]


def _settings(
    server: GameServer, form: m.Setting, chance: Any, players: int, first_player: int | None
) -> Settings:
    defaults = server.options.new
    boss = form.boss
    if boss is None and form.level is None:
        boss = defaults.get("boss")
    own = form.parts
    settings = Settings(
        level=defaults.get("level", 1) if form.level is None else form.level,
        players=players,
        edition=form.edition or defaults.get("edition", "en"),
        boss=boss,
        components=server.options.components if own is None else components_of_text(own),
        first_player=first_player,
        chance=chance,
    )
    Game(settings)
    return settings


# -- playing ----------------------------------------------------------------------
def _choose(server: GameServer, room: GameRoom, action: int) -> dict[str, Any]:
    if room.table.over:
        raise RequestError("refused", "The game is over.")
    if room.bot is not None:
        raise RequestError("refused", "A bot sits there: give the seat to a person first.")
    if action not in room.table.legal:
        raise RequestError("illegal", "This is not among the choices now.")
    room.table.take(action)
    server.changed(room, "moved")
    return {"moves": room.table.moves}


def _undo(server: GameServer, room: GameRoom, request: m.Undo) -> dict[str, Any]:
    """Undo people's last choice with what bots did after it, or everything after a move."""
    table = room.table
    before = table.moves
    if request.reroll and room.explicit:
        raise RequestError("refused", "At a real table the dice are yours: correct the outcome.")
    if request.to is not None:
        states.check_point(room, request.to, before)
        table.undo(before - request.to)
    else:
        at = before - 1
        while _people_decide(room) and at > 0 and room.bot_for(room.position(at)) is not None:
            at -= 1
        table.undo(before - max(at, 0))
    if request.reroll and table.over:
        raise RequestError("refused", "The game is over: take a move back first.")
    if request.reroll:
        table.reroll(secrets.randbits(53))
    elif table.moves == before:
        raise RequestError("refused", "There is nothing to take back.")
    room.pause()
    server.changed(room, "rerolled" if request.reroll else "undone")
    return {"moves": table.moves, "undone": before - table.moves}


def _redo(server: GameServer, room: GameRoom, request: m.Redo) -> dict[str, Any]:
    """Redo a choice with what bots did after it, or everything up to a move."""
    table = room.table
    to = table.moves + 1 if request.to is None else request.to
    if not table.moves < to <= table.moves + table.undone:
        raise RequestError("refused", "There is no such move to make again.")
    table.redo(to - table.moves)
    while request.to is None and _people_decide(room) and room.bot is not None and table.undone:
        table.redo()
    room.pause()
    server.changed(room, "redone")
    return {"moves": table.moves}


def _people_decide(room: GameRoom) -> bool:
    """Return whether people play or throw the dice, rather than only watch."""
    return PERSON in room.seats or room.explicit


def _correct(server: GameServer, room: GameRoom, request: m.Correct) -> dict[str, Any]:
    states.check_made(room, request.at)
    try:
        kept, dropped = room.table.correct(request.at, request.outcome)
    except ValueError as error:
        raise RequestError("refused", str(error)) from error
    room.pause()
    server.changed(room, "undone")
    return {"moves": room.table.moves, "kept": kept, "dropped": dropped}


def _set_seat(server: GameServer, room: GameRoom, request: m.SetSeat) -> dict[str, Any]:
    if request.seat >= len(room.seats):
        raise RequestError("unknown", f"The game has {len(room.seats)} seats, counted from 0.")
    who = check_name(request.who, server.options.named)
    if who != PERSON:
        with as_request_errors():
            server.workers.check(who, room.table.game.settings)
    room.seats[request.seat] = who
    server.changed(room, "seats")
    return {"seats": list(room.seats)}


def _set_pace(server: GameServer, room: GameRoom, request: m.SetPace) -> dict[str, Any]:
    given = request.model_dump(include={"mode", "seconds"}, exclude_none=True)
    room.pace = room.pace.model_copy(update=given)
    room.fault = None
    if request.mode == "pause":
        room.stop_bots()
    server.changed(room, "pace")
    return room.pace.model_dump()


# -- looking ----------------------------------------------------------------------
def _share(room: GameRoom) -> dict[str, Any]:
    try:
        return {"text": room.saved().to_share()}
    except FormatError as error:
        raise RequestError("limit", str(error)) from error


def _log(room: GameRoom, request: m.Log) -> dict[str, Any]:
    log = room.table.log
    sentences = log[request.start : request.start + request.count]
    return {"from": request.start, "total": len(log), "sentences": sentences}


async def _hint(server: GameServer, room: GameRoom) -> dict[str, Any]:
    if room.table.game.to_move() in (OVER, CHANCE):
        raise RequestError("refused", "There is nothing that anybody decides now.")
    moves = room.table.moves  # the game may go on while the adviser thinks
    reasons = await _reasons(server, room, moves, server.options.adviser, hint=True)
    return reasons | {"moves": moves}


async def _explain(server: GameServer, room: GameRoom, at: int) -> dict[str, Any]:
    """Return why a move was made, as its seat's agent sees it; for people, the adviser."""
    states.check_made(room, at)
    game = room.position(at)
    seat = game.to_move()
    action = room.table.action_at(at)
    move = {"at": at, "played": {"action": action, "text": game.describe(action)}}
    if seat == CHANCE:
        question = describe_decision(game.public, game.strings.names)
        return _silent(question, "Chance decided: it has no reasons.") | move | {"seat": None}
    adviser = server.options.adviser
    agent = room.bot_for(game) or adviser
    reasons = await _reasons(server, room, at, agent, hint=agent == adviser)
    for one in reasons["best"]:
        one["played"] = one["action"] == action
    return reasons | move | {"seat": seat}


async def _reasons(
    server: GameServer, room: GameRoom, at: int, agent: str, hint: bool
) -> dict[str, Any]:
    game = room.position(at)
    question = describe_decision(game.public, game.strings.names)
    offered = {choice["action"]: choice for choice in states.choices_in_words(game)}
    seat = game.to_move()
    try:
        found = await server.workers.explain(agent, game.settings, room.situation(at), hint)
    except AgentError as error:
        return _silent(question, as_sentence(str(error))) | {"agent": agent}
    best = _best(found, offered)
    if not best:
        return _silent(question, f"{agent} gives no reasons.") | {"agent": agent}
    name = PLAYERS[seat].capitalize()
    sentence = f"{name} ({agent}): {best[0]['text']}: {best[0]['reason']}."
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
        if candidate.action in offered:
            value = round(float(candidate.value), states.DIGITS)
            chance = value if 0.0 <= value <= 1.0 else None
            reasons = {"value": value, "chance": chance, "reason": candidate.reason}
            best.append(offered[candidate.action] | reasons | {"played": False})
    return best


def _silent(question: str, silence: str) -> dict[str, Any]:
    return {
        "agent": None,
        "question": question,
        "best": [],
        "sentence": silence,
        "silence": silence,
    }
