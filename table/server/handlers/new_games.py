"""The requests around a game's beginning: what a page needs to know, and new games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Annotated, Any

from pydantic import Field

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.roster import roster_of
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game.seeds import checked_seed, fresh_seed
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.history.replay import PERSON
from tablemates.envs.core.text.rule_cards import teaching_of
from tablemates.envs.registry import find_game
from tablemates.envs.registry import new_game as make_game
from tablemates.table.server import page_state
from tablemates.table.server.game_server import Call, GameServer
from tablemates.table.server.handlers.boxes import Rules, assumed, box_file
from tablemates.table.server.messages import (
    PROTOCOL,
    Device,
    GameId,
    How,
    Moves,
    NewGame,
    Pace,
    PositionName,
    RequestError,
    Who,
    as_request_errors,
    as_sentence,
    request,
)
from tablemates.table.server.partner_list import check_name, roster
from tablemates.table.server.room import GameRoom, title_of
from tablemates.table.session.game import TableGame
from tablemates.table.session.ladder import ladder_of
from tablemates.table.session.parameters import check_form, fields_of
from tablemates.table.session.partners import Seats, can_play, make_agent, usual_partner
from tablemates.table.session.saves import SEATS, SavedGame


@request("hello", about="server")
def hello(call: Call, *, device: Device = "") -> dict[str, Any]:
    """Return everything that a new connection needs; it acts for the seats of its device."""
    call.watcher.device = device
    server, options = call.server, call.server.options
    forms = [_form(server, game) for game in server.rules]
    server.begin_warm_up()  # a page would be slow beside it
    return {
        "games": server.games(),
        "rules": forms,
        "new": options.new.model_dump(),
        "given": sorted(options.new.model_fields_set),
        "protocol": PROTOCOL,
        "open": options.open,
        "look": options.look,
        "warming": server.progress(),
    }


@request("warm", about="server", slow=True)
async def warm(call: Call) -> None:
    """Answer when everything is compiled that a first game needs."""
    await call.server.ready()


def _form(server: GameServer, game: str) -> dict[str, Any]:
    """Return what it takes to begin a game: parameters with their values, and partners."""
    kind, options = find_game(game), server.options
    own = game == options.game
    fields = fields_of(kind.settings_type, options.components if own else None)
    return {
        "rules": game,
        "title": kind.title,
        "fields": [asdict(field) for field in fields],
        "axes": kind.settings_type.axes,
        "seats": list(kind.seat_names()),
        "partners": roster(game, server.named(game), options.trained if own else {}),
        "partner": roster_of(game).usual,
        **teaching_of(kind).model_dump(mode="json"),
        "ladder": [asdict(step) for step in ladder_of(game, kind)],
        "seconds": kind.engine.seconds,
        "assumed": dict(Counter(str(place[0]) for place, _ in assumed(game))),
        "box": box_file(server, game).is_file(),
    }


@request("list", about="server")
def list_games(call: Call) -> dict[str, Any]:
    """Return the kept games."""
    return {"games": call.server.games()}


@request("new", about="server", slow=True)
async def new_game(call: Call, *, form: NewGame) -> dict[str, Any]:
    """Begin a game."""
    server = call.server
    await server.ready()
    game = form.rules or server.options.game
    if game not in server.rules:
        raise RequestError("unknown", f"There is no game {game[:60]!r} here.")
    with as_request_errors():
        kind = find_game(game).settings_type
        check_form(kind, components_of(server, game, form.box), form.scenario)
    return call.enter(new_room(server, form, form.position))


@request("set_up", about="server", slow=True)
async def set_up(
    call: Call,
    *,
    rules: Rules,
    scenario: dict[str, Any],
    named: Annotated[list[Who], Field(max_length=SEATS)],
    box: bool = False,
) -> dict[str, Any]:
    """Return what a scenario comes to or why no game can be made of it, and who can play it.

    Numbers tell people what they set up. Of the agents ``named`` those are ``unfit`` that cannot
    play it; ``partner`` is the usual one there.
    """
    server = call.server
    if rules not in server.rules:
        raise RequestError("unknown", f"There is no game {rules[:60]!r} here.")
    for who in named:
        check_name(who, rules, server.named(rules))
    try:
        with as_request_errors():
            kind, components = find_game(rules).settings_type, components_of(server, rules, box)
            check_form(kind, components, scenario)
            settings = kind.of_form(scenario, components=components)
            figures = dict(make_game(settings).figures())
    except RequestError as error:
        usual = roster_of(rules).usual
        return {"figures": {}, "fault": error.sentence, "partner": usual, "unfit": []}
    fits = _fits(server, settings)
    return await server.workers.run(
        lambda: {
            "figures": figures,
            "fault": None,
            "partner": usual_partner(rules, fits),
            "unfit": [who for who in named if who != PERSON and not fits(who)],
        }
    )


def _fits(server: GameServer, settings: Settings) -> Callable[[str], bool]:
    """Return whether agents can play a game; what was found once is kept."""
    facts = GameFacts.of(settings)
    game = (facts.game, *sorted(facts.hashes.items()))

    def fits(who: str) -> bool:
        if (who, game) not in server.fits:
            server.fits[who, game] = can_play(who, settings)
        return server.fits[who, game]

    return fits


@request("view", about="server")
def view(call: Call, *, game: GameId) -> dict[str, Any]:
    """Return the last picture and events of a kept game, which need not be playable any more."""
    return call.server.store.view(game)


def new_room(
    server: GameServer, form: NewGame, position: Mapping[str, Any] | None = None
) -> GameRoom:
    """Return a new game that is kept; parameters are checked or the command line's."""
    game = form.rules or server.options.game
    with as_request_errors():
        kind = find_game(game).settings_type
        scenario = dict(form.scenario)
        if form.seats is not None:
            scenario.setdefault("players", len(form.seats))
        settings = kind.of_form(
            scenario, components=components_of(server, game, form.box), chance=form.chance
        )
        seats = _seats(server, form, settings)
        seed = fresh_seed() if form.seed is None else checked_seed(int(form.seed))
        for who in set(seats) - {PERSON}:
            check_agent(who, settings)
        table = TableGame.begin(settings, seed, position)
        if table.game.seats != len(seats):
            raise FormatError(f"the position has {table.game.seats} players, not {len(seats)}")
    room = GameRoom(
        server.store.new_id(), title_of(table), table, Seats(seats, form.shared), form.pace
    )
    server.add(room)
    return room


