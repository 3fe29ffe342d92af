"""A game with the people and bots around it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol

from tablemates.agents.errors import AgentError
from tablemates.envs.core.agent import Situation
from tablemates.envs.core.game import Game
from tablemates.table.game import TableGame
from tablemates.table.lookahead import Sandbox
from tablemates.table.partners import Seats
from tablemates.table.saves import SavedGame
from tablemates.table.server.messages import Pace, RequestError
from tablemates.table.server.workers import Workers

if TYPE_CHECKING:
    from tablemates.table.server.report import MoveEvaluation


class Watcher(Protocol):
    """A connection that has a game open."""

    def push(self, message: dict[str, Any]) -> None:
        """Send a message that was not asked for."""


@dataclass(slots=True)
class GameRoom:
    """A game on the server.

    Attributes:
        id: Its name in messages and on disk.
        name: Its title.
        table: The game with its history.
        seats: Who sits where.
        pace: How bots play.
        fault: Why bots stopped, a sentence.
        changed: When it last changed.
        watchers: The connections that have it open.
        sandbox: Where positions of it are examined.
        unsaved: Why the last change is not on disk, a sentence.
        thinking: The bot's move under way.
        runner: Lets bots play by themselves.
        hurry: Set: bots wait no longer until people decide again.
        report: The finished game, and its evaluation once somebody asked.
    """

    id: str
    name: str
    table: TableGame
    seats: Seats
    pace: Pace = field(default_factory=Pace)
    fault: str | None = None
    changed: datetime = field(default_factory=lambda: datetime.now(UTC))
    watchers: set[Watcher] = field(default_factory=set)
    sandbox: Sandbox = field(init=False)
    unsaved: str | None = None
    thinking: asyncio.Task[None] | None = None
    runner: asyncio.Task[None] | None = None
    hurry: asyncio.Event = field(default_factory=asyncio.Event)
    report: tuple[SavedGame, asyncio.Task[list[MoveEvaluation]]] | None = None

    def __post_init__(self) -> None:
        self.sandbox = Sandbox(self.table.game.settings)

    @property
    def game(self) -> str:
        """Key of the game that is played."""
        return self.table.game.settings.game

    @property
    def explicit(self) -> bool:
        """Whether people throw the dice."""
        return self.table.game.settings.chance == "explicit"

    @property
    def bot(self) -> str | None:
        """The agent whose decision it is; None: people's, chance's, or the game is over."""
        return self.seats.agent_in(self.table.game)

    def position(self, at: int) -> Game:
        """Return the game after ``at`` moves, to be read."""
        return self.sandbox.still(self.table.record_at(at))

    def situation(self, at: int) -> Situation:
        """Return the decision after ``at`` moves as an agent may see it."""
        return Situation.of(self.position(at), self.table.seed, at)

    def pause(self) -> None:
        """Let bots wait, as after an undo."""
        if self.bot is not None:
            self.pace = Pace(mode="pause", seconds=self.pace.seconds)
        self.fault = None

    async def bot_step(self, workers: Workers, changed: Callable[[str], None]) -> None:
        """Let the bot whose decision it is make its move.

        If the game changes meanwhile (undo, the seat given to somebody else), its answer
        is dropped.

        Args:
            workers: Where it thinks.
            changed: Called with ``"moved"`` after its move, ``"pace"`` when it fails.

        Raises:
            RequestError: It is no bot's decision, the bot fails, or it was given up.
        """
        agent = self.bot
        if agent is None:
            raise RequestError("refused", "It is no bot's decision now.")
        if self.thinking is None or self.thinking.done():
            self.thinking = asyncio.create_task(self._think(agent, workers, changed))
        thinking = self.thinking
        await asyncio.wait([thinking])
        if thinking.cancelled():
            raise RequestError("agent", f"{agent} was stopped before it had an answer.")
        thinking.result()

    async def _think(self, agent: str, workers: Workers, changed: Callable[[str], None]) -> None:
        table = self.table
        moves, record = table.moves, table.game.save()
        try:
            action = await workers.act(agent, table.game, self.situation(moves))
            if (table.moves, table.game.save(), self.bot) != (moves, record, agent):
                return
            if action not in table.legal:
                raise AgentError(f"the partner {agent!r} answered {action}, which is not legal")
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

    def saved(self) -> SavedGame:
        """Return the game as a document."""
        saved = self.table.saved_game
        info = {"name": self.name, "seats": list(self.seats.who), "shared": self.seats.shared}
        return replace(saved, table=saved.table.model_copy(update=info))

    def listing(self) -> dict[str, Any]:
        """Return the entry of a list of games."""
        game = self.table.game
        return {
            "game": self.id,
            "title": game.title,
            "name": self.name,
            "moves": self.table.moves,
            "turn": game.turn,
            "over": self.table.over,
            "outcome": outcome_of(game) if self.table.over else None,
            "seats": list(self.seats.who),
            "chance": game.settings.chance,
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
    """Return the title of a game without a name: its scenario."""
    game = table.game
    axes = [f"{axis} {label}" for axis, label in game.labels.items() if axis != "players" and label]
    players = f"{game.seats} player{'s' if game.seats > 1 else ''}"
    return ", ".join([*axes, players]).capitalize()
