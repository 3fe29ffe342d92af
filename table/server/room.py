"""A game with the people and bots around it, kept in a file from decision to decision."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Protocol

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.replays.recording import PERSON
from tablemates.envs.core.agent import Situation
from tablemates.envs.core.game import CHANCE, OVER
from tablemates.envs.core.keys import decision_key
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import SHARED_DECISIONS, Decision
from tablemates.table.game import TableGame
from tablemates.table.glass import Glass
from tablemates.table.saves import SavedGame
from tablemates.table.server.happenings import happened, nothing
from tablemates.table.server.pointing import kind_of, pointed_at
from tablemates.table.server.refusals import RefusalError
from tablemates.table.server.thinking import Thinkers

if TYPE_CHECKING:
    from tablemates.table.server.reports import Judging

_PUBLIC_BYTES: Final = STATE["public"].itemsize


class Watcher(Protocol):
    """Somebody who looks at a game."""

    def push(self, message: dict[str, Any]) -> None:
        """Send something that was not asked for."""


@dataclass(slots=True)
class Pace:
    """How bots play.

    Attributes:
        mode: ``run``: by themselves; ``pause``: when asked.
        seconds: Before each of their moves.
        fault: Why they stopped, a sentence; None: they did not.
    """

    mode: str = "run"
    seconds: float = 0.8
    fault: str | None = None


@dataclass(slots=True)
class Room:
    """A game on the table.

    Attributes:
        id: Names it in messages and on disk.
        name: What people call it.
        table: The game with its history.
        seats: ``person`` or an agent's name, by seat.
        shared: Who takes the team's decisions in bots' turns: ``people`` or ``bots``.
        parts: The text of its parts file; None: the standard set.
        created: When it began.
        changed: When it last changed.
        pace: How bots play.
        watchers: Who looks at it.
        moved: The last move; None: none, or it was taken back.
        happened: What came of it.
        glass: Where positions of it are looked at.
        told: Moves in words as far as anybody asked, each with its record and action.
        unsaved: Why the disk does not have the last change, a sentence; None: it has.
        busy: The bot that thinks now.
        runner: Lets bots play by themselves.
        judging: What made it go as it went, as far as anybody asked.
    """

    id: str
    name: str
    table: TableGame
    seats: list[str]
    shared: str = "people"
    parts: str | None = None
    created: datetime = field(default_factory=lambda: datetime.now(UTC))
    changed: datetime = field(default_factory=lambda: datetime.now(UTC))
    pace: Pace = field(default_factory=Pace)
    watchers: set[Watcher] = field(default_factory=set)
    moved: dict[str, Any] | None = None
    happened: dict[str, Any] = field(default_factory=nothing)
    glass: Glass = field(init=False)
    told: list[tuple[tuple[bytes, int], dict[str, Any]]] = field(default_factory=list)
    unsaved: str | None = None
    busy: asyncio.Task[None] | None = None
    runner: asyncio.Task[None] | None = None
    judging: Judging | None = None

    def __post_init__(self) -> None:
        self.glass = Glass(self.table.game.settings)

    @property
    def explicit(self) -> bool:
        """Whether people throw the dice."""
        return self.table.game.settings.chance == "explicit"

    @property
    def bot(self) -> str | None:
        """The agent whose decision it is; None: people's, chance's, or the game is over."""
        return self.bot_for(self.table.game)

    def bot_for(self, game: Game) -> str | None:
        """Return the agent whose decision it is in a position of this game."""
        seat = game.to_move()
        if seat in (OVER, CHANCE) or self.seats[seat] == PERSON:
            return None
        people = PERSON in self.seats and self.shared == "people"
        if people and Decision(int(game.public.decision)) in SHARED_DECISIONS:
            return None
        return self.seats[seat]

    # -- moves --------------------------------------------------------------------
    def take(self, action: int, agent: str | None = None) -> None:
        """Make a choice.

        Args:
            action: The choice, or chance's outcome.
            agent: Who chose; None: people.

        Raises:
            RefusalError: It is not legal.
        """
        table = self.table
        if action not in table.legal:
            raise RefusalError("illegal", "This is not among the choices now.")
        moved = move_of(table.game, action, table.moves, agent)
        table.take(action)
        self.moved, self.happened = moved, happened(table.game)

    def forget_last(self) -> None:
        """Show no last move, because the game was taken back or drawn anew."""
        self.moved, self.happened = None, nothing()

    def situation(self, at: int | None = None) -> Situation:
        """Return a decision of the game as an agent may see it.

        The key depends on the seed and the number of the move alone, so that a bot does
        the same again after its move was taken back.

        Args:
            at: Which move; None: the present one.
        """
        table = self.table
        at = table.moves if at is None else at
        game = table.game if at == table.moves else self.glass.still(table.record_at(at))
        public = game.record[:_PUBLIC_BYTES].copy()
        key = decision_key(table.seed or 0, at)
        return Situation(game.observation.copy(), game.mask.copy(), public, key)

    # -- bots ---------------------------------------------------------------------
    async def bot_step(self, thinkers: Thinkers, done: Callable[[str], None]) -> None:
        """Let the bot whose decision it is take it.

        If the game goes another way meanwhile (taken back, seat given to somebody else),
        the answer is forgotten.

        Args:
            thinkers: Where it thinks.
            done: Called after its move, with ``"moved"``.

        Raises:
            RefusalError: It is nobody's decision, or the bot fails.
        """
        agent = self.bot
        if agent is None:
            raise RefusalError("refused", "It is no bot's decision now.")
        if self.busy is None or self.busy.done():
            self.busy = asyncio.create_task(self._think(agent, thinkers, done))
        await asyncio.shield(self.busy)

    async def _think(self, agent: str, thinkers: Thinkers, done: Callable[[str], None]) -> None:
        moves, record = self.table.moves, self.table.game.save()
        try:
            action = await thinkers.act(agent, self.table.game.settings, self.situation())
        except AgentError as error:
            refusal = RefusalError("agent", str(error))
            self.pace.mode, self.pace.fault = "pause", refusal.sentence
            done("pace")
            raise refusal from error
        same = self.table.moves == moves and self.table.game.save() == record
        if not same or self.bot != agent:
            return
        try:
            self.take(action, agent)
        except RefusalError as error:
            sentence = f"The partner {agent!r} answered {action}, which is not legal."
            self.pace.mode, self.pace.fault = "pause", sentence
            done("pace")
            raise RefusalError("agent", sentence) from error
        done("moved")

    # -- as a file ----------------------------------------------------------------
    def saved(self) -> SavedGame:
        """Return the game as a file holds it."""
        kept = self.table.saved_game
        about = kept.table.model_copy(
            update={
                "name": self.name,
                "seats": list(self.seats),
                "shared": self.shared,
                "parts": self.parts,
            }
        )
        return replace(kept, table=about)

    def listing(self) -> dict[str, Any]:
        """Return what a list of games shows."""
        game = self.table.game
        return {
            "game": self.id,
            "name": self.name,
            "level": game.labels["level"] or None,
            "players": game.seats,
            "moves": self.table.moves,
            "turn": game.turn,
            "over": self.table.over,
            "outcome": game.ending()["outcome"] if self.table.over else None,
            "seats": list(self.seats),
            "chance": game.settings.chance,
            "marked": self.table.marked,
            "changed": self.changed.isoformat(timespec="seconds"),
        }


def move_of(game: Game, action: int, at: int, agent: str | None) -> dict[str, Any]:
    """Return a legal choice of the present decision as the page draws it when it is made."""
    chance = game.to_move() == CHANCE
    return {
        "at": at,
        "seat": None if chance else int(game.public.decider),
        "agent": agent,
        "action": action,
        "name": f"outcome {action}" if chance else game.catalogue.name(action),
        "text": game.describe(action),
        "kind": kind_of(game, action),
        "pointed": pointed_at(game, action),
    }