def check_agent(who: str, settings: Settings) -> None:
    """Check that a partner can play a game."""
    try:
        make_agent(who, settings).close()
    except AgentError as error:
        sentence = f"{who} cannot play this game: choose somebody else. {as_sentence(str(error))}"
        raise RequestError("agent", sentence[:400]) from error


def _seats(server: GameServer, form: NewGame, settings: Settings) -> list[str]:
    scenarios = settings.scenarios()
    if len(scenarios) != 1:
        raise FormatError("a game at the table has one value of each parameter, not a list")
    players = scenarios[0].players
    if form.seats is None:
        return [PERSON, *[usual_partner(settings.game, _fits(server, settings))] * (players - 1)]
    if players != len(form.seats):
        raise RequestError("refused", f"{len(form.seats)} seats do not fit {players} players.")
    named = server.named(settings.game)
    for who in form.seats:
        check_name(who, settings.game, named)
    return list(form.seats)


def components_of(server: GameServer, game: str, box: bool) -> Any:
    """Return the parts that a game is played with here: those of the own box, or the usual ones."""
    if box:
        if not (file := box_file(server, game)).is_file():
            raise RequestError("refused", "Nothing of your own box was entered yet: see My box.")
        return file
    return server.options.components if game == server.options.game else None


def room_of_saved(server: GameServer, saved: SavedGame) -> GameRoom:
    """Return a new room for a received game; agents that are not known here become people."""
    with as_request_errors():
        room = server.store.room(server.store.new_id(), saved)
    server.seat_known(room)
    room.pace = Pace(mode="pause")
    server.add(room)
    return room


@request("again", slow=True, acts=True)
async def again(call: Call, room: GameRoom, *, how: How = "again") -> dict[str, Any]:
    """Begin another game like a finished one: with other dice, the same ones, or the next level."""
    server, table = call.server, room.table
    if not table.over:
        raise RequestError("refused", "The game goes on: begin another one by New game.")
    if how not in (ways := page_state.ways_on(room)):
        raise RequestError("refused", f"There is no {how!r} here: choose one of {', '.join(ways)}.")
    recipe = page_state.next_scenario(table) if how == "next" else table.game.recipe
    kind = type(table.game.settings)
    with as_request_errors():
        settings = replace(
            kind.of_recipe(recipe or {}, table.game.components), chance=table.game.settings.chance
        )
        seed = table.seed if how == "same" and table.seed is not None else fresh_seed()
        other = TableGame.begin(settings, seed)
    other.parts = table.parts
    seats = Seats(list(room.seats.who), room.seats.shared)
    made = GameRoom(server.store.new_id(), title_of(other), other, seats, room.pace)
    server.add(made)
    return call.enter(made)


@request("branch", acts=True)
def branch(
    call: Call, room: GameRoom, *, at: Moves, position: PositionName, reroll: bool = False
) -> dict[str, Any]:
    """Begin another game with the first moves of this one, or there with other dice."""
    server, seed = call.server, fresh_seed() if reroll else None
    page_state.check_point(room, at, room.table.moves, position)
    if not reroll:
        room.check_open("a branch in which the same dice fall")
    if reroll and room.table.game.explicit_chance:
        raise RequestError("refused", "At a real table the dice are yours: correct the outcome.")
    title = f"{room.name[:60]}, from move {at}"
    pace = Pace(mode="pause", seconds=room.pace.seconds)
    seats = Seats(list(room.seats.who), room.seats.shared)
    other = GameRoom(server.store.new_id(), title, room.table.branch(at, seed), seats, pace)
    again = not reroll or at < room.table.moves
    other.table.undos, other.table.hints = room.table.undos + again, room.table.hints
    server.add(other)
    if not reroll:  # it tells what comes
        room.table.undos += 1
        server.changed(room, "seats")
    return call.enter(other)
