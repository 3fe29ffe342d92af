"""Games as the arena plays them: what is to be played, the rounds, the ends, and who takes part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError, OwnError
from tablemates.agents.outside.guard import Answer
from tablemates.agents.outside.spent import Spent
from tablemates.envs.core.views.agent import Batch
from tablemates.envs.core.views.past import Past

Integers = npt.NDArray[np.int64]

#: Causes of the end of a game that a player forfeited: it played an illegal action, raised an
#: error or answered nonsense, or did not answer in time.
ILLEGAL_ACTION: Final = "illegal_action"
CRASH: Final = "crash"
STALL: Final = "stall"
FORFEITS: Final = (ILLEGAL_ACTION, CRASH, STALL)
#: Stands among the actions for an answer that is no action; the game is forfeited by it.
NO_ACTION: Final = 2**16 - 1


@dataclass(frozen=True, slots=True)
class Start:
    """A game to be played.

    Attributes:
        seed: The game's seed.
        choice: What is set up: index among the settings' ``choices``.
        seating: Number of the player in each seat.
        task: The caller's own description.
        earlier: Earlier games of its match, as ``Played.past``, for agents that ask for history.
    """

    seed: int
    choice: int
    seating: Sequence[int]
    task: Any = None
    earlier: tuple[Past, ...] = ()


class Fault(NamedTuple):
    """Cause of a forfeit: one of ``FORFEITS``, and a sentence that names the player."""

    cause: str
    reason: str


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions that are taken in one round, one in each game.

    Attributes:
        lanes: Where the games lie in the batch, shape ``(games,)``.
        numbers: How many decisions were taken before in each game, shape ``(games,)``.
        seats: Who decides, shape ``(games,)``.
        batch: What the deciders see.
    """

    lanes: Integers
    numbers: Integers
    seats: Integers
    batch: Batch

    def part(self, indices: npt.NDArray[np.integer]) -> Decisions:
        """Return some of the decisions."""
        return Decisions(
            self.lanes[indices],
            self.numbers[indices],
            self.seats[indices],
            self.batch.part(indices),
        )


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves of one round.

    Attributes:
        lanes: Where, shape ``(games,)``.
        actions: What was answered, legal or not; ``NO_ACTION`` for what is no action.
        seconds: Thinking time of all players.
        faults: The games forfeited in this round, by lane.
    """

    lanes: Integers
    actions: Integers
    seconds: float
    faults: Mapping[int, Fault]


@dataclass(frozen=True, slots=True)
class Played:
    """A game that has ended.

    Attributes:
        start: What was to be played.
        lane: Where it was played.
        actions: The actions taken.
        seconds: Thinking time; that of a round is divided evenly among its games.
        fault: Why it was forfeited; None: it was not.
        over: Whether it has ended by the rules; else it passed the turn limit.
        ending: As ``Game.ending``.
        record: The final state.
        past: Its decisions, if one of its players asks for history.
        spent: What the answers of those players have cost whose answers cost, by name.
    """

    start: Start
    lane: int
    actions: list[int]
    seconds: float
    fault: Fault | None
    over: bool
    ending: Mapping[str, Any]
    record: bytes
    past: Past | None = None
    spent: Mapping[str, Spent] = field(default_factory=dict)


def refuse_forfeits(moves: Moves) -> None:
    """Stop where every choice counts: what was answered in a forfeited game is no choice.

    Raises:
        AgentError: A game was forfeited in this round.
    """
    for fault in moves.faults.values():
        raise AgentError(fault.reason)


class Observer:
    """Observes games while they are played; all methods are optional."""

    def before(self, decisions: Decisions) -> None:
        """Called before the players are asked."""

    def after(self, moves: Moves) -> None:
        """Called when the moves of a round have been played."""

    def end(self, games: Sequence[Played]) -> None:
        """Called with the games that have ended in a round."""

    def fail(self, start: Start, error: OwnError) -> None:
        """Called with a game that was given up for an error of ours; unless overridden, raise it.

        The message names game, seed and decision.
        """
        del start
        raise error


class Player(Protocol):
    """Decides for one or more seats of many games; ``wants_history`` is as of an ``Agent``."""

    name: str
    wants_history: bool

    def decide(self, decisions: Decisions) -> tuple[Sequence[Answer], float]:
        """Return an answer to every decision, and the thinking time in seconds."""
