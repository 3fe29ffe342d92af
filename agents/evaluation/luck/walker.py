"""Rows played again for their luck: what chance did, and what it might have done instead."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.luck.players import Floats
from tablemates.agents.evaluation.luck.position import SIZE, Floats32
from tablemates.agents.evaluation.luck.walk import CODE, EVENT, FIRST, HAPPENED, KIND, RESERVE, walk
from tablemates.agents.evaluation.rows import Row
from tablemates.envs.core.cache import compiling
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.record import Array8
from tablemates.envs.core.replay import unpack_actions
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.state import STATE, WORK
from tablemates.envs.portal_dash.rules.vocabulary import Outcome
from tablemates.envs.portal_dash.settings import Settings

#: Positions written by one call: ten games or so.
_ROWS: Final = 16 * RESERVE
_SECONDS: Final = 60  # of compiling

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Walked:
    """The events of chance of a game, with everything that might have happened.

    Attributes:
        positions: What each outcome led to or would have led to, shape ``(outcomes, SIZE)``;
            0 where the game would be over.
        standing: The ``Outcome`` of each of these positions.
        chances: The exact chance of each outcome; 1 for every event.
        kinds: Of each event: its ``Chance``, that of the blocks die for both white dice.
        firsts: Its first outcome.
        happened: The outcome that happened.
    """

    positions: Floats32
    standing: Array8
    chances: Floats
    kinds: Integers
    firsts: Integers
    happened: Integers


class Walker:
    """Plays rows again; not to be shared between threads.

    Args:
        components: The parts that the rows were played with; None: the standard set.
    """

    def __init__(self, components: str | Path | Components | None = None) -> None:
        self._components = components
        self._games: dict[str, Game] = {}
        self._record = np.zeros(STATE.itemsize, np.uint8)
        self._copies = np.zeros((2, STATE.itemsize), np.uint8)
        self._work = np.zeros(WORK.itemsize, np.uint8)
        self._positions = np.zeros((_ROWS, SIZE), np.float32)
        self._standing = np.zeros(_ROWS, np.int8)
        self._chances = np.zeros(_ROWS)
        self._events = np.zeros((_ROWS, EVENT), np.int64)

    def walk(self, row: Row) -> Walked:
        """Return what chance did in a row's game.

        Raises:
            FormatError: The row is of other rules or parts, or its actions do not lead
                to its outcome.
            SettingsError: Its recipe is none.
        """
        game = self._game(row)
        first = -1 if game.settings.first_player is None else game.settings.first_player
        actions = np.array(unpack_actions(row.actions), np.int64)
        parts: list[tuple[Floats32, Array8, Floats, Integers]] = []
        at = outcomes = 0
        with compiling("luck", _SECONDS, CODE):
            while not parts or at < len(actions):
                at, count, outcome = walk(
                    self._record,
                    game.box,
                    game.levels[0],
                    self._work,
                    self._copies,
                    np.uint64(row.seed),  # type: ignore[arg-type]
                    row.players,
                    first,
                    int(game.settings.skip_forced),
                    actions,
                    at,
                    self._positions,
                    self._standing,
                    self._chances,
                    self._events,
                )
                n = int(self._events[count, FIRST])
                events = self._events[:count].copy()
                events[:, [FIRST, HAPPENED]] += outcomes
                outcomes += n
                parts.append(
                    (
                        self._positions[:n].copy(),
                        self._standing[:n].copy(),
                        self._chances[:n].copy(),
                        events,
                    )
                )
        if (outcome == Outcome.WON) != row.won:
            raise FormatError(
                f"game {row.number} of level {row.level}, {row.players} players, does not end "
                "as its row says: verify the rows first"
            )
        positions, standing, chances, tables = (
            np.concatenate(arrays) for arrays in zip(*parts, strict=True)
        )
        positions[standing != Outcome.RUNNING] = 0.0  # not written
        return Walked(
            positions,
            standing,
            chances,
            tables[:, KIND],
            tables[:, FIRST],
            tables[:, HAPPENED],
        )

    def _game(self, row: Row) -> Game:
        key = json.dumps(row.recipe, sort_keys=True)
        if key not in self._games:
            self._games[key] = Game(Settings.of_recipe(row.recipe, self._components))
        game = self._games[key]
        if game.hashes["ruleset"] != row.ruleset:
            raise FormatError(
                f"game {row.number} was played with other rules or parts "
                f"({row.ruleset}, here {game.hashes['ruleset']})"
            )
        return game
