"""Starts the server, opens the page, and says where it is."""

from __future__ import annotations

import errno
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

from tablemates.agents.evaluation.replays.recording import PERSON, read_recording
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import PATIENCE, find_agent
from tablemates.envs.core.agent import Explanation
from tablemates.envs.core.errors import GameError, SettingsError
from tablemates.envs.core.game import CHANCE
from tablemates.envs.core.seeds import checked_seed
from tablemates.envs.portal_dash.components import ComponentsError
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame
from tablemates.table.glass import Glass
from tablemates.table.partners import ADVISER, PARTNER
from tablemates.table.saves import SavedGame, Seats, path_of
from tablemates.table.server.app import make_app
from tablemates.table.server.beginning import new_room, room_of_saved
from tablemates.table.server.choices import full
from tablemates.table.server.guard import Address
from tablemates.table.server.hall import Hall, Offer
from tablemates.table.server.limits import LONGEST_FRAME
from tablemates.table.server.messages import New
from tablemates.table.server.refusals import RefusalError
from tablemates.table.server.room import Room
from tablemates.table.server.store import Store, default_folder
from tablemates.table.server.thinking import Thinkers
from tablemates.table.server.trained import trained_partners
from tablemates.table.setups import begin_setup, read_setup

#: Seconds that an open connection is given when the server ends.
_GRACE: Final = 2
_LAST_PORT: Final = 65_535
#: As shells say it.
_INTERRUPTED: Final = 130


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
        new: What the form of a new game is filled in with: ``level``, ``players``, ``edition``,
            ``boss``, ``seed``, ``chance``; and ``components``.
        partners: ``names``, ``seat``, ``adviser`` and ``take_shared``, see ``seat_partners``.
        address: Where to listen.
        browser: Whether to open the page.
        games: Where games are kept; None: with the user's data.
        replay: A saved game, or a line of a file of rows, that the page shows from its beginning.
        setup: What lies on a real table, see ``tablemates.table.setups``; the page opens that game.

    Returns:
        The exit code: 0, or 2 when it cannot be served, after a sentence on stderr.
    """
    if not address.is_local and address.token is None:
        address = replace(address, token=secrets.token_urlsafe(16))
    try:
        if address.token is not None and not address.token.strip():
            raise SettingsError("--token is empty: name one, or leave it out to have one drawn")
        with ExitStack() as held:
            door = held.enter_context(closing(_bound(address)))
            address = replace(address, port=door.getsockname()[1])
            offer = _offer(new, partners)
            kept = games or default_folder()
            held.enter_context(_alone_in(kept))
            hall = Hall(Store(kept, offer.components, _notice), Thinkers(), offer)
            if replay is not None:
                hall.offer = _opened(hall, replay)
            elif setup is not None:
                hall.offer = _set_up(hall, setup)
            warm(hall)
            _serve(hall, address, door, browser)
            _wait(hall.thinkers)
    except OSError as error:
        return _refuse(f"{path_of(error) or replay or setup or address.url}: {error.strerror}")
    except (GameError, ComponentsError, RefusalError) as error:
        return _refuse(str(error))
    return 0


def _bound(address: Address) -> socket.socket:
    """Return a socket at the address; its port is drawn if it is 0."""
    if not 0 <= address.port <= _LAST_PORT:
        raise SettingsError(f"--port {address.port}: ports go from 0 to {_LAST_PORT}")
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((address.host, address.port))
        door.listen()  # so that whoever reads the address may come at once
    except OSError as error:
        door.close()
        way_out = "choose another by --port, or by --host"
        if error.errno == errno.EADDRINUSE:
            way_out = (
                f"the table probably runs already: open {address.page}, or choose another port "
                "by --port"
            )
        raise SettingsError(
            f"{address.host}, port {address.port}: {error.strerror}; {way_out}"
        ) from error
    return door


def _alone_in(folder: Path) -> BaseFileLock:
    """Return the lock of a folder of games, held by this server as long as it runs.

    Raises:
        SettingsError: Another server has it.
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


