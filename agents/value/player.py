"""Playing games by a value network from Python: the buffers around the compiled program."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.value.buffers import Choices, Log, Tasks
from tablemates.agents.value.network import Floats, Weights, cells_of, pairs_of
from tablemates.envs.core.cache import compiling, folder_within
from tablemates.envs.core.hooks import load_program
from tablemates.envs.core.record import Array16, Bytes, Words
from tablemates.envs.registry import find_game

TEMPLATE: Final = Path(__file__).with_name("afterstates.py")
_SOURCES: Final = (
    TEMPLATE,
    *(
        TEMPLATE.with_name(f"{name}.py")
        for name in ("buffers", "chance", "evaluation", "network", "turns")
    ),
)
_TURNS: Final = TEMPLATE.with_name("turns.py")
#: What other programs take from the one of ``TEMPLATE``.
_SHARED: Final = ("copy_record", "look", "new_sight", "write_end")


class ValuePlayer:
    """Plays games of one kind; threads may share it, each with ``choices`` of its own.

    Args:
        facts: The game.
        scenarios: What may be put on the table, shape ``(scenarios, bytes)``; None: games are
            always resumed.

    Attributes:
        cells: Rows of the network's first layer.
        pairs: How many seats have outputs of their own.
        record_size: Bytes of a game's record.
        cache: Folder for the machine code.
    """

    def __init__(self, facts: GameFacts, scenarios: Bytes | None = None) -> None:
        kind = find_game(facts.game)
        engine = kind.engine
        self._hooks = engine.hooks
        self._work_size = engine.work.itemsize
        self._box = facts.box
        self._least = float(kind.least_return)
        self._scenarios = (
            np.zeros((1, engine.hooks.SCENARIO.itemsize), np.uint8)
            if scenarios is None
            else scenarios
        )
        self.cache = folder_within(engine.cache, _SOURCES)
        self._seconds = kind.compile_seconds
        self._program: Any = load_program(TEMPLATE, engine.hooks, self.cache)
        self.cells, self.rows = cells_of(facts.layout)
        self.pairs = pairs_of(facts.game)
        self.record_size = engine.state.itemsize

    def new_tasks(self, games: int) -> Tasks:
        """Return ``Tasks`` of games to fill in, none of them resumed."""
        return Tasks(
            seeds=np.zeros(games, np.uint64),
            scenarios=np.zeros(games, np.int16),
            players=np.zeros(games, np.int8),
            resumed=np.zeros(games, np.int8),
            epsilons=np.zeros(games, np.float64),
            given=np.full(games, -1, np.int16),
        )

    def new_log(self, games: int, limit: int) -> Log:
        """Return a ``Log`` with room for so many decisions of each game."""
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
            ends=np.zeros((games, 2, self._hooks.SEATS), np.float32),
        )

    def new_choices(self) -> Choices:
        """Return ``Choices`` to be written."""
        actions = 64 * self._hooks.ACTION_WORDS
        return Choices(
            found=np.zeros(1, np.int32),
            actions=np.zeros(actions, np.int16),
            values=np.zeros((actions, 2 * self.pairs), np.float32),
        )

    def play(
        self,
        weights: Weights,
        records: Bytes,
        tasks: Tasks,
        log: Log,
        choices: Choices,
        progress_weight: float,
        span: tuple[int, int],
    ) -> None:
        """Play some of the games, see ``play`` of the program.

        Args:
            weights: The network.
            records: Of resumed games, shape ``(games, bytes)``.
            tasks: The games.
            log: Written.
            choices: Written.
            progress_weight: What progress counts beside the return.
            span: The first game and one past the last.
        """
        with compiling("value", self._seconds, self.cache):
            self._program.play(
                records,
                self._box,
                self._scenarios,
                np.zeros(self._work_size, np.uint8),
                tasks,
                weights,
                self.cells,
                log,
                choices,
                *span,
                len(log.seen) // len(log.over),
                self._least,
                progress_weight,
            )

    @cached_property
    def _turns(self) -> Any:
        shared = {name: getattr(self._program, name) for name in _SHARED}
        return load_program(_TURNS, self._hooks, self.cache, **shared)

    def plan(
        self,
        weights: Weights,
        publics: Bytes,
        seeds: Words | Sequence[int],
        beam: tuple[int, int],
        progress_weight: float,
    ) -> tuple[Array16, Floats]:
        """Return actions, and the value of the best plan with each action, see ``plan`` there.

        Args:
            weights: The network.
            publics: Public records, shape ``(games, bytes)``.
            seeds: Of each game.
            beam: How many positions are kept, and for how many decisions.
            progress_weight: What progress counts beside the return.
        """
        games = len(publics)
        records = np.zeros((games, self.record_size), np.uint8)
        records[:, : publics.shape[1]] = publics
        answers = np.zeros(games, np.int16)
        values = np.zeros((games, 64 * self._hooks.ACTION_WORDS), np.float32)
        with compiling("turn", self._seconds, self.cache):
            self._turns.plan(
                records,
                self._box,
                np.zeros(self._work_size, np.uint8),
                np.array(seeds, np.uint64),
                weights,
                self.cells,
                *beam,
                self._least,
                progress_weight,
                answers,
                values,
            )
        return answers, values
