"""Many games side by side, of any level and number of players, with all that was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.rows import NO_ACTION, TIMEOUT, final_hash
from tablemates.envs.core.agent import Batch as Decisions
from tablemates.envs.core.batch import SKIP
from tablemates.envs.core.game import OVER
from tablemates.envs.core.keys import decision_keys
from tablemates.envs.core.replay import pack_actions
from tablemates.envs.portal_dash.batch import Batch
from tablemates.envs.portal_dash.settings import Settings

Integers = npt.NDArray[np.int64]


class Tables:
    """Games in lanes; one compiled call moves all of them.

    Args:
        settings: Of all games; its levels and numbers of players are those that there may be.
        count: The number of lanes.

    Raises:
        SettingsError, ComponentsError: No game can be made of the settings.
    """

    def __init__(self, settings: Settings, count: int) -> None:
        self._batch = Batch(settings, count, threads=1)
        self._levels = {_key(level): n for n, level in enumerate(settings.level_choices)}
        self._log = np.zeros((count, 256), np.uint16)
        self._taken = np.zeros(count, np.int64)
        self._to_play = np.full(count, SKIP, np.int64)
        self._settings = settings
        self.game = self._batch.game

    def begin(self, lanes: Sequence[int], games: Sequence[tuple[int, Any, int]]) -> None:
        """Begin games.

        Args:
            lanes: Where.
            games: Seed, level and number of players of each.
        """
        seeds, levels, players = zip(*games, strict=True)
        numbers = [self._levels[_key(level)] for level in levels]
        self._batch.set_up(np.asarray(lanes, np.int64), seeds, numbers, players)
        self._taken[lanes] = 0

    @property
    def seats(self) -> npt.NDArray[np.integer[Any]]:
        """Who decides in each lane, ``OVER`` where nobody does."""
        return self._batch.answers

    @property
    def turns(self) -> npt.NDArray[np.integer[Any]]:
        """Turns begun in each lane."""
        return self._batch.turns

    @property
    def taken(self) -> Integers:
        """How many actions were played in each lane, one that forfeits among them."""
        return self._taken

    def decisions(self, lanes: Integers) -> Decisions:
        """Return what agents are asked in some lanes."""
        batch = self._batch
        return Decisions(
            batch.observations[lanes],
            batch.masks[lanes],
            batch.publics[lanes],
            decision_keys(batch.seeds[lanes], self._taken[lanes]),
        )

    def records(self, lanes: Integers) -> npt.NDArray[np.uint8]:
        """Return copies of whole games, hidden parts included: for bounds alone."""
        return np.stack([np.frombuffer(self._batch.record(n), np.uint8) for n in lanes.tolist()])

    def legal(self, lanes: Integers, actions: Integers) -> npt.NDArray[np.bool_]:
        """Return which actions, any numbers, are legal in their lanes."""
        known = (actions >= 0) & (actions < self._batch.masks.shape[1])
        found: npt.NDArray[np.bool_] = known & (
            self._batch.masks[lanes, np.where(known, actions, 0)] == 1
        )
        return found

    def play(self, lanes: Integers, actions: Integers) -> None:
        """Play an action in each of some lanes; one that is not legal forfeits the game."""
        known = (actions >= 0) & (actions < self._batch.masks.shape[1])
        legal = self.legal(lanes, actions)
        self._note(lanes, np.where(known, actions, NO_ACTION))
        self._to_play[lanes[legal]] = actions[legal]
        self._batch.step(self._to_play)
        self._to_play[lanes] = SKIP
        if not legal.all():
            self._batch.forfeit(lanes[~legal])

    def _note(self, lanes: Integers, actions: Integers) -> None:
        places = self._taken[lanes]
        if len(places) and places.max() >= self._log.shape[1]:
            self._log = np.concatenate([self._log, np.zeros_like(self._log)], axis=1)
        self._log[lanes, places] = actions
        self._taken[lanes] = places + 1

    def endings(self, lanes: Integers) -> list[dict[str, Any]]:
        """Return how games stand, as a row says it: those that are not over have timed out."""
        arrays = self._batch.endings(lanes)
        found = []
        for n, lane in enumerate(lanes.tolist()):
            ending = {name: array[n] for name, array in arrays.items()}
            if self.seats[lane] != OVER:
                ending |= {"outcome": "lost", "cause": TIMEOUT}
            ending["progress"] = float(ending["progress"])
            ending["turns"] = int(ending["turns"])
            ending["final"] = final_hash(self._batch.record(lane))
            ending["decisions"] = int(self._taken[lane])
            found.append(ending)
        return found

    def actions(self, lane: int) -> str:
        """Return what was played in a lane, packed as in rows."""
        return pack_actions(self._log[lane, : self._taken[lane]].tolist())

    def recipe(self, level: Any, players: int) -> dict[str, Any]:
        """Return what ``Settings.of_recipe`` makes a game of a lane's of."""
        return self._settings.recipe(level, players)


def _key(level: Any) -> Any:
    """Return a level as a key: a custom one is a mapping."""
    return repr(sorted(level.items())) if isinstance(level, Mapping) else level
