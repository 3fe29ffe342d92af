"""Random access to the states of a recorded game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tablemates.agents.evaluation.replays.recording import Recording
from tablemates.envs.core.agent import Situation
from tablemates.envs.core.answers import OVER
from tablemates.envs.core.errors import FormatError
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.naming import player_name
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.speech import describe_decision, told


@dataclass(frozen=True, slots=True)
class Move:
    """A decision and the action taken.

    Attributes:
        seat: Whose decision it was; ``CHANCE``: nobody's.
        question: The decision, a sentence.
        action: The action taken.
        words: The action in words.
    """

    seat: int
    question: str
    action: int
    words: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The game between two moves.

    Attributes:
        record: The state.
        turn: Turns started.
        happened: The events since the stop before, a sentence each.
    """

    record: bytes
    turn: int
    happened: list[str]


class Playback:
    """A game, finished or not, and all its states.

    It stops before each move and after the last one: with ``n`` moves there are stops 0 to ``n``.

    Args:
        recording: The game.
        components: The parts that it was played with; None: the standard set.

    Raises:
        FormatError: It is of other rules or parts, or a move is not legal.
        SettingsError, ComponentsError: Its recipe is not valid.

    Attributes:
        recording: The game as it was given.
        game: The game at the present stop; read only.
        moves: Its moves, in order.
        stops: Its states, in order.
        outcome: ``won``, ``lost``, or ``not finished``.
        at: The present stop.
    """

    def __init__(
        self, recording: Recording, components: str | Path | Components | None = None
    ) -> None:
        self.recording = recording
        self.game = PortalDash(Settings.of_recipe(recording.replay.recipe, components))
        self.moves: list[Move] = []
        self.stops: list[Stop] = []
        self._play()
        self._seat = OVER
        self.at = -1
        self.go(0)

    def _play(self) -> None:
        """Play the game once and keep every state."""
        game, replay = self.game, self.recording.replay
        moves, seat = iter(replay.actions), OVER
        try:
            for seat in replay.play(game):
                self.stops.append(Stop(game.save(), game.turn, told(game.events())))
                action = next(moves, None)
                if action is not None and seat != OVER:
                    self.moves.append(self._move(seat, action))
        except FormatError as error:
            raise FormatError(f"{self.recording.source}: {error}") from error
        lost = "lost" if self.recording.end else "not finished"
        self.outcome = str(game.ending()["outcome"]) if seat == OVER else lost

    def _move(self, seat: int, action: int) -> Move:
        game = self.game
        question = describe_decision(game.public, game.names)
        if 0 <= action < len(game.mask) and game.mask[action]:
            return Move(seat, question, action, game.describe(action))
        past = action - len(game.catalogue)  # the seat that lost the game by it
        loser = past if 0 <= past < game.seats else seat
        return Move(loser, question, action, "an illegal action")

    def __len__(self) -> int:
        """Return the number of moves."""
        return len(self.moves)

    # -- the present stop ------------------------------------------------------------
    def go(self, stop: int) -> None:
        """Go to a stop; numbers below 0 mean the first, numbers above the last."""
        stop = min(max(stop, 0), len(self))
        if stop != self.at:
            self._seat = self.game.restore(self.stops[stop].record)
            self.at = stop

    @property
    def move(self) -> Move | None:
        """The move at the present stop, None at the last one."""
        return self.moves[self.at] if self.at < len(self) else None

    @property
    def happened(self) -> list[str]:
        """The events since the stop before, a sentence each."""
        return self.stops[self.at].happened

    @property
    def turn(self) -> int:
        """Turns started at the present stop."""
        return self.stops[self.at].turn

    def stop_of(self, turn: int) -> int:
        """Return the first stop at which this many turns have started."""
        return next(n for n, stop in enumerate(self.stops) if stop.turn >= turn)

    def turn_stops(self) -> list[int]:
        """Return the first stop, that of each turn, and the last one."""
        firsts = {stop.turn: n for n, stop in reversed(list(enumerate(self.stops)))}
        return sorted({0, *firsts.values(), len(self)})

    @property
    def question(self) -> str:
        """The present decision, or how the game ended."""
        game = self.game
        if self.at == len(self):
            decision = describe_decision(game.public, game.names)
            left = f"Nobody played on. {decision}" if self.outcome == "not finished" else decision
            return self.recording.end or left
        return self.moves[self.at].question

    def legal(self) -> list[int]:
        """Return the legal actions; none at the end and at chance nodes."""
        if self._seat < 0:
            return []
        legal: list[int] = np.flatnonzero(self.game.mask).tolist()
        return legal

    def facts(self) -> list[str]:
        """Return which game it is, who played and how it went, a few words each."""
        p, recording = self.game.public, self.recording
        seats, seed = self.game.seats, recording.replay.seed
        facts = [
            f"level {p.level}" if p.level else "a custom level",
            f"{seats} player{'s' if seats > 1 else ''}",
            "from a position" if seed is None else f"seed {seed}",
            f"{self.outcome} after {self.stops[-1].turn} turns and {len(self)} decisions",
        ]
        if recording.agents:
            facts.insert(2, f"played by {' + '.join(dict.fromkeys(recording.agents))}")
        return facts

    def who_plays(self) -> str:
        """Return who decides at the present stop: ``Blue (planner) plays`` or such."""
        move, agents = self.move, self.recording.agents
        if move is None or move.seat < 0:
            return "Chance"
        agent = f" ({agents[move.seat]})" if len(agents) > move.seat else ""
        return f"{player_name(move.seat)}{agent} plays"

    # -- the view of an agent ------------------------------------------------------------
    def situation(self) -> Situation:
        """Return the present decision as an agent sees it, with the same key as in the game."""
        return Situation.of(self.game, self.recording.replay.seed, self.at)
