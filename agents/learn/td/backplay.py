"""Where games begin: backplay over an archive of won games (Resnick et al. 2018).

Positions are drawn from the end of archived games; as soon as enough of the games that start
there are won, the part from which they are drawn grows towards the start.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.learn.td.config import TDConfig
from tablemates.envs.core.record import Bytes
from tablemates.envs.core.settings import Scenario
from tablemates.envs.core.starts import Starts

#: Part of the archived games from which positions are drawn at first.
_FIRST: Final = 0.02
#: Games over which the rate of wins is a running mean.
_RECENT: Final = 50


class Backplay:
    """Fills batches with games of all scenarios.

    Args:
        scenarios: What is played.
        starts: The archive, None where every game begins at the true start.
        config: The settings.

    Attributes:
        fractions: Part of the archived games from which positions are drawn, by scenario.
        wins: Running mean of the wins from there, by scenario.
    """

    def __init__(self, scenarios: list[Scenario], starts: Starts | None, config: TDConfig) -> None:
        self._scenarios = scenarios
        self._starts = starts
        self._config = config
        self.fractions = np.full(len(scenarios), _FIRST)
        self.wins = np.zeros(len(scenarios))
        self._games = [
            np.flatnonzero(starts.scenarios == n) if starts is not None else np.zeros(0, np.int64)
            for n in range(len(scenarios))
        ]

    def fill(self, tasks: Any, records: Bytes, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """Describe a batch of games.

        Args:
            tasks: ``Tasks``; written.
            records: Written where a game starts at an archived position.
            rng: Draws all that is left open.

        Returns:
            The scenario of each game: all are played equally often.
        """
        games, config = len(tasks.seeds), self._config
        cells = rng.permutation(np.arange(games) + rng.integers(len(self._scenarios)))
        cells %= len(self._scenarios)
        tasks.seeds[:] = rng.integers(2**48, size=games)
        tasks.epsilons[:] = rng.choice(config.epsilons, games)
        tasks.resumed[:] = rng.random(games) < config.start_share
        for g, cell in enumerate(cells.tolist()):
            scenario, archived = self._scenarios[cell], self._games[cell]
            tasks.scenarios[g], tasks.players[g] = scenario.choice, scenario.players
            if not len(archived):
                tasks.resumed[g] = 0
            if tasks.resumed[g] and self._starts is not None:
                place = self._starts.draw(
                    int(rng.choice(archived)), float(self.fractions[cell]), rng
                )
                records[g] = self._starts.records[place]
        return cells

    def note(
        self, cells: npt.NDArray[np.int64], resumed: npt.NDArray[np.bool_], won: npt.NDArray[Any]
    ) -> None:
        """Note how the games of a batch ended.

        Args:
            cells: The scenario of each game.
            resumed: Which of them started at archived positions.
            won: What each of them returned, scaled to 0 to 1.
        """
        for cell in range(len(self._scenarios)):
            mine = resumed & (cells == cell)
            count = int(mine.sum())
            if count:
                share = min(1.0, count / _RECENT)
                self.wins[cell] += share * (float(won[mine].mean()) - self.wins[cell])
            if self.wins[cell] > self._config.start_wins:
                grown = self.fractions[cell] + self._config.start_step
                self.fractions[cell] = min(1.0, grown)
