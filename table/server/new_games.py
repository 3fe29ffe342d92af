"""The requests around a game's beginning: what a page needs to know, and new games."""

from __future__ import annotations

from typing import Any

from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.replay import PERSON
from tablemates.envs.core.seeds import checked_seed, fresh_seed
from tablemates.envs.portal_dash.components import (
    BOARD_SHAPE,
    EDITIONS,
    difficulty,
    load_components,
)
from tablemates.envs.portal_dash.components.checks import track_columns
from tablemates.envs.portal_dash.components.schema import SIDES, words_of
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import MobKind
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame
from tablemates.table.partners import PARTNER, Seats, make_agent
from tablemates.table.saves import SavedGame
from tablemates.table.server import states
from tablemates.table.server.game_server import Call, GameServer
from tablemates.table.server.messages import (
    GameForm,
    Moves,
    NewGame,
    Pace,
    RequestError,
    as_request_errors,
    request,
)
from tablemates.table.server.room import GameRoom, title_of
from tablemates.table.server.roster import check_name, roster
from tablemates.table.setups import begin_setup, setup_of, words_of_setup


@request("hello", about="server")
def hello(call: Call) -> dict[str, Any]:
    """Return everything that a new connection needs."""
    server, options = call.server, call.server.options
    return {
        "games": server.games(),
        "partners": roster(options.named, options.trained),
        "levels": _levels(server),
        "custom": _custom_level_words(server),
        "editions": list(EDITIONS),
        "adviser": options.adviser,
        "partner": PARTNER,
        "new": options.new.model_dump(),
        "given": sorted(options.new.model_fields_set),
        "open": options.open,
        "look": options.look,
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
    with as_request_errors():
        settings = _settings(server, form, form.players, chance="explicit")
        game = PortalDash(settings)
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
    seats = _seats(server, form)
    with as_request_errors():
        settings = _settings(
            server, form, len(seats), chance=form.chance, first_player=form.first_player
        )
        seed = fresh_seed() if form.seed is None else checked_seed(int(form.seed))
        for who in set(seats) - {PERSON}:
            make_agent(who, settings).close()
        if form.setup is None:
            table = TableGame.begin(settings, seed)
        elif form.chance != "explicit":
            raise FormatError("only a real table takes a set-up")
        else:
            table = TableGame.begin_from(settings, begin_setup(settings, form.setup, seed))
    room = GameRoom(
        server.store.new_id(),
        title_of(table),
        table,
        Seats(seats, form.shared),
        form.pace,
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
    server.seat_known(room)
    room.pace = Pace(mode="pause")
    server.add(room)
    return room


@request("branch")
def branch(call: Call, room: GameRoom, *, at: Moves) -> dict[str, Any]:
    """Begin another game with the first moves of this one."""
    server = call.server
    states.check_point(room, at, room.table.moves)
    title = f"{room.name[:60]}, from move {at}"
    pace = Pace(mode="pause", seconds=room.pace.seconds)
    seats = Seats(list(room.seats.who), room.seats.shared)
    other = GameRoom(server.store.new_id(), title, room.table.branch(at), seats, pace)
    server.add(other)
    return call.enter(other)


def _seats(server: GameServer, form: NewGame) -> list[str]:
    seats, given = form.seats, form.model_fields_set
    if "seats" not in given:
        return (seats + seats[-1:] * form.players)[: form.players]
    if "players" in given and form.players != len(seats):
        raise RequestError("refused", f"{len(seats)} seats do not fit {form.players} players.")
    return [check_name(who, server.options.named) for who in seats]


def _settings(server: GameServer, form: GameForm, players: int, **others: Any) -> Settings:
    settings = Settings(
        level=form.level,
        players=players,
        edition=form.edition,
        boss=form.boss,
        components=server.options.components,
        **others,
    )
    PortalDash(settings)
    return settings
