"""Starts the server, opens the page, and prints its address."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import threading
import webbrowser
from concurrent.futures import Future
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, get_args

import uvicorn

from tablemates.agents.facts import GameFacts
from tablemates.agents.output.folders import locked
from tablemates.agents.roster import roster_of
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.seeds import checked_seed
from tablemates.envs.core.game.settings import Chance, Settings
from tablemates.envs.core.views.agent import Explanation, Situation
from tablemates.envs.registry import find_game
from tablemates.table.server.access import Address
from tablemates.table.server.app import make_app
from tablemates.table.server.game_server import GameServer, Options
from tablemates.table.server.handlers.new_games import new_room, room_of_saved
from tablemates.table.server.messages import MESSAGE, NewGame, RequestError
from tablemates.table.server.page_state import choices_with_consequences
from tablemates.table.server.partner_list import trained_partners
from tablemates.table.server.store import Store, default_folder
from tablemates.table.server.workers import Workers
from tablemates.table.session.game import TableGame
from tablemates.table.session.lookahead import Sandbox
from tablemates.table.session.options import PORT, PlayConfig
from tablemates.table.session.partners import (
    can_play,
    clockwise,
    explain,
    make_agent,
    usual_partner,
)
from tablemates.table.session.saves import SavedGame, TableInfo, read_position

#: Seconds that open connections are given when the server ends.
_GRACE: Final = 2
#: Moves after which a first chance node is no longer looked for.
_MOVES: Final = 20


def run(options: PlayConfig) -> None:
    """Serve the table until it is ended."""
    replay, setup = options.replay, options.setup
    port = PORT if options.port is None else options.port
    address = Address(options.host or "127.0.0.1", port, options.token)
    if not address.is_local and address.token is None:
        address = replace(address, token=secrets.token_urlsafe(16))
    try:
        if address.token is not None and not address.token.strip():
            raise SettingsError("--token is empty: name one, or leave it out to have one drawn")
        with ExitStack() as held:
            listening = held.enter_context(closing(_bound(address)))
            address = replace(address, port=listening.getsockname()[1])
            game_options = _options(options)
            folder = options.folder or default_folder()
            held.enter_context(locked(folder))
            store = Store(folder, options.parts, _notice, options.own_game)
            server = GameServer(store, Workers(), game_options)
            if replay is not None:
                game = _replayed_game(server, replay)
                server.options = replace(game_options, open=game, look=True)
            elif setup is not None:
                room = new_room(server, game_options.new, read_position(setup))
                server.options = replace(game_options, open=room.id)
            server.prepare = partial(warm_up, server)
            _serve(server, address, listening, options.browser)
    except RequestError as error:
        raise SettingsError(str(error)) from error
    if server.workers.busy:
        sys.stdout.flush()
        os._exit(0)  # every game is kept, and a thread cannot be ended otherwise


def _bound(address: Address) -> socket.socket:
    """Return a listening socket; its port is drawn if it is 0."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        return socket.create_server((address.host, address.port), family=family)
    except OSError as error:
        raise SettingsError(
            f"{address.host}, port {address.port}: {error}; if the table runs already, open "
            f"{address.page}, else choose another by --port or --host"
        ) from error


def _options(asked: PlayConfig) -> Options:
    """Return the checked options of the server."""
    settings = asked.new_settings()
    players = settings.scenarios()[0].players
    facts, usual = GameFacts.of(settings), roster_of(asked.game)
    recipe = settings.scenarios()[0].recipe  # with the content of a level's file
    scenario = {name: recipe.get(name, value) for name, value in asked.scenario.items()}
    given: dict[str, Any] = {"scenario": scenario} if scenario else {}
    if asked.real_table:
        given["chance"] = settings.chance
    if asked.seed is not None:
        seed = checked_seed(asked.seed)
        given["seed"] = seed if seed < 2**53 else str(seed)  # a page has larger ones as text
    if asked.partners or asked.seat is not None:
        partners = asked.partners or (
            usual_partner(asked.game, lambda who: can_play(who, settings)),
        )
        given["seats"] = clockwise(players, asked.seat or 0, list(partners))
    if asked.partners_decide:
        given["shared"] = "bots"
    adviser = asked.adviser or usual.adviser
    wanted = dict.fromkeys([*asked.partners, *([] if adviser is None else [adviser])])
    for name in wanted:
        make_agent(name, settings).close()
    trained = trained_partners(facts, _notice)
    new = NewGame.model_construct(set(given), **given)
    named = tuple(dict.fromkeys([*wanted, *trained]))
    return Options(new, asked.game, named, trained, asked.adviser, asked.parts)


def _replayed_game(server: GameServer, file: Path) -> str:
    """Return the id of a game for a file to be looked at."""
    if file.suffix == ".json":
        saved = SavedGame.read(file)
    else:  # a line of a file of rows, such as rows.jsonl:7
        # Imported here, as whatever the page need not wait for.
        from tablemates.agents.evaluation.replays.playback import read_game

        replay = read_game(str(file))
        saved = SavedGame(replay, table=TableInfo(seats=list(replay.agents)))
    table = saved.table.model_copy(update={"name": file.name[:80]})
    return room_of_saved(server, replace(saved, table=table)).id


def warm_up(server: GameServer) -> Future[Explanation | None]:
    """Load or compile the engine before the first person waits for it; then ask the adviser."""
    kind = find_game(server.options.game).settings_type
    for chance in get_args(Chance):
        settings = kind(components=server.options.components, chance=chance)
        first = prepare(settings)

    def advise() -> Explanation | None:
        adviser = server.adviser(server.options.game)
        return None if adviser is None else explain(make_agent(adviser, settings), first)

    return server.workers.submit(advise)


def prepare(settings: Settings) -> Situation:
    """Load or compile what a first game needs; return its first decision."""
    table = TableGame.begin(settings, 0)
    first = Situation.of(table.game, 0, 0, table.history(0))
    while table.game.to_move() not in (CHANCE, OVER) and table.moves < _MOVES:
        table.take(table.legal[0])
    choices_with_consequences(table.game, Sandbox(settings))
    table.game.ending()
    return first


def _serve(server: GameServer, address: Address, listening: socket.socket, browser: bool) -> None:
    config = uvicorn.Config(
        make_app(server, address),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="websockets-sansio",
        ws_max_size=4 * MESSAGE,  # in bytes; what is longer in characters has an answer
        timeout_graceful_shutdown=_GRACE,
    )
    print(f"The table is open: {address.url}", flush=True)
    for url in address.reachable():
        print(f"On another device: {url}", flush=True)
    print("Ctrl-C closes it; every game is kept.", flush=True)
    if browser:  # a browser in the terminal returns only when it is left
        threading.Thread(target=webbrowser.open, args=(address.url,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def _notice(sentence: str) -> None:
    print(f"notice: {sentence}", file=sys.stderr)
