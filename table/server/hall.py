"""All games at once: which are open, who looks at them, and the bots that play in them."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tablemates.agents.evaluation.replays.recording import PERSON
from tablemates.table.partners import ADVISER
from tablemates.table.server.limits import OPEN_GAMES
from tablemates.table.server.partner_names import is_known
from tablemates.table.server.refusals import RefusalError
from tablemates.table.server.room import Room, Watcher
from tablemates.table.server.states import state_of
from tablemates.table.server.store import Store
from tablemates.table.server.thinking import Thinkers


@dataclass(frozen=True, slots=True)
class Offer:
    """What whoever started the server wants.

    Attributes:
        new: Fields of the page's form for a new game, filled in.
        offered: Agents that a page may name besides those that all may name.
        trained: Those of them that are policies found where the server was started, with a
            sentence each.
        adviser: Who gives hints.
        components: The parts of new games; None: the standard set.
        open: The game that a page opens at once; None: none.
        look: Whether the page opens that game to look at it from its beginning.
        given: The fields of ``new`` that were asked for, whether or not they are the usual.
    """

    new: dict[str, Any] = field(default_factory=dict)
    offered: Sequence[str] = ()
    trained: Mapping[str, str] = field(default_factory=dict)
    adviser: str = ADVISER
    components: Path | None = None
    open: str | None = None
    look: bool = False
    given: Sequence[str] = ()


class Hall:
    """The games, their watchers and their bots.

    Args:
        store: Where games are kept.
        thinkers: Where bots think.
        offer: See ``Offer``.
    """

    def __init__(self, store: Store, thinkers: Thinkers, offer: Offer) -> None:
        self.store = store
        self.thinkers = thinkers
        self.offer = offer
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    # -- games --------------------------------------------------------------------
    def room(self, name: str) -> Room:
        """Return a game, read from its file if it is not in memory.

        Raises:
            RefusalError: There is none.
        """
        if name not in self._rooms:
            self._make_place()
            self._rooms[name] = self._seated(self.store.read(name))
        self._rooms.move_to_end(name)
        return self._rooms[name]

    def _seated(self, room: Room) -> Room:
        """Give seats to people whose agents were named where another server was started."""
        lost = [
            who for who in room.seats if who != PERSON and not is_known(who, self.offer.offered)
        ]
        if lost:
            room.seats = [PERSON if who in lost else who for who in room.seats]
            names = list(dict.fromkeys(lost))
            are = "is" if len(names) == 1 else "are"
            people = "a person sits" if len(lost) == 1 else "people sit"
            room.pace.fault = f"{', '.join(names)} {are} not here any more: {people} there now."
        return room

    def add(self, room: Room) -> None:
        """Put a new game on the table and keep it.

        Raises:
            RefusalError: It cannot be kept.
        """
        self.store.write(room)
        self._make_place()
        self._rooms[room.id] = room

    def _make_place(self) -> None:
        idle = [
            name
            for name, room in self._rooms.items()
            if not room.watchers
            and (room.busy is None or room.busy.done())
            and room.unsaved is None
        ]
        for name in idle[: max(0, len(self._rooms) + 1 - OPEN_GAMES)]:
            del self._rooms[name]

    def delete(self, name: str) -> None:
        """Throw a game away and tell everybody who looks at it.

        Raises:
            RefusalError: There is none.
        """
        self.store.delete(name)
        room = self._rooms.pop(name, None)
        if room is not None:
            self._stop(room)
            for watcher in room.watchers:
                watcher.push({"push": "closed", "game": name})
            room.watchers.clear()  # else the bot that still thinks would let others play on

    def games(self) -> list[dict[str, Any]]:
        """Return the list of games, the one that changed last first."""
        return sorted(self.store.listings.values(), key=lambda one: one["changed"], reverse=True)

    # -- watchers -----------------------------------------------------------------
    def watch(self, room: Room, watcher: Watcher) -> None:
        """Let somebody look at a game: its state is pushed now and whenever it changes."""
        room.watchers.add(watcher)
        watcher.push(state_of(room, "opened"))
        self.keep_playing(room)

    def leave(self, room: Room, watcher: Watcher) -> None:
        """Let somebody look at a game no longer; bots wait when nobody does."""
        room.watchers.discard(watcher)
        if not room.watchers:
            self._stop(room)

    def leave_all(self, watcher: Watcher) -> None:
        """Do so for all games."""
        for room in list(self._rooms.values()):
            if watcher in room.watchers:
                self.leave(room, watcher)

    def changed(self, room: Room, why: str) -> None:
        """Keep a game that has changed, show it to everybody, and let bots go on.

        A game that the disk does not take goes on in memory, and its state says so; it is
        kept again with the next change.
        """
        self._keep(room)
        if room.watchers:
            message = state_of(room, why)
            for watcher in room.watchers:
                watcher.push(message)
        self.keep_playing(room)

    def _keep(self, room: Room) -> None:
        if room.id not in self.store.listings:
            return  # it was deleted
        try:
            self.store.write(room)
        except RefusalError as error:
            if room.unsaved is None:
                self.store.notify(error.sentence)
            room.unsaved = error.sentence
        else:
            room.unsaved = None

    # -- bots ---------------------------------------------------------------------
    def keep_playing(self, room: Room) -> None:
        """Let bots play by themselves if they are to, somebody looks, and it is their turn."""
        if room.pace.mode != "run" or not room.watchers or room.bot is None:
            return
        if room.runner is None or room.runner.done():
            room.runner = asyncio.create_task(self._run(room))

    async def _run(self, room: Room) -> None:
        while room.pace.mode == "run" and room.watchers and room.bot is not None:
            await asyncio.sleep(room.pace.seconds)
            if room.pace.mode != "run" or not room.watchers or room.bot is None:
                return
            with contextlib.suppress(RefusalError):  # the pace says what is wrong
                await room.bot_step(self.thinkers, lambda why: self.changed(room, why))

    def _stop(self, room: Room) -> None:
        if room.runner is not None:
            room.runner.cancel()
            room.runner = None

    async def close(self) -> None:
        """Stop everything; the games are kept already, or are tried to keep once more."""
        for room in self._rooms.values():
            self._stop(room)
            if room.busy is not None:
                room.busy.cancel()
            if room.unsaved is not None:
                self._keep(room)
            if room.unsaved is not None:
                self.store.notify(f"{room.name!r} loses its last moves. {room.unsaved}")
        self.thinkers.close()
