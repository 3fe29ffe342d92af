"""The arena: the one loop that plays complete games with agents in their seats.

Games lie side by side in a batch. Every round, each player answers for all games in which it
decides, and one compiled call moves them all. Whatever is made of games (result rows, data
sets, progress bars) is made by observers of this loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError, OwnError, StallError, plain
from tablemates.agents.games import (
    CRASH,
    ILLEGAL_ACTION,
    NO_ACTION,
    STALL,
    Decisions,
    Fault,
    Integers,
    Moves,
    Observer,
    Played,
    Player,
    Start,
)
from tablemates.agents.outside.guard import Answer, answers, spent_by
from tablemates.agents.outside.spent import Spent
from tablemates.agents.tracebacks import sentence_of
from tablemates.envs.core.compiler.cache import clock
from tablemates.envs.core.engine.codes import OVER, SKIP
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.game.game import Game, row
from tablemates.envs.core.views.agent import Agent, Batch
from tablemates.envs.core.views.decision_keys import decision_keys
from tablemates.envs.core.views.past import History, Past, Recorder


class AgentPlayer:
    """An agent as a player: an error of its own is its answer.

    Args:
        name: As users type it, for the reasons of forfeits.
        agent: The agent.
    """

    def __init__(self, name: str, agent: Agent) -> None:
        self.name = name
        self.agent = agent
        self.wants_history = agent.wants_history
        self.spent: Sequence[Spent] = ()
        self._warm = False

    def decide(self, decisions: Decisions) -> tuple[Sequence[Answer], float]:
        """Return an answer to every decision, and the thinking time in seconds.

        The first decision is asked for twice, since loading and compiling is no thinking time.
        """
        if not self._warm and not self.agent.remote:
            self._warm = True
            answers(self.agent, decisions.batch.part(np.arange(1)))
        start = clock()
        given = answers(self.agent, decisions.batch)
        seconds = clock() - start
        self.spent = spent_by(self.agent)
        return given, seconds


def play(
    batch: GameBatch,
    players: Sequence[Player],
    supply: Callable[[int], Sequence[Start]],
    observers: Sequence[Observer],
    max_turns: int,
) -> None:
    """Play games to their ends; they may end in any order.

    Args:
        batch: Where they are played.
        players: Who plays, by the numbers of ``Start.seating``.
        supply: Called every round with the number of games under way; returns games to start
            alongside them, ``len(batch)`` in all at most. The loop ends when it returns none
            and no game is under way.
        observers: Who sees the games.
        max_turns: Games with more turns are cut.

    Raises:
        OwnError: A player failed by an error that is not its agent's own, see ``Observer.fail``.
    """
    table = _Table(batch, players)
    live = np.empty(0, np.int64)
    while True:
        if starts := supply(len(live)):
            live = np.concatenate([live, table.start(starts)])
        if not len(live):
            return
        # Chance may have ended a game before anybody decides.
        if len(undecided := live[batch.answers[live] >= 0]):
            decisions = table.decisions(undecided)
            for one in observers:
                one.before(decisions)
            moves = table.move(decisions)
            for one in observers:
                one.after(moves)
        over = (batch.answers[live] < 0) | (batch.turns[live] > max_turns) | table.failed(live)
        if over.any():
            ended, live = live[over], live[~over]
            failures = table.give_up(ended)
            games = table.end(ended)
            for one in observers or (Observer(),):
                one.end(games)
                for start, error in failures:
                    one.fail(start, error)


def play_all(
    game: Game,
    player: Player,
    starts: Sequence[Start],
    observers: Sequence[Observer],
    max_turns: int,
) -> None:
    """Play games at the same time, each in the lane of its index, one player in all seats.

    See ``play`` for the arguments.
    """
    waiting = iter([starts])
    batch = GameBatch(game, len(starts))
    play(batch, [player], lambda _live: next(waiting, []), observers, max_turns)


class _Table:
    """The games under way, by lane, and who sits where."""

    def __init__(self, batch: GameBatch, players: Sequence[Player]) -> None:
        lanes = len(batch)
        self._batch = batch
        self._players = players
        self._starts: dict[int, Start] = {}  # by lane, as the faults
        self._faults: dict[int, Fault] = {}
        self._errors: dict[int, OwnError] = {}
        self._spent: dict[int, dict[str, Spent]] = {}
        self._seating = np.zeros((lanes, batch.game.max_seats), np.int64)
        self._seconds = np.zeros(lanes)
        self._log = np.zeros((lanes, 256), np.uint16)
        self._taken = np.zeros(lanes, np.int64)
        self._to_play = np.full(lanes, SKIP, np.int64)
        self._curious = [player.wants_history for player in players]
        # By lane, of games with a player who asks for history.
        self._recorders: dict[int, Recorder] = {}

    def start(self, starts: Sequence[Start]) -> Integers:
        """Start games in free lanes and return these."""
        free = [lane for lane in range(len(self._batch)) if lane not in self._starts][: len(starts)]
        lanes = np.array(free, np.int64)
        self._batch.set_up(
            lanes,
            [start.seed for start in starts],
            [start.choice for start in starts],
            [len(start.seating) for start in starts],
        )
        self._taken[lanes], self._seconds[lanes] = 0, 0.0
        for lane, start in zip(free, starts, strict=True):
            self._starts[lane] = start
            self._spent[lane] = {}
            self._seating[lane, : len(start.seating)] = start.seating
            if any(self._curious[number] for number in start.seating):
                self._recorders[lane] = Recorder(self._batch.game)
        return lanes

    def decisions(self, lanes: Integers) -> Decisions:
        """Return the present decisions of games."""
        batch, numbers = self._batch, self._taken[lanes]
        keys = decision_keys(batch.seeds[lanes], numbers)
        seats = batch.answers[lanes].astype(np.int64)
        histories = self._histories(lanes, seats) if self._recorders else None
        seen = (batch.observations[lanes], batch.masks[lanes], batch.publics[lanes])
        return Decisions(lanes, numbers, seats, Batch(*seen, keys, histories))

    def _histories(self, lanes: Integers, seats: Integers) -> list[History | None]:
        """Return what deciders could see before; None in games in which nobody asks."""
        found: list[History | None] = []
        for lane, seat in zip(lanes.tolist(), seats.tolist(), strict=True):
            recorder = self._recorders.get(lane)
            earlier = self._starts[lane].earlier
            found.append(None if recorder is None else History(seat, recorder.past(), earlier))
        return found

    def move(self, decisions: Decisions) -> Moves:
        """Ask the players and play what they answer; illegal answers forfeit their games."""
        batch, lanes, numbers = self._batch, decisions.lanes, decisions.numbers
        deciders = self._seating[lanes, decisions.seats]
        actions = np.full(len(lanes), NO_ACTION, np.int64)
        faults: dict[int, Fault] = {}
        thought = 0.0
        for number in np.unique(deciders).tolist():
            asked = np.flatnonzero(deciders == number)
            part = decisions if len(asked) == len(lanes) else decisions.part(asked)
            given, seconds = self._asked(self._players[number], part)
            thought += seconds
            self._seconds[part.lanes] += seconds / len(asked)
            actions[asked] = self._checked(self._players[number].name, part, given, faults)
        self._faults |= faults
        stopped = np.isin(lanes, [*faults, *self._errors])
        if numbers.max() >= self._log.shape[1]:
            self._log = np.concatenate([self._log, np.zeros_like(self._log)], axis=1)
        self._log[lanes, numbers] = actions
        self._taken[lanes] = numbers + 1
        if self._recorders:
            self._note(decisions, actions)
        self._to_play[lanes[~stopped]] = actions[~stopped]
        batch.step(self._to_play)
        self._to_play[lanes] = SKIP
        if stopped.any():
            self._forfeit(lanes[stopped])
        return Moves(lanes, actions, thought, faults)

    def _note_spent(self, player: Player, lanes: Integers) -> None:
        """Add what the last answers of a player have cost, if it says so, to what games have."""
        if not (costs := getattr(player, "spent", ())):
            return
        for lane, cost in zip(lanes.tolist(), costs, strict=True):
            spent = self._spent[lane]
            spent[player.name] = spent.get(player.name, Spent()).plus(cost)

    def _note(self, decisions: Decisions, actions: Integers) -> None:
        """Note what was decided; what is not legal ends the game and is no decision."""
        seats, publics = decisions.seats.tolist(), decisions.batch.publics
        for n, lane in enumerate(decisions.lanes.tolist()):
            legal = 0 <= actions[n] < decisions.batch.masks.shape[1]
            if legal and decisions.batch.masks[n, actions[n]] and lane in self._recorders:
                self._recorders[lane].note(seats[n], int(actions[n]), publics[n])

    def _forfeit(self, lanes: Integers) -> None:
        """End games; one that went on would wait for ever for a legal answer."""
        self._batch.forfeit(lanes)
        for lane in lanes[self._batch.answers[lanes] != OVER].tolist():
            why = "a forfeited game goes on"
            self._errors.setdefault(lane, self._error(lane, self._taken[lane], why))

    def _asked(self, player: Player, part: Decisions) -> tuple[Sequence[Answer], float]:
        """Ask a player and note what that has cost; what fails here is nobody's answer."""
        try:
            given = player.decide(part)
        except (AgentError, OSError):
            raise
        except Exception as error:  # noqa: BLE001 - it ends this game, and the run at its end
            if len(part.lanes) == 1:
                why = f"{player.name!r} could not be asked: {sentence_of(error, ours=True)}"
                found = self._error(int(part.lanes[0]), part.numbers[0] + 1, why)
                found.__cause__ = error
                return [found], 0.0
        else:
            self._note_spent(player, part.lanes)
            return given
        parts = [self._asked(player, part.part(np.array([n]))) for n in range(len(part.lanes))]
        return [given[0] for given, _ in parts], sum(seconds for _, seconds in parts)

    def _error(self, lane: int, number: int, why: str) -> OwnError:
        place = f"{self._batch.game.name}, seed {self._batch.seeds[lane]}, decision {number}"
        return OwnError(f"an error of Tablemates, not of an agent, in {place}: {why}")

    def failed(self, lanes: Integers) -> npt.NDArray[np.bool_]:
        """Return which games cannot be played on because of an error of ours."""
        return np.isin(lanes, [*self._errors])

    def give_up(self, lanes: Integers) -> list[tuple[Start, OwnError]]:
        """Free the lanes of those games that have failed, and return them."""
        given_up = lanes[self.failed(lanes)].tolist()
        for lane in given_up:
            self._faults.pop(lane, None)
            self._recorders.pop(lane, None)
            self._spent.pop(lane, None)
        return [(self._starts.pop(lane), self._errors.pop(lane)) for lane in given_up]

    def _checked(
        self, name: str, part: Decisions, given: Sequence[Answer], faults: dict[int, Fault]
    ) -> Integers:
        """Return answers as actions; write down why those that are not legal forfeit."""
        actions, masks = _numbers(given), part.batch.masks
        known = (actions >= 0) & (actions < masks.shape[1])
        legal = known & (masks[np.arange(len(actions)), np.where(known, actions, 0)] == 1)
        for n in np.flatnonzero(~legal).tolist():
            lane, answer = int(part.lanes[n]), given[n]
            if isinstance(answer, OwnError):
                self._errors[lane] = answer
            else:
                faults[lane] = self._fault(name, answer)
        return np.where(known, actions, NO_ACTION)

    def _fault(self, name: str, answer: Answer) -> Fault:
        if isinstance(answer, Exception):
            return Fault(STALL if isinstance(answer, StallError) else CRASH, plain(str(answer)))
        catalogue = self._batch.game.catalogue
        if 0 <= answer < len(catalogue):
            sentence = f"{name!r} played {catalogue.name(answer)!r}, which is not legal"
        else:
            sentence = f"{name!r} played {answer}, which is no action"
        return Fault(ILLEGAL_ACTION, sentence)

    def end(self, lanes: Integers) -> list[Played]:
        """Return games and free their lanes, those of ``give_up`` apart."""
        lanes = lanes[[lane in self._starts for lane in lanes.tolist()]]
        endings = self._batch.endings(lanes)
        return [
            Played(
                start=self._starts.pop(lane),
                lane=lane,
                actions=self._log[lane, : self._taken[lane]].tolist(),
                seconds=float(self._seconds[lane]),
                fault=self._faults.pop(lane, None),
                over=bool(self._batch.answers[lane] == OVER),
                ending=row(endings, n),
                record=self._batch.record(lane),
                past=self._past(lane, endings["returns"][n]),
                spent=self._spent.pop(lane),
            )
            for n, lane in enumerate(lanes.tolist())
        ]

    def _past(self, lane: int, returns: npt.NDArray[np.float64]) -> Past | None:
        recorder = self._recorders.pop(lane, None)
        return (
            None if recorder is None else recorder.past(returns[: self._batch.seats[lane]].tolist())
        )


def _numbers(given: Sequence[Answer]) -> Integers:
    """Return answers as an array; errors, and numbers too large for it, are no action."""
    try:
        return np.array(given, np.int64)
    except (TypeError, ValueError, OverflowError):
        numbers = (NO_ACTION if isinstance(answer, Exception) else answer for answer in given)
        return np.array([n if 0 <= n < NO_ACTION else NO_ACTION for n in numbers], np.int64)
