"""A game with the people and bots around it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final, Protocol

from tablemates.agents.errors import AgentError
from tablemates.envs.core.engine.codes import CHANCE
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.history.replay import PERSON
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.core.views.beats import Picture, draw_beats, picture_of
from tablemates.table.server.messages import Pace, RequestError
from tablemates.table.server.wishes import Wish, granted
from tablemates.table.server.workers import Workers
from tablemates.table.session.evaluation import Balance
from tablemates.table.session.game import TableGame
from tablemates.table.session.ladder import stars_of, step_of
from tablemates.table.session.lookahead import Sandbox
from tablemates.table.session.partners import Seats
from tablemates.table.session.saves import SavedGame

#: Sentences that are kept for a game that cannot be played on.
RECENT: Final = 40


class Watcher(Protocol):
    """A connection that has a game open."""

    device: str

    def push(self, message: dict[str, Any]) -> None:
        """Send a message that was not asked for."""


@dataclass(slots=True)
class Asked:
    """Request that the people at other devices have to agree to."""

    number: int
    by: str  # the device
    text: str
    waiting: set[str]  # devices that have not agreed yet
    work: Callable[[], object]
    timer: asyncio.TimerHandle


@dataclass(slots=True)
class GameRoom:
    """A game on the server."""

    id: str
    name: str
    table: TableGame
    seats: Seats
    pace: Pace = field(default_factory=Pace)
    fault: str | None = None  # why bots stopped, a sentence
    changed: datetime = field(default_factory=lambda: datetime.now(UTC))
    watchers: set[Watcher] = field(default_factory=set)
    sandbox: Sandbox = field(init=False)
    unsaved: str | None = None  # why the last change is not on disk
    thinking: asyncio.Task[None] | None = None  # the bot's move under way
    runner: asyncio.Task[None] | None = None  # lets bots play by themselves
    hurry: asyncio.Event = field(default_factory=asyncio.Event)  # bots do not wait
    owners: list[str | None] = field(default_factory=list)  # devices, by seat
    # That play, also while they are away; those that left their seats do until others have them.
    devices: set[str] = field(default_factory=set)
    leaving: set[str] = field(default_factory=set)
    asked: Asked | None = None
    questions: int = 0  # asked so far
    wishes: list[Wish] = field(default_factory=list)
    trifles: set[int] = field(default_factory=set)  # moves made as all were alike
    report: tuple[SavedGame, asyncio.Task[dict[str, dict[int, Balance]]]] | None = None
    untold: bool = False  # watchers lack some moves
    told: float = 0.0  # by the monotonic clock
    _drawn: tuple[bytes, Picture] = (b"", {})

    def __post_init__(self) -> None:
        self.sandbox = Sandbox(self.table.game.settings)
        self.owners = self.owners or [None] * len(self.seats.who)

    def mine(self, device: str) -> list[int]:
        """Return the seats of people that a device acts for."""
        seats = zip(self.seats.who, self.owners, strict=True)
        return [n for n, (who, owner) in enumerate(seats) if who == PERSON and owner == device]

    def look_for(self, device: str, game: Game) -> Game:
        """Let a game tell and draw what the people at a device may see of it, and return it.

        That is what is private to their seat; of several that of the decider, if it is one of them.
        """
        seats, decider = self.mine(device), game.to_move()
        if len(seats) > 1 or decider in seats:
            seats = [decider] if decider in seats else []
        game.look_as(seats[0] if seats else -1)
        return game

    def names(self, device: str) -> str:
        """Return what the players of a device are called."""
        players = [self.table.game.player_name(seat).capitalize() for seat in self.mine(device)]
        return " and ".join(players) or "Somebody"

    def seen_by(self, device: str) -> dict[str, Any]:
        """Return what a state tells one device: its seats, and what is asked."""
        asked = self.asked and {
            "number": self.asked.number,
            "text": self.asked.text,
            "waiting": [self.names(one) for one in sorted(self.asked.waiting)],
            "own": device == self.asked.by,
            "answer": device in self.asked.waiting,
        }
        return {"mine": self.mine(device), "asked": asked}

    @property
    def between(self) -> bool:
        """True if people play on several devices."""
        return len(self.devices) > 1

    @property
    def secret(self) -> bool:
        """True if nobody may get what tells the hidden part of the game."""
        return self.between and not self.table.over

    def check_open(self, what: str) -> None:
        """Check that the hidden part of the game may be told."""
        if self.secret:
            raise RequestError(
                "refused",
                f"People on several devices play this game, and {what} would tell what is hidden: "
                "it is there at the end.",
            )

    def hide_anew(self) -> None:
        """Draw anew what is hidden: somebody may know it."""
        self.table.redraw(secrets.randbits(64))

    def check_free(self, seat: int, device: str) -> None:
        """Check that no other device is there that has a seat."""
        owner = self.owners[seat]
        if owner not in (None, device) and any(one.device == owner for one in self.watchers):
            raise RequestError("refused", "Another device has that seat: hand it over there first.")

    def give(self, seat: int, device: str) -> None:
        """Give a seat to a device.

        When people at a second device join, what is hidden is drawn anew: whoever began the game
        may have its seed, or a file of it.
        """
        alone = not self.between
        self.owners[seat] = device
        self.devices.add(device)
        self.leaving.discard(device)
        self._settle()
        if alone and self.secret:
            self.hide_anew()

    def free(self, seat: int, device: str) -> None:
        """Take a seat from whoever has it, because a device wishes so."""
        self.owners[seat] = None
        if not self.mine(device):
            self.leaving.add(device)
        self._settle()

    def _settle(self) -> None:
        """Let devices go that have left their seats, once no seat is free."""
        if (PERSON, None) not in zip(self.seats.who, self.owners, strict=True):
            self.devices -= self.leaving
            self.leaving.clear()

    def welcome(self, device: str) -> bool:
        """Give the seats of people to a device if none has one; return whether it was so."""
        if any(self.mine(owner) for owner in self.owners if owner is not None):
            return False
        self.owners = [device if who == PERSON else None for who in self.seats.who]
        self.devices, self.leaving = {device}, set()
        return True

    def check_seated(self, device: str) -> None:
        """Check that a device has a seat; where only bots play, everybody may act."""
        if PERSON in self.seats.who and not self.mine(device):
            raise RequestError("refused", "You watch this game: take a seat first, by Devices.")

    def check_turn(self, device: str) -> None:
        """Check that a device has the seat that decides; the team's decisions are everybody's."""
        seat = self.table.game.to_move()
        if seat >= 0 and self.seats.who[seat] == PERSON and self.owners[seat] != device:
            name = self.table.game.player_name(seat)
            raise RequestError("refused", f"{name} decides, on another device.")

    @property
    def game(self) -> str:
        """Key of the game that is played."""
        return self.table.game.settings.game

    @property
    def bot(self) -> str | None:
        """The agent whose decision it is; None: people's, chance's, or the game is over."""
        return self.seats.agent_in(self.table.game)

    def position(self, at: int) -> Game:
        """Return the game after ``at`` moves, to be read."""
        return self._still(self.table.positions[at].record)

    def _still(self, record: bytes) -> Game:
        """Return the game in a record as it is looked at, to be read."""
        game = self.sandbox.still(record)
        game.look_as(self.table.game.looks_as)
        return game

    def picture(self) -> Picture:
        """Return what can be seen of the game: zones and clocks."""
        game = self.table.game
        record = game.save() + bytes([game.eyes + 1])
        if self._drawn[0] != record:
            self._drawn = record, picture_of(game)
        return self._drawn[1]

    def pictures_of_beats(self, at: int) -> list[Picture]:
        """Return what each beat of a move changes; there were ``at`` moves after it."""
        before, made = self.table.positions[at - 1 : at + 1]
        if not made.beats:
            return []
        seen = picture_of(self._still(before.record))
        told = self.sandbox.told(before.record, made.action)
        told.look_as(self.table.game.looks_as)
        return list(draw_beats(made.beats, seen, told))

    def view(self) -> dict[str, Any]:
        """Return what can be looked at without the game's rules: the board and the last events."""
        board = next(zone for zone in self.picture()["zones"] if zone["role"] == "board")
        game = self.table.game
        return {"board": board["svg"], "text": game.decision(), "log": self.table.log[-RECENT:]}

    def situation(self, at: int) -> Situation:
        """Return the decision after ``at`` moves as an agent may see it."""
        history = self.table.history(at)
        return Situation.of(self.position(at), self.table.seed_at(at), at, history)

    def reveals(self, at: int) -> bool:
        """Return whether the move after ``at`` others was a roll or draw, or brought one."""
        before, made = self.table.positions[at : at + 2]
        game = self.sandbox.resampled(before.record)
        if game.to_move() != CHANCE:
            game.step(made.action)
        return game.to_move() == CHANCE

    def pause(self) -> None:
        """Let bots wait, as after an undo."""
        if self.bot is not None:
            self.pace = Pace(mode="pause", seconds=self.pace.seconds)
        self.fault = None

    async def bot_step(self, workers: Workers, changed: Callable[[str], None]) -> None:
        """Let the bot whose decision it is make its move.

        If the game changes meanwhile (undo, the seat given to somebody else), its answer is
        dropped. ``changed`` is called with ``"moved"`` after its move, ``"pace"`` when it fails.
        """
        agent = self.bot
        if agent is None:
            raise RequestError("refused", "It is no bot's decision now.")
        position = self.table.name
        while self.table.name == position and self.bot == agent and self.asked is None:
            if self.thinking is None or self.thinking.done():
                self.thinking = asyncio.create_task(self._think(agent, workers, changed))
            thinking = self.thinking  # perhaps about another position, to no effect
            await asyncio.wait([thinking])
            if thinking.cancelled():
                raise RequestError("stale", f"{agent} was stopped before it had an answer.")
            thinking.result()

    async def _think(self, agent: str, workers: Workers, changed: Callable[[str], None]) -> None:
        table = self.table
        moves, record = table.moves, table.game.save()
        try:
            action = await workers.act(agent, table.game, self.situation(moves))
            action = await granted(self.wishes, workers, table, self.situation(moves), action)
            now = table.moves, table.game.save(), self.bot
            if now != (moves, record, agent) or self.asked is not None:
                return
        except AgentError as error:
            refused = RequestError("agent", str(error))
            self.pause()
            self.fault = refused.sentence
            changed("pace")
            raise refused from error
        table.take(action)
        changed("moved")

    def stop_bots(self) -> None:
        """Stop bots that play by themselves, and give up the one that thinks."""
        for task in (self.runner, self.thinking):
            if task is not None:
                task.cancel()
        self.runner = self.thinking = None

    def drop_asked(self) -> None:
        """End what is asked."""
        if self.asked is not None:
            self.asked.timer.cancel()
            self.asked = None

    def saved(self) -> SavedGame:
        """Return the game as a document."""
        saved = self.table.saved_game
        info = {"name": self.name, "seats": list(self.seats.who), "shared": self.seats.shared}
        return replace(saved, table=saved.table.model_copy(update=info))

    def listing(self) -> dict[str, Any]:
        """Return the entry of a list of games."""
        game, over = self.table.game, self.table.over
        earned = zip(self.seats.who, game.returns(), strict=True) if over else ()
        table, won = self.table, (PERSON, 1.0) in earned  # by people
        return {
            "game": self.id,
            "rules": self.game,
            "step": step_of(game, self.seats.who),
            "stars": stars_of(won, table.undos, table.hints),
            "title": game.title,
            "scenario": scenario_of(self.table),
            "name": self.name,
            "moves": self.table.moves,
            "turn": game.turn,
            "over": over,
            "outcome": outcome_of(game) if over else None,
            "won": won,
            "seats": list(self.seats.who),
            "chance": game.settings.chance,
            "undos": table.undos,
            "hints": table.hints,
            "changed": self.changed.isoformat(timespec="seconds"),
        }


