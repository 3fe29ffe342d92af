"""The functions that answer requests."""

from __future__ import annotations

import inspect
import secrets
from dataclasses import dataclass
from typing import Any, Final

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.replays.recording import PERSON
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
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.naming import PLAYERS, words_of
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import MobKind
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame
from tablemates.table.partners import PARTNER, make_agent
from tablemates.table.saves import OwnParts, SavedGame, components_of_text
from tablemates.table.server import states
from tablemates.table.server.errors import RequestError, as_request_errors, as_sentence
from tablemates.table.server.game_server import GameServer
from tablemates.table.server.messages import (
    HANDLERS,
    MESSAGE,
    Action,
    GameForm,
    GameId,
    LogCount,
    LogStart,
    Mode,
    Moves,
    NewGame,
    Pace,
    Seat,
    Seconds,
    Team,
    Title,
    Who,
    request,
)
from tablemates.table.server.report import end_report
from tablemates.table.server.room import GameRoom, Watcher, title_of
from tablemates.table.server.roster import check_name, is_known, roster
from tablemates.table.setups import begin_setup, setup_of, words_of_setup

_BEST: Final = 3  # choices in a hint


@dataclass(frozen=True, slots=True)
class Call:
    """Who asks, and where.

    Attributes:
        server: The games.
        watcher: The connection that asks.
    """

    server: GameServer
    watcher: Watcher

    def enter(self, room: GameRoom) -> dict[str, Any]:
        """Open a game for the connection."""
        self.server.watch(room, self.watcher)
        return {"game": room.id}


async def answer(server: GameServer, watcher: Watcher, message: Any) -> dict[str, Any]:
    """Return the result of a request.

    Args:
        server: The games.
        watcher: The connection that asks.
        message: The request, see ``parse``.

    Raises:
        RequestError: It cannot be granted.
    """
    handler = HANDLERS[message.do]
    subject: list[GameRoom] = []
    if handler.about != "server":
        room = server.room(message.game)
        if handler.about == "present" and message.moves != room.table.moves:
            raise RequestError(
                "stale",
                f"The game has gone on: it has {room.table.moves} moves, not {message.moves}.",
            )
        subject = [room]
    fields = {"form": message}
    if handler.names is not None:
        fields = {name: getattr(message, name) for name in handler.names}
    result = handler.function(Call(server, watcher), *subject, **fields)
    found: dict[str, Any] = (await result if inspect.isawaitable(result) else result) or {}
    return found


