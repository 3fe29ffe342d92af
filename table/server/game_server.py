"""All games of the server: which are in memory, who watches them, the bots that play in them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tablemates.agents.roster import roster_of
from tablemates.envs.core.history.replay import PERSON
from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game
from tablemates.table.server.access import Address
from tablemates.table.server.messages import NewGame, RequestError
from tablemates.table.server.page_state import BESIDE, state_of
from tablemates.table.server.partner_list import known_names
from tablemates.table.server.room import GameRoom, Watcher
from tablemates.table.server.store import Store
from tablemates.table.server.workers import Workers

#: Seconds between two states of bots that play at once.
_SOON: Final = 0.1
#: Seconds in which compiled code is loaded, about.
_LOADING: Final = 4


@dataclass(frozen=True, slots=True)
class Options:
    """Options of the command line for the server; all but the form is about its game alone."""

    new: NewGame = field(default_factory=NewGame)
    game: str = DEFAULT_GAME
    named: Sequence[str] = ()  # that pages may name besides the project's own
    trained: Mapping[str, str] = field(default_factory=dict)  # found under runs
    adviser: str | None = None
    components: Path | None = None
    open: str | None = None  # the game that a page opens at once
    look: bool = False  # whether the page shows that game from its beginning


class GameServer:
    """The games, their watchers and their bots.

    ``prepare`` compiles the engine of the usual game; it is begun (as ``warm_up``) when the first
    page has what it needs to be drawn, and requests that need it wait. None: nothing is to be done.
    """

    def __init__(self, store: Store, workers: Workers, options: Options) -> None:
        self.store = store
        self.workers = workers
        self.options = options
        self.prepare: Callable[[], Any] | None = None
        self.warm_up: Future[Any] | None = None
        self.address: Address | None = None
        self._began = time.monotonic()
        self._first = True
        self._rooms: dict[str, GameRoom] = {}
        #: Whether agents can play games, by their names and what a game is.
        self.fits: dict[tuple[str, Any], bool] = {}

    def begin_warm_up(self) -> None:
        """Let the engine be compiled, once."""
        if self.prepare is not None:
            self._began = time.monotonic()
            engine = find_game(self.options.game).engine
            self._first = not engine.is_compiled
            self.warm_up = self.workers.submit(self.prepare)
            self.prepare = None

    async def ready(self) -> None:
        """Wait until engines are compiled; what goes wrong there comes again where it is met."""
        self.begin_warm_up()
        if self.warm_up is not None:
            done = asyncio.wrap_future(self.warm_up)
            await asyncio.wait([done])
            done.exception()  # it has been looked at
            self.warm_up = None

    def progress(self) -> dict[str, Any] | None:
        """Return since how many seconds the engine is prepared, and how many that takes about.

        It is compiled the ``first`` time on a machine, and loaded from then on.
        """
        if self.warm_up is None or self.warm_up.done():
            return None
        most = find_game(self.options.game).engine.seconds if self._first else _LOADING
        seconds = round(time.monotonic() - self._began, 1)
        return {"seconds": seconds, "of": 2 * most, "first": self._first}  # both kinds of chance

    @property
    def rules(self) -> list[str]:
        """The games that pages may begin, that of the command line first."""
        return list(dict.fromkeys([self.options.game, *GAMES]))

    def named(self, game: str) -> Sequence[str]:
        """Return the agents that pages may name in a game besides the project's own."""
        return self.options.named if game == self.options.game else ()

    def adviser(self, game: str) -> str | None:
        """Return who gives hints in a game."""
        own = self.options.adviser if game == self.options.game else None
        return own or roster_of(game).adviser

    def room(self, name: str) -> GameRoom:
        """Return a game, read from its file if it is not in memory."""
        if name not in self._rooms:
            room = self._rooms[name] = self.store.read(name)
            self.seat_known(room)
        return self._rooms[name]

    def seat_known(self, room: GameRoom) -> None:
        """Give seats to people whose agents this server does not know."""
        known = known_names(room.game, self.named(room.game))
        lost = [who for who in room.seats.who if who not in known]
        if lost:
            room.seats.who = [PERSON if who in lost else who for who in room.seats.who]
            names = ", ".join(dict.fromkeys(lost))
            room.fault = f"Not here any more: {names}. People have the seats now."

    def add(self, room: GameRoom) -> None:
        """Add a new game and keep it."""
        self.store.write(room)
        self._rooms[room.id] = room

    def check_delete(self, name: str, device: str) -> None:
        """Check that a device does not only watch a game that it deletes."""
        room = self._rooms.get(name)
        if room is not None and any(one.device != device for one in room.watchers):
            room.check_seated(device)

    def delete(self, name: str) -> None:
        """Delete a game and tell its watchers."""
        self.store.delete(name)
        room = self._rooms.pop(name, None)
        if room is not None:
            room.stop_bots()
            room.drop_asked()
            for watcher in room.watchers:
                watcher.push({"push": "closed", "game": name})
            room.watchers.clear()

    def games(self) -> list[dict[str, Any]]:
        """Return the list of games, the last changed first."""
        return sorted(self.store.listings.values(), key=lambda one: one["changed"], reverse=True)

    def watch(self, room: GameRoom, watcher: Watcher) -> None:
        """Push a game's state to a watcher, now and whenever it changes."""
        room.watchers.add(watcher)
        if room.welcome(watcher.device):
            self._keep(room)
        room.look_for(watcher.device, room.table.game)
        watcher.push(state_of(room, "opened") | room.seen_by(watcher.device))
        self.keep_playing(room)

    def leave(self, room: GameRoom, watcher: Watcher) -> None:
        """Remove a watcher; bots wait while there is none."""
        room.watchers.discard(watcher)
        if not room.watchers and room.runner is not None:
            room.runner.cancel()
            room.runner = None

    def leave_all(self, watcher: Watcher) -> None:
        """Remove a watcher from all games."""
        for room in self._rooms.values():
            if watcher in room.watchers:
                self.leave(room, watcher)

    def changed(self, room: GameRoom, why: str, running: bool = False) -> None:
        """Keep a game that has changed, push it to its watchers, and let bots go on.

        A game that cannot be written goes on in memory; its state says so, and the next change
        tries again. ``running``: a bot that plays by itself has moved.
        """
        self._keep(room)
        if why not in BESIDE:
            room.drop_asked()  # it was about another position
        # Bots that play at once move faster than pages can draw.
        at_once = running and not room.pace.seconds and _bots_run(room)
        if at_once and time.monotonic() < room.told + _SOON:
            room.untold = True
        elif room.watchers:
            states: dict[int, dict[str, Any]] = {}  # by whose hand is shown, if there are hands
            for watcher in room.watchers:
                game = room.look_for(watcher.device, room.table.game)
                eyes = game.eyes if game.has_private else -1
                if eyes not in states:
                    states[eyes] = state_of(room, why, room.untold)
                watcher.push(states[eyes] | room.seen_by(watcher.device))
            room.untold, room.told = False, time.monotonic()
        self.keep_playing(room)

    def _keep(self, room: GameRoom) -> None:
        if room.id not in self.store.listings:
            return  # it was deleted
        try:
            self.store.write(room)
        except RequestError as error:
            if room.unsaved is None:
                self.store.notify(error.sentence)
            room.unsaved = error.sentence
        else:
            room.unsaved = None

    def keep_playing(self, room: GameRoom) -> None:
        """Let bots play by themselves if they are to, somebody watches, and it is their turn."""
        if _bots_run(room) and (room.runner is None or room.runner.done()):
            room.runner = asyncio.create_task(self._run(room))

    async def _run(self, room: GameRoom) -> None:
        def moved(why: str) -> None:
            self.changed(room, why, running=why == "moved")

        while _bots_run(room):
            if not room.hurry.is_set():  # what happened last is being shown
                moves = room.table.moves
                shown = max(1, len(room.table.positions[moves].beats) if moves else 0)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(room.hurry.wait(), room.pace.seconds * shown)
            if _bots_run(room):
                with contextlib.suppress(RequestError):  # the state says what is wrong
                    await room.bot_step(self.workers, moved)
        room.hurry.clear()

    async def close(self) -> None:
        """Stop everything; games that could not be written are tried once more."""
        for room in self._rooms.values():
            room.stop_bots()
            room.drop_asked()
            if room.unsaved is not None:
                self._keep(room)
            if room.unsaved is not None:
                self.store.notify(f"{room.name!r} loses its last moves. {room.unsaved}")
        self.workers.close()


@dataclass(frozen=True, slots=True)
class Call:
    """Source of a request: the watcher and the server."""

    server: GameServer
    watcher: Watcher

    def enter(self, room: GameRoom) -> dict[str, Any]:
        """Open a game for the connection."""
        self.server.watch(room, self.watcher)
        return {"game": room.id}


def _bots_run(room: GameRoom) -> bool:
    waited_for = room.pace.mode == "run" and room.bot is not None
    return waited_for and bool(room.watchers) and room.asked is None