def outcome_of(game: Game) -> str:
    """Return who has won a finished game, in a word or two."""
    best = [seat for seat, earned in enumerate(game.returns()) if earned == 1.0]
    if game.co_operative:
        return "won" if best else "lost"
    names = " and ".join(game.player_name(seat) for seat in best)
    return f"{names} won" if best else "nobody won"


def title_of(table: TableGame) -> str:
    """Return the name of a game that has none: what is played, such as "Chess, level 2"."""
    return ", ".join([table.game.title, *_axes(table)])


def scenario_of(table: TableGame) -> str:
    """Return what tells games of one kind apart: the scenario with the number of players."""
    players = f"{table.game.seats} player{'s' if table.game.seats > 1 else ''}"
    words = ", ".join([*_axes(table), players])
    return f"{words[:1].upper()}{words[1:]}"


def _axes(table: TableGame) -> list[str]:
    game = table.game
    named = {axis: game.recipe.get(axis, label) for axis, label in game.labels.items()}
    return [_label(axis, value) for axis, value in named.items() if axis != "players"]


def _label(axis: str, value: Any) -> str:
    """Return what a title calls the value of a parameter; one that was put together has a name."""
    if isinstance(value, Mapping):
        value = value.get("name") or f"{axis} of your own"
    if isinstance(value, list | tuple):
        value = f"{axis} of your own"
    return f"{axis} {value}" if isinstance(value, int) else str(value).replace("_", " ")