# -- the beginning ----------------------------------------------------------------
@request("hello", about="server")
def hello(call: Call) -> dict[str, Any]:
    """Return everything that a new connection needs."""
    server, options = call.server, call.server.options
    defaults = {
        "level": 1,
        "players": 2,
        "seats": _default_seats(server, options.new.get("players", 2)),
        "shared": "people",
        "edition": "en",
        "boss": None,
        "seed": None,
        "chance": "sampled",
        "own_parts": options.components is not None,
    }
    return {
        "games": server.games(),
        "partners": roster(options.named, options.trained),
        "levels": _levels(server),
        "custom": _custom_level_words(server),
        "editions": list(EDITIONS),
        "adviser": options.adviser,
        "partner": PARTNER,
        "new": defaults | options.new,
        "given": sorted(options.new),
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


@request("list", about="server")
def list_games(call: Call) -> dict[str, Any]:
    """Return the kept games."""
    return {"games": call.server.games()}


@request("setup_form", about="server")
def setup_form(call: Call, *, form: GameForm) -> dict[str, Any]:
    """Return the set-up of a real table to be edited."""
    server = call.server
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


@request("new", about="server")
def new_game(call: Call, *, form: NewGame) -> dict[str, Any]:
    """Begin a game."""
    return call.enter(new_room(call.server, form))


def new_room(server: GameServer, form: NewGame) -> GameRoom:
    """Return a new game that is kept.

    Raises:
        RequestError: There is no such game.
    """
    defaults = server.options.new
    chance = form.chance or defaults.get("chance", "sampled")
    seats = _seats(server, form)
    asked = form.seed if "seed" in form.model_fields_set else defaults.get("seed")
    with as_request_errors():
        settings = _settings(server, form, chance, len(seats), form.first_player)
        seed = fresh_seed() if asked is None else checked_seed(int(asked))
        for who in set(seats) - {PERSON}:
            make_agent(who, settings).close()
        if form.setup is None:
            table = TableGame.begin(settings, seed)
        elif chance != "explicit":
            raise FormatError("only a real table takes a set-up")
        else:
            table = TableGame.begin_from(settings, begin_setup(settings, form.setup, seed))
    room = GameRoom(
        server.store.new_id(),
        title_of(table),
        table,
        seats,
        form.shared or defaults.get("shared", "people"),
        _server_parts(server) if form.parts is None else form.parts,
        form.pace or Pace(),
    )
    server.add(room)
    return room


def room_of_saved(server: GameServer, saved: SavedGame) -> GameRoom:
    """Return a new room for a received game; agents that are not known here become people.

    Raises:
        RequestError: It is no game.
    """
    with as_request_errors():
        room = server.store.room(server.store.new_id(), saved)
    room.seats = [who if is_known(who, server.options.named) else PERSON for who in room.seats]
    room.pace = Pace(mode="pause")
    server.add(room)
    return room


@request("branch")
def branch(call: Call, room: GameRoom, *, at: Moves) -> dict[str, Any]:
    """Begin another game with the first moves of this one."""
    server = call.server
    states.check_point(room, at, room.table.moves)
    title = f"{room.name[:60]}, from move {at}"
    table = room.table.branch(at)
    pace = Pace(mode="pause", seconds=room.pace.seconds)
    other = GameRoom(
        server.store.new_id(), title, table, list(room.seats), room.shared, room.parts, pace
    )
    server.add(other)
    return call.enter(other)


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


def _seats(server: GameServer, form: NewGame) -> list[str]:
    players = form.players
    if form.seats is not None:
        if players not in (None, len(form.seats)):
            raise RequestError("refused", f"{len(form.seats)} seats do not fit {players} players.")
        return [check_name(who, server.options.named) for who in form.seats]
    return _default_seats(server, players or server.options.new.get("players", 2))


def _default_seats(server: GameServer, players: int) -> list[str]:
    seats = list(server.options.new.get("seats", [PERSON, PARTNER]))
    return (seats + seats[-1:] * players)[:players]


def _settings(
    server: GameServer, form: GameForm, chance: Any, players: int, first_player: int | None
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


# -- games ------------------------------------------------------------------------
@request("open")
def open_game(call: Call, room: GameRoom) -> dict[str, Any]:
    """Push the game's state to the connection from now on."""
    return call.enter(room)


@request("close")
def close_game(call: Call, room: GameRoom) -> None:
    """End what ``open`` began."""
    call.server.leave(room, call.watcher)


@request("delete", about="server")
def delete_game(call: Call, *, game: GameId) -> None:
    """Delete a game, also one whose file is damaged."""
    call.server.delete(game)


@request("rename")
def rename(call: Call, room: GameRoom, *, name: Title) -> None:
    """Give a game another title."""
    if not name.strip():
        raise RequestError("refused", "A game needs a name: a letter or a digit will do.")
    room.name = name.strip()
    call.server.changed(room, "seats")


@request("shared")
def set_shared(call: Call, room: GameRoom, *, who: Team) -> None:
    """Say who takes the team's decisions in bots' turns."""
    room.shared = who
    call.server.changed(room, "seats")


@request("seat")
def set_seat(call: Call, room: GameRoom, *, seat: Seat, who: Who) -> dict[str, Any]:
    """Give a seat to a person or a bot."""
    if seat >= len(room.seats):
        raise RequestError("unknown", f"The game has {len(room.seats)} seats, counted from 0.")
    who = check_name(who, call.server.options.named)
    if who != PERSON:
        with as_request_errors():
            make_agent(who, room.table.game.settings).close()
    room.seats[seat] = who
    call.server.changed(room, "seats")
    return {"seats": list(room.seats)}


@request("pace")
def set_pace(
    call: Call, room: GameRoom, *, mode: Mode | None = None, seconds: Seconds | None = None
) -> dict[str, Any]:
    """Let bots play by themselves or stop them; stopping gives up a bot that is thinking."""
    pace = room.pace
    room.pace = Pace(mode=mode or pace.mode, seconds=pace.seconds if seconds is None else seconds)
    room.fault = None
    if mode == "pause":
        room.stop_bots()
    call.server.changed(room, "pace")
    return room.pace.model_dump()


# -- playing ----------------------------------------------------------------------
@request("choose", about="present")
def choose(call: Call, room: GameRoom, *, action: Action) -> dict[str, Any]:
    """Make a move."""
    if room.table.over:
        raise RequestError("refused", "The game is over.")
    if room.bot is not None:
        raise RequestError("refused", "A bot sits there: give the seat to a person first.")
    if action not in room.table.legal:
        raise RequestError("illegal", "This is not among the choices now.")
    room.table.take(action)
    call.server.changed(room, "moved")
    return {"moves": room.table.moves}


@request("bot", about="present", slow=True)
async def step_bot(call: Call, room: GameRoom) -> dict[str, Any]:
    """Let the bot whose decision it is make one move."""
    await room.bot_step(call.server.workers, lambda why: call.server.changed(room, why))
    return {"moves": room.table.moves}


@request("undo", about="present")
def undo(
    call: Call, room: GameRoom, *, to: Moves | None = None, reroll: bool = False
) -> dict[str, Any]:
    """Undo people's last choice with what bots did after it, or everything after a move.

    ``reroll`` draws later dice anew.
    """
    table = room.table
    before = table.moves
    if reroll and room.explicit:
        raise RequestError("refused", "At a real table the dice are yours: correct the outcome.")
    if to is not None:
        states.check_point(room, to, before)
        table.undo(before - to)
    else:
        at = before - 1
        while _people_decide(room) and at > 0 and room.bot_for(room.position(at)) is not None:
            at -= 1
        table.undo(before - max(at, 0))
    if reroll and table.over:
        raise RequestError("refused", "The game is over: take a move back first.")
    if reroll:
        table.reroll(secrets.randbits(53))
    elif table.moves == before:
        raise RequestError("refused", "There is nothing to take back.")
    room.pause()
    call.server.changed(room, "rerolled" if reroll else "undone")
    return {"moves": table.moves, "undone": before - table.moves}


@request("redo", about="present")
def redo(call: Call, room: GameRoom, *, to: Moves | None = None) -> dict[str, Any]:
    """Redo a choice with what bots did after it, or everything up to a move."""
    table = room.table
    until = table.moves + 1 if to is None else to
    if not table.moves < until <= table.moves + table.undone:
        raise RequestError("refused", "There is no such move to make again.")
    table.redo(until - table.moves)
    while to is None and _people_decide(room) and room.bot is not None and table.undone:
        table.redo()
    room.pause()
    call.server.changed(room, "redone")
    return {"moves": table.moves}


def _people_decide(room: GameRoom) -> bool:
    """Return whether people play or throw the dice, rather than only watch."""
    return PERSON in room.seats or room.explicit


@request("correct", about="present")
def correct(call: Call, room: GameRoom, *, at: Moves, outcome: Action) -> dict[str, Any]:
    """Correct an outcome that was typed in wrongly."""
    states.check_made(room, at)
    try:
        kept, dropped = room.table.correct(at, outcome)
    except ValueError as error:
        raise RequestError("refused", str(error)) from error
    room.pause()
    call.server.changed(room, "undone")
    return {"moves": room.table.moves, "kept": kept, "dropped": dropped}


# -- looking ----------------------------------------------------------------------
@request("look")
def look(_call: Call, room: GameRoom, *, at: Moves) -> dict[str, Any]:
    """Return the game after ``at`` moves."""
    return states.look(room, at)


@request("whatif", about="present")
def what_if(_call: Call, room: GameRoom, *, action: Action, future: Moves = 0) -> dict[str, Any]:
    """Return the game after a choice that nobody makes."""
    return states.what_if(room, action, future)


@request("log")
def log(
    _call: Call, room: GameRoom, *, start: LogStart = 0, count: LogCount = 200
) -> dict[str, Any]:
    """Return a part of the log."""
    sentences = room.table.log
    part = sentences[start : start + count]
    return {"from": start, "total": len(sentences), "sentences": part}


@request("report", slow=True)
async def report(call: Call, room: GameRoom) -> dict[str, Any]:
    """Return the report of a finished game."""
    return await end_report(call.server.workers, room)


@request("hint", about="present", slow=True)
async def hint(call: Call, room: GameRoom) -> dict[str, Any]:
    """Return the adviser's best choices."""
    if room.table.game.to_move() in (OVER, CHANCE):
        raise RequestError("refused", "There is nothing that anybody decides now.")
    moves = room.table.moves  # the game may go on while the adviser thinks
    reasons = await _reasons(call.server, room, moves, call.server.options.adviser)
    return reasons | {"moves": moves}


@request("explain", slow=True)
async def explain(call: Call, room: GameRoom, *, at: Moves) -> dict[str, Any]:
    """Return why a move was made, as its seat's agent sees it; for people, the adviser."""
    states.check_made(room, at)
    game = room.position(at)
    seat = game.to_move()
    action = room.table.action_at(at)
    move = {"at": at, "played": {"action": action, "text": game.describe(action)}}
    if seat == CHANCE:
        return _silent(states.question_of(game), "Chance decided: it has no reasons.") | move
    reasons = await _reasons(
        call.server, room, at, room.bot_for(game) or call.server.options.adviser
    )
    for one in reasons["best"]:
        one["played"] = one["action"] == action
    return reasons | move | {"seat": seat}


async def _reasons(server: GameServer, room: GameRoom, at: int, agent: str) -> dict[str, Any]:
    game = room.position(at)
    question = states.question_of(game)
    offered = {choice["action"]: choice for choice in states.choices_in_words(game)}
    name = PLAYERS[game.to_move()].capitalize()
    try:
        found = await server.workers.explain(agent, game.settings, room.situation(at))
    except AgentError as error:
        return _silent(question, as_sentence(str(error)), agent)
    best = []
    for candidate in found.candidates[:_BEST]:
        if candidate.action in offered:
            value = round(float(candidate.value), states.DIGITS)
            chance = value if 0.0 <= value <= 1.0 else None
            reasons = {"value": value, "chance": chance, "reason": candidate.reason}
            best.append(offered[candidate.action] | reasons | {"played": False})
    if not best:
        return _silent(question, f"{agent} gives no reasons.", agent)
    sentence = f"{name} ({agent}): {best[0]['text']}: {best[0]['reason']}."
    return _silent(question, None, agent) | {"best": best, "sentence": sentence}


def _silent(question: str, silence: str | None, agent: str | None = None) -> dict[str, Any]:
    return {
        "agent": agent,
        "question": question,
        "best": [],
        "sentence": silence,
        "silence": silence,
    }
