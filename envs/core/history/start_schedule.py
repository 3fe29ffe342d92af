"""Starts of games other than the true one: positions of an archive, by a schedule.

What is hidden is drawn anew at every start, so a learner cannot memorise it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.starts import TRUE_START
from tablemates.envs.core.history.start_archive import Positions, read_archive
from tablemates.envs.core.records.layout import Bytes

Schedule = Literal["backplay", "uniform", "regret"]

#: Part of the archived games from which backplay draws at first.
_FIRST: Final = 0.02
#: Games over which rates are running means.
_RECENT: Final = 50
#: Slices of a game that ``regret`` tells apart.
_SLICES: Final = 20
#: The least weight of a slice: none is forgotten.
_LEAST: Final = 0.02


@dataclass(frozen=True, slots=True)
class Starts:
    """Starts of games; the parameter ``starts`` of the views.

    Attributes:
        file: An archive of won games, see ``tablemates.agents.learn.make_archive``.
        schedule: ``"backplay"``: from the end of the archived games, and from a larger part of
            them as long as enough games are won (Resnick et al. 2018); ``"uniform"``: from
            anywhere in them; ``"regret"``: most often from where outcomes differ most from what
            was expected there.
        share: Share of the games that begin at a position; the others at the true start.
        games: Of backplay: how many of them it takes, at the least, until positions are drawn
            from the whole of the archived games.
        wins: Of backplay: how many of the last games have to be won.
    """

    file: str | Path
    schedule: Schedule = "backplay"
    share: float = 0.7
    games: int = 50_000
    wins: float = 0.3

    def __post_init__(self) -> None:
        if self.schedule not in get_args(Schedule):
            known = ", ".join(get_args(Schedule))
            raise SettingsError(f"starts: schedule={self.schedule!r} is not one of {known}")
        for name in ("share", "wins"):
            if not 0 <= getattr(self, name) <= 1:
                raise SettingsError(f"starts: {name}={getattr(self, name)!r} is not from 0 to 1")
        if self.games < 1:
            raise SettingsError(f"starts: games={self.games!r} is not a positive integer")


def begin_at_starts(game: Game) -> None:
    """Let the game object begin games where its settings say."""
    if (starts := game.settings.starts) is not None:
        game.starts = StartSchedule(starts if isinstance(starts, Starts) else Starts(starts), game)


class StartSchedule:
    """Draws positions, and learns from how the games went that began there."""

    def __init__(self, starts: Starts, game: Game) -> None:
        if not game.co_operative:
            raise SettingsError(
                f"starts are positions of games that all seats have won, and {game.title} is not "
                "co-operative: leave them out"
            )
        self.positions: Positions = read_archive(Path(starts.file), game)
        self._starts = starts
        scenarios = len(game.settings.scenarios())
        self._step = scenarios / starts.games
        self._fractions = np.full(scenarios, _FIRST)
        self._wins = np.zeros(scenarios)
        self._expected = np.full((scenarios, _SLICES), 0.5)
        self._regrets = np.full((scenarios, _SLICES), 0.5)
        self._games = [np.flatnonzero(self.positions.scenarios == n) for n in range(scenarios)]

    @property
    def fraction(self) -> float:
        """Part of the archived games from which backplay draws, the mean of all scenarios."""
        return float(self._fractions.mean())

    def draw(self, scenario: int, rng: np.random.Generator) -> int:
        """Return the index of a position, or ``TRUE_START``, for a scenario's index."""
        games = self._games[scenario]
        if rng.random() >= self._starts.share or not len(games):
            return TRUE_START
        game = int(rng.choice(games))
        first, end = self.positions.offsets[game : game + 2].tolist()
        if self._starts.schedule == "regret":
            weights = np.maximum(self._regrets[scenario], _LEAST)
            chosen = int(rng.choice(_SLICES, p=weights / weights.sum()))
            share = (chosen + rng.random()) / _SLICES
            return int(first + share * (end - first))
        uniform = self._starts.schedule == "uniform"
        part = 1.0 if uniform else float(self._fractions[scenario])
        return int(end - 1 - rng.integers(max(1, round(part * (end - first)))))

    def record_at(self, position: int) -> Bytes:
        """Return the record of a position of ``draw``."""
        record: Bytes = self.positions.records[position]
        return record

    def note(self, position: int, outcome: float) -> None:
        """Note the return, from 0 to 1, of a game that began at a position of ``draw``."""
        if position == TRUE_START:
            return
        positions = self.positions
        game = int(np.searchsorted(positions.offsets, position, side="right")) - 1
        scenario = int(positions.scenarios[game])
        first, end = positions.offsets[game : game + 2].tolist()
        place = scenario, (position - first) * _SLICES // (end - first)
        self._regrets[place] += (
            abs(outcome - self._expected[place]) - self._regrets[place]
        ) / _RECENT
        self._expected[place] += (outcome - self._expected[place]) / _RECENT
        self._wins[scenario] += (outcome - self._wins[scenario]) / _RECENT
        if self._wins[scenario] >= self._starts.wins:
            self._fractions[scenario] = min(1.0, self._fractions[scenario] + self._step)

    def state(self) -> dict[str, npt.NDArray[np.float64]]:
        """Return what has been learned, for ``restore``."""
        return {
            "fractions": self._fractions,
            "wins": self._wins,
            "expected": self._expected,
            "regrets": self._regrets,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue from ``state``."""
        for name, values in self.state().items():
            values[:] = state[name]