def _offer(new: Mapping[str, Any], partners: Mapping[str, Any]) -> Offer:
    """Return what the server is started with, checked.

    Raises:
        SettingsError, ComponentsError, AgentError: No game can be made of it.
    """
    components = new.get("components")
    fields = {name: value for name, value in new.items() if name != "components"}
    names, seat = list(partners.get("names", ())), partners.get("seat") or 0
    adviser = partners.get("adviser", ADVISER)
    players = fields.get("players", 2)
    made = {name: value for name, value in fields.items() if name != "seed"}
    settings = Settings(**made, components=components)
    Game(settings)
    if "seed" in fields:
        fields["seed"] = _for_pages(checked_seed(fields["seed"]))
    if not 0 <= seat < players:
        raise SettingsError(f"there is no seat {seat}: with {players} players, 0 to {players - 1}")
    given = set(fields)
    given |= {"seats"} if names or partners.get("seat") is not None else set()
    given |= {"shared"} if partners.get("take_shared") else set()
    others = players - 1
    if len(names) > 1 and len(names) != others:
        raise SettingsError(f"{len(names)} partners do not fill {others} seats: name {others}")
    usual = names or [PARTNER]
    clockwise = [PERSON, *(usual * others)[:others]]
    fields["players"] = players
    fields["seats"] = [clockwise[(n - seat) % players] for n in range(players)]
    fields["shared"] = "bots" if partners.get("take_shared") else "people"
    facts = GameFacts.of(settings)
    for name in {*names, adviser}:
        find_agent(name, facts, answer_seconds=PATIENCE).close()
    trained = trained_partners(facts, _notice)
    offered = tuple(dict.fromkeys([*names, adviser, *trained]))
    return Offer(fields, offered, trained, adviser, components, given=sorted(given))


def _for_pages(seed: int) -> int | str:
    """Return a seed so that a page has it exactly."""
    return seed if seed < 2**53 else str(seed)


def _opened(hall: Hall, file: Path) -> Offer:
    """Return the offer with a game that the page opens at its beginning."""
    saved = SavedGame.read(file) if file.suffix == ".json" else _of_rows(file)
    name = file.name[:80]
    kept = _kept(hall, name, saved)
    if kept is None:
        room = room_of_saved(hall, saved, None)
        room.name = name
        hall.store.write(room)
        kept = room.id
    return replace(hall.offer, open=kept, look=True)


def _kept(hall: Hall, name: str, saved: SavedGame) -> str | None:
    """Return the copy of a game that an earlier look at it has left, as long as it is one."""
    for one in hall.games():
        if (one.get("name"), one.get("moves")) != (name, len(saved.replay.actions)):
            continue
        with suppress(RefusalError):  # a damaged one is no copy
            table = hall.room(one["game"]).table
            if table.saved_game.replay == saved.replay and table.rerolls == saved.rerolls:
                return str(one["game"])
    return None


def _set_up(hall: Hall, file: Path) -> Offer:
    """Return the offer with a game at a real table that the page opens."""
    form = New(id=0, do="new", setup=read_setup(file))
    return replace(hall.offer, open=new_room(hall, form).id)


def _of_rows(file: Path) -> SavedGame:
    """Return a line of a file of rows, such as ``rows.jsonl:7``."""
    recording = read_recording(str(file))
    return SavedGame(recording.replay, table=Seats(seats=list(recording.agents)))


def warm(hall: Hall) -> Future[Explanation]:
    """Load the compiled engine before the first person waits for it; the adviser follows.

    What is used later alone, at a set-up or a roll that is typed in and at the end of a game, is
    used here once: where it was never compiled, or while a partner's engine is, all
    games would stand still meanwhile.

    Returns:
        The adviser's first word: once it is there, no partner of its kind compiles anything.
    """
    settings = Settings(components=hall.offer.components)
    room = Room("-", "-", TableGame.begin(settings, 0), [PERSON, PERSON])
    full(room.table, room.glass)
    real = Settings(chance="explicit")
    table = TableGame.begin_from(real, begin_setup(real, {}, 0))
    while table.game.to_move() != CHANCE:
        table.take(table.legal[0])
    full(table, Glass(real))
    table.game.ending()
    return hall.thinkers.warm(hall.offer.adviser, settings, room.situation())


def _serve(hall: Hall, address: Address, door: socket.socket, browser: bool) -> None:
    config = uvicorn.Config(
        make_app(hall, address),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="websockets-sansio",
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=True,
        timeout_graceful_shutdown=_GRACE,
    )
    print(f"The table is open: {address.url}", flush=True)
    print("Ctrl-C closes it; every game is kept.", flush=True)
    if browser:
        # Browsers of the terminal return when they are left: nobody would serve them meanwhile.
        threading.Thread(target=webbrowser.open, args=(address.url,), daemon=True).start()
    try:
        uvicorn.Server(config).run(sockets=[door])
    except KeyboardInterrupt:
        return


def _wait(thinkers: Thinkers) -> None:
    """Wait for who still thinks: Python would do so too, without a word and hard to end."""
    if not (working := thinkers.working):
        return
    try:
        print(f"Waiting for {', '.join(working)} to finish (Ctrl-C again ends it).", flush=True)
        thinkers.wait()
    except KeyboardInterrupt:
        sys.stderr.flush()
        os._exit(_INTERRUPTED)  # every game is kept, and no thread can be ended otherwise


def _notice(sentence: str) -> None:
    print(f"notice: {sentence}", file=sys.stderr)


def _refuse(reason: str) -> int:
    print(f"play: {reason}", file=sys.stderr)
    return 2
