"""Playing games by a value network from Python: the buffers around the compiled programs."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.value import play_loop
from tablemates.agents.value.buffers import Choices, Judge, Log, Tasks
from tablemates.agents.value.network import Weights, cells_of, pairs_of
from tablemates.envs.core.records.layout import Array8, Bytes
from tablemates.envs.registry import find_game


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
        self.least = float(facts.least_return)
        self.cells, self.rows = cells_of(facts.layout)
        self.pairs = pairs_of(facts)
        self.seats = kind.engine.seats
        self.actions = kind.engine.rules.legal_room

    @property
    def rules(self) -> Any:
        """The rules as compiled code takes them."""
        return self._engine.table

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
            others=np.zeros((games, self.seats), np.int8),
            answers=np.zeros(games, np.int16),
            counts=np.zeros((games, 3), np.int32),
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
            waiting=np.full(games, -1, np.int8),
            players=np.zeros(games, np.int8),
            ends=np.zeros((games, 2, self.seats), np.float32),
        )

    def new_choices(self, rows: int = 1) -> Choices:
        """Return ``Choices`` to be written, with a row for each game or one for the last."""
        return Choices(
            found=np.zeros(rows, np.int32),
            actions=np.zeros((rows, self.actions), np.int16),
            values=np.zeros((rows, self.actions, 2 * self.pairs), np.float32),
        )

    def new_judge(self, weights: Weights, progress_weight: float) -> Judge:
        """Return a ``Judge`` for seats before their first decision."""
        seats, cells = self.seats, -(-len(self.cells.zero) // 8) * 8
        return Judge(
            weights,
            self.cells,
            now=np.zeros((seats, cells), np.int8),
            seen=np.zeros((seats, cells), np.int8),
            notes=np.zeros((seats, self._engine.rules.shown.itemsize), np.uint8),
            known=np.zeros(seats, np.int8),
            sums=np.zeros((seats, len(weights.first_bias)), np.float32),
            hidden=np.zeros(len(weights.second_bias), np.float32),
            out=np.zeros(len(weights.third_bias), np.float32),
            returns=np.zeros(seats, np.float64),
            progress=np.zeros(seats, np.float64),
            least=self.least,
            progress_weight=progress_weight,
            legal=np.zeros(self.actions, np.int16),
        )

    def play(
        self,
        weights: Weights,
        tasks: Tasks,
        log: Log,
        choices: Choices,
        progress_weight: float,
        span: tuple[int, int] | None = None,
        going_on: bool = False,
    ) -> None:
        """Play the games from the first to before the last of ``span``, None: all.

        ``log`` and ``choices`` are written; what progress counts beside the return when an
        action is chosen is ``progress_weight``. If they are ``going_on``, those that waited for
        somebody else's decision are, with the answers of the tasks.
        """
        play_loop.play(
            self.rules,
            self.facts.box,
            self.facts.scenarios,
            self.work(),
            tasks,
            self.new_judge(weights, progress_weight),
            log,
            choices,
            *(span or (0, len(log.over))),
            len(log.seen) // len(log.over),
            int(going_on),
        )

    def look(self, records: Bytes, seats: Array8) -> tuple[Array8, Array8]:
        """Return observations and masks of the seats that decide in some games."""
        layout, actions = self.facts.layout.size, len(self.facts.catalogue)
        observations = np.zeros((len(records), layout), np.int8)
        masks = np.zeros((len(records), actions), np.int8)
        notes = np.zeros((1, self._engine.rules.shown.itemsize), np.uint8)
        given = self.rules, records, self.facts.box, self.work(), notes
        play_loop.look(*given, seats, masks, observations)
        return observations, masks
