"""Playing games by a value network from Python: the buffers around the compiled programs."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.facts import GameFacts
from tablemates.agents.value.network import Cells, Floats, Weights, cells_of, pairs_of
from tablemates.envs.core.compiler.cache import compiling, folder_within
from tablemates.envs.core.engine.contract import load_program
from tablemates.envs.core.records.layout import Array8, Array16, Array32, Bytes, Words
from tablemates.envs.registry import find_game

_Floats = npt.NDArray[np.float64]

_HERE: Final = Path(__file__)
_PROGRAM: Final = _HERE.with_name("play_loop.py")
#: Files with programs.
_NAMES: Final = ("play_loop", "luck_loop", "turn_plans")
#: What other programs take from that of ``play_loop``.
_SHARED: Final = ("copy_record", "judge")

#: Seconds that compiling a program takes about.
_COMPILING: Final = 15

# Kinds of a logged decision.
GREEDY: Final = 0
EXPLORED: Final = 1  # drawn at random
LAST: Final = 2  # ended the game


class Tasks(NamedTuple):
    """Games to play, one entry each.

    Attributes:
        records: Of resumed games, shape ``(games, bytes)``.
        seeds: Of all that is drawn in a game.
        scenarios: Which scenario a new game has.
        players: How many play a new game.
        resumed: 1: go on from the record, with its hidden part drawn anew; 0: a new game.
        epsilons: Probability of a random action at each decision.
    """

    records: Bytes
    seeds: Words
    scenarios: Array16
    players: Array8
    resumed: Array8
    epsilons: _Floats


class Log(NamedTuple):
    """Log of decisions; decision ``t`` of game ``g`` is entry ``g * limit + t``.

    Attributes:
        seen: The mover's view of the chosen afterstate, shape ``(entries, at least cells)``.
        best: Outputs of the best afterstate, exact where the game is over there.
        actions: What was played.
        seats: Who played it.
        kinds: ``GREEDY``, ``EXPLORED`` or ``LAST``.
        decisions: Of each game.
        over: Whether it has ended, of each game.
        players: Number of players of each game.
        ends: Scaled returns, then progress of each seat, shape ``(games, 2, SEATS)``.
    """

    seen: Array8
    best: Floats
    actions: Array16
    seats: Array8
    kinds: Array8
    decisions: Array32
    over: Array8
    players: Array8
    ends: Floats


class Choices(NamedTuple):
    """The legal actions of the last decision.

    Attributes:
        found: How many there are, shape ``(1,)``.
        actions: Their numbers.
        values: Their outputs, shape ``(actions, outputs)``.
    """

    found: Array32
    actions: Array16
    values: Floats


class Judge(NamedTuple):
    """A network, what each seat saw last of a game, and what is written when it judges.

    Attributes:
        weights: The network.
        cells: Rows of its first layer.
        now: The observations, shape ``(SEATS, a multiple of 8)``.
        seen: The observations that ``sums`` belong to.
        notes: Of ``show``.
        known: 1: the seat has seen something of this game.
        sums: Of the first layer.
        hidden: Activations of the second layer.
        out: The outputs, relative to a seat.
        returns: Of a finished game, scaled to 0 to 1.
        progress: Of a finished game.
        least: The least return of a seat.
        progress_weight: What progress counts beside the return when an action is chosen.
    """

    weights: Weights
    cells: Cells
    now: Array8
    seen: Array8
    notes: Bytes
    known: Array8
    sums: Floats
    hidden: Floats
    out: Floats
    returns: _Floats
    progress: _Floats
    least: float
    progress_weight: float


class ValuePlayer:
    """Plays games of one kind; threads may share it, each with ``choices`` of its own.

    Attributes:
        facts: The game; new games have its scenarios.
        least: The least return of a seat.
        cells: Rows of the network's first layer; ``rows`` is their number.
        pairs: How many seats have outputs of their own.
        seats: Most seats of a game.
        actions: Room for the actions of a decision.
    """

    def __init__(self, facts: GameFacts) -> None:
        kind = find_game(facts.game)
        self.facts, self._engine = facts, kind.engine
        self.least = float(kind.least_return)
        self.cells, self.rows = cells_of(facts.layout)
        self.pairs = pairs_of(facts.game)
        self.seats = int(kind.engine.hooks.SEATS)
        self.actions = 64 * int(kind.engine.hooks.ACTION_WORDS)
        modules = [f"{__package__}.{name}" for name in _NAMES]
        self._cache = folder_within(self._engine.cache, *modules)
        self._program: Any = load_program(_PROGRAM, self._engine.hooks, self._cache)

    def program(self, name: str) -> Any:
        """Return the compiled functions of another file, which share those of ``play_loop``."""
        shared = {one: getattr(self._program, one) for one in _SHARED}
        template = _HERE.with_name(f"{name}.py")
        return load_program(template, self._engine.hooks, self._cache, **shared)

    def compiling(self, what: str) -> AbstractContextManager[None]:
        """Return the context in which a program may have to be compiled."""
        return compiling(what, _COMPILING, self._cache)

    def work(self) -> Bytes:
        """Return scratch space of the rules."""
        return np.zeros(self._engine.work.itemsize, np.uint8)

    def records_of(self, publics: Bytes) -> Bytes:
        """Return records with these public parts and empty hidden ones."""
        records = np.zeros((len(publics), self._engine.state.itemsize), np.uint8)
        records[:, : publics.shape[1]] = publics
        return records

    def new_tasks(self, games: int) -> Tasks:
        """Return ``Tasks`` of games to fill in, none of them resumed."""
        return Tasks(
            records=np.zeros((games, self._engine.state.itemsize), np.uint8),
            seeds=np.zeros(games, np.uint64),
            scenarios=np.zeros(games, np.int16),
            players=np.zeros(games, np.int8),
            resumed=np.zeros(games, np.int8),
            epsilons=np.zeros(games, np.float64),
        )

    def new_log(self, games: int, limit: int) -> Log:
        """Return a ``Log`` with room for this many decisions of each game."""
        entries, cells = games * limit, len(self.cells.zero)
        return Log(
            seen=np.zeros((entries, -(-cells // 8) * 8), np.int8),
            best=np.zeros((entries, 2 * self.pairs), np.float32),
            actions=np.zeros(entries, np.int16),
            seats=np.zeros(entries, np.int8),
            kinds=np.zeros(entries, np.int8),
            decisions=np.zeros(games, np.int32),
            over=np.zeros(games, np.int8),
            players=np.zeros(games, np.int8),
            ends=np.zeros((games, 2, self.seats), np.float32),
        )

    def new_choices(self) -> Choices:
        """Return ``Choices`` to be written."""
        return Choices(
            found=np.zeros(1, np.int32),
            actions=np.zeros(self.actions, np.int16),
            values=np.zeros((self.actions, 2 * self.pairs), np.float32),
        )

    def new_judge(self, weights: Weights, progress_weight: float) -> Judge:
        """Return a ``Judge`` for seats before their first decision."""
        seats, cells = self.seats, -(-len(self.cells.zero) // 8) * 8
        return Judge(
            weights,
            self.cells,
            now=np.zeros((seats, cells), np.int8),
            seen=np.zeros((seats, cells), np.int8),
            notes=np.zeros((seats, self._engine.hooks.SHOWN.itemsize), np.uint8),
            known=np.zeros(seats, np.int8),
            sums=np.zeros((seats, len(weights.first_bias)), np.float32),
            hidden=np.zeros(len(weights.second_bias), np.float32),
            out=np.zeros(len(weights.third_bias), np.float32),
            returns=np.zeros(seats, np.float64),
            progress=np.zeros(seats, np.float64),
            least=self.least,
            progress_weight=progress_weight,
        )

    def play(
        self,
        weights: Weights,
        tasks: Tasks,
        log: Log,
        choices: Choices,
        progress_weight: float,
        span: tuple[int, int] | None = None,
    ) -> None:
        """Play the games from the first to before the last of ``span``, None: all.

        ``log`` and ``choices`` are written; what progress counts beside the return when an
        action is chosen is ``progress_weight``.
        """
        with self.compiling("value"):
            self._program.play(
                self.facts.box,
                self.facts.scenarios,
                self.work(),
                tasks,
                self.new_judge(weights, progress_weight),
                log,
                choices,
                *(span or (0, len(log.over))),
                len(log.seen) // len(log.over),
            )
