"""Starts the server, opens the page, and prints its address."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import uvicorn
from filelock import BaseFileLock, FileLock, Timeout

from tablemates.agents.evaluation.replays.recording import read_recording
from tablemates.agents.facts import GameFacts
from tablemates.envs.core.agent import Explanation, Situation
from tablemates.envs.core.errors import GameError, SettingsError
from tablemates.envs.core.game import CHANCE
from tablemates.envs.core.seeds import checked_seed
from tablemates.envs.portal_dash.components import ComponentsError
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame
from tablemates.table.lookahead import Sandbox
from tablemates.table.partners import ADVISER, PARTNER, clockwise, explain, make_agent
from tablemates.table.saves import SavedGame, TableInfo, path_of
from tablemates.table.server.access import Address
from tablemates.table.server.app import make_app
from tablemates.table.server.game_server import GameServer, Options
from tablemates.table.server.messages import MESSAGE, NewGame, RequestError
from tablemates.table.server.new_games import new_room, room_of_saved
from tablemates.table.server.roster import trained_partners
from tablemates.table.server.states import choices_with_consequences
from tablemates.table.server.store import Store, default_folder
from tablemates.table.server.workers import Workers
from tablemates.table.setups import begin_setup, read_setup

#: Seconds that open connections are given when the server ends.
_GRACE: Final = 2


def run(
    new: Mapping[str, Any],
    partners: Mapping[str, Any],
    *,
    address: Address,
    browser: bool = True,
    games: Path | None = None,
    replay: Path | None = None,
    setup: Path | None = None,
) -> int:
    """Serve the table until it is ended.

    Args:
        new: Defaults of the form for a new game: ``level``, ``players``, ``edition``, ``boss``,
            ``seed``, ``chance``; and ``components``.
        partners: ``names``, ``seat``, ``adviser`` and ``take_shared``, see ``seat_partners``.
        address: Where to listen.
        browser: Whether to open the page.
        games: Where games are kept; None: with the user's data.
        replay: A saved game, or a line of a file of rows, that the page shows.
        setup: The set-up of a real table, see ``tablemates.table.setups``.

    Returns:
        The exit code: 0, or 2 when it cannot be served, after a sentence on stderr.
    """
    if not address.is_local and address.token is None:
        address = replace(address, token=secrets.token_urlsafe(16))
    try:
        if address.token is not None and not address.token.strip():
            raise SettingsError("--token is empty: name one, or leave it out to have one drawn")
        with ExitStack() as held:
            listening = held.enter_context(closing(_bound(address)))
            address = replace(address, port=listening.getsockname()[1])
            options = _options(new, partners)
            folder = games or default_folder()
            held.enter_context(_lock(folder))
            store = Store(folder, options.components, _notice)
            server = GameServer(store, Workers(), options)
            if replay is not None:
                game = _replayed_game(server, replay)
                server.options = replace(options, open=game, look=True)
            elif setup is not None:
                room = new_room(server, NewGame(setup=read_setup(setup)))
                server.options = replace(options, open=room.id)
            warm_up(server)
            _serve(server, address, listening, browser)
    except OSError as error:
        return _refuse(f"{path_of(error) or replay or setup or address.url}: {error.strerror}")
    except (GameError, ComponentsError, RequestError) as error:
        return _refuse(str(error))
    if server.workers.busy:
        sys.stdout.flush()
        os._exit(0)  # every game is kept, and a thread cannot be ended otherwise
    return 0


def _bound(address: Address) -> socket.socket:
    """Return a listening socket; its port is drawn if it is 0."""
    if not 0 <= address.port < 2**16:
        raise SettingsError(f"--port {address.port}: ports go from 0 to 65535")
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        return socket.create_server((address.host, address.port), family=family)
    except OSError as error:
        raise SettingsError(
            f"{address.host}, port {address.port}: {error}; if the table runs already, open "
            f"{address.page}, else choose another by --port or --host"
        ) from error


def _lock(folder: Path) -> BaseFileLock:
    """Return the lock of a folder of games, held while the server runs.

    Raises:
        SettingsError: Another server holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise SettingsError(
            f"another table keeps its games in {folder}: end it, or choose a folder by --games"
        ) from error
    return lock


def _options(new: Mapping[str, Any], partners: Mapping[str, Any]) -> Options:
    """Return the checked options of the server.

    Raises:
        SettingsError, ComponentsError, AgentError: No game can be made of them.
    """
    components = new.get("components")
    fields = {name: value for name, value in new.items() if name != "components"}
    names, seat = list(partners.get("names", ())), partners.get("seat") or 0
    adviser = partners.get("adviser", ADVISER)
    players = fields.get("players", 2)
    made = {name: value for name, value in fields.items() if name != "seed"}
    settings = Settings(**{"players": players, **made}, components=components)
    Game(settings)
    if "seed" in fields:
        seed = checked_seed(fields["seed"])
        fields["seed"] = seed if seed < 2**53 else str(seed)  # a page has larger ones as text
    seats = clockwise(players, seat, names or [PARTNER])
    if names or partners.get("seat") is not None:
        fields["seats"] = seats
    if partners.get("take_shared"):
        fields["shared"] = "bots"
    for name in {*names, adviser}:
        make_agent(name, settings).close()
    trained = trained_partners(GameFacts.of(settings), _notice)
    named = tuple(dict.fromkeys([*names, adviser, *trained]))
    return Options(fields, named, trained, adviser, components)


def _replayed_game(server: GameServer, file: Path) -> str:
    """Return the id of a game for a file to be looked at."""
    if file.suffix == ".json":
        saved = SavedGame.read(file)
    else:  # a line of a file of rows, such as rows.jsonl:7
        recording = read_recording(str(file))
        saved = SavedGame(recording.replay, table=TableInfo(seats=list(recording.agents)))
    table = saved.table.model_copy(update={"name": file.name[:80]})
    return room_of_saved(server, replace(saved, table=table)).id


def warm_up(server: GameServer) -> Future[Explanation]:
    """Load or compile the engine before the first person waits for it; then the adviser.

    Returns:
        The adviser's first answer.
    """
    for settings in (Settings(components=server.options.components), Settings(chance="explicit")):
        table = TableGame.begin_from(settings, begin_setup(settings, {}, 0))
        if table.game.explicit_chance:
            while table.game.to_move() != CHANCE:
                table.take(table.legal[0])
        choices_with_consequences(table.game, Sandbox(settings))
        table.game.ending()
    settings = Settings(components=server.options.components)
    situation = Situation.of(TableGame.begin(settings, 0).game, 0, 0)
    adviser = server.options.adviser
    return server.workers.submit(lambda: explain(make_agent(adviser, settings), situation))


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
    print("Ctrl-C closes it; every game is kept.", flush=True)
    if browser:  # a browser in the terminal returns only when it is left
        threading.Thread(target=webbrowser.open, args=(address.url,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def _notice(sentence: str) -> None:
    print(f"notice: {sentence}", file=sys.stderr)


def _refuse(reason: str) -> int:
    print(f"play: {reason}", file=sys.stderr)
    return 2
