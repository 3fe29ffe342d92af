"""Statistics of games that are played again from their rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.commands import progress
from tablemates.agents.evaluation.report.summary import Cells, LineUp
from tablemates.agents.evaluation.report.tables import Table, few
from tablemates.agents.evaluation.rows import Row, cached_games
from tablemates.agents.game_statistics import GameCounter, find_counter
from tablemates.envs.core.game import Game

#: Turns of the curves of progress.
TURNS: Final = 80
#: Games that are played again at most: about a minute and a half on one core.
MOST: Final = 40_000


@dataclass(frozen=True)
class GameStats:
    """Statistics of games, in the order of their rows.

    ``progress`` is that at the end of each turn, shape ``(games, TURNS + 1)``: turn 0 is the
    set-up, and the last value stays after the end. Without a ``counter`` the game's package counts
    nothing.
    """

    rows: Sequence[Row]
    turns: npt.NDArray[np.int64]
    progress: npt.NDArray[np.float32]
    counter: GameCounter | None
    game: Game

    def where(self, chosen: Callable[[Row], bool]) -> list[int]:
        """Return the indices of some games."""
        return [n for n, row in enumerate(self.rows) if chosen(row)]

    def tables(self) -> list[Table]:
        """Return the tables of the game's own counter, a column for each line-up.

        Lines that are zero for all line-ups are left out, and so are empty tables.
        """
        if self.counter is None:
            return []
        line_ups = list(dict.fromkeys(LineUp.of(row.line_up) for row in self.rows))
        counted = [self.counter.tables(self.where(one.played), self.game) for one in line_ups]
        tables = []
        for same in zip(*counted, strict=True):
            lines = [
                [line[0][0], *(few(value) for _, value in line)]
                for line in zip(*(one.lines for one in same), strict=True)
                if any(value > 0 for _, value in line)
            ]
            if lines:
                heads = ["", *map(str, line_ups)]
                tables.append(Table(same[0].title, heads, lines, note=same[0].note))
        return tables


def sample_stats(cells: Cells, key: str, components: Any = None, most: int = MOST) -> GameStats:
    """Play games again, about the same share of every cell, and count what happens."""
    every = -(-sum(map(len, cells.values())) // most)
    rows = [row for own in cells.values() for row in own[::every]]
    found = np.zeros((len(rows), TURNS + 1), np.float32)
    kind = find_counter(key)
    counter = None if kind is None else kind(len(rows))
    game_of = cached_games(components, key)
    with progress("game statistics", "games", len(rows)) as report:
        for n, row in enumerate(rows):
            game = game_of(row.replay())
            _play_again(game, row, n, counter, found[n])
            report(n + 1, "")
    turns = np.array([row.turns for row in rows], np.int64)
    return GameStats(rows, turns, found, counter, game)


def _play_again(
    game: Game, row: Row, n: int, counter: GameCounter | None, curve: npt.NDArray[np.float32]
) -> None:
    before = 0
    for _ in row.replay().play(game):
        if counter is not None:
            counter.after(n, game)
        turn = min(game.turn, TURNS)
        if turn != before:  # progress is read once a turn, which is cheaper
            curve[before:turn] = _progress(game)
            before = turn
    curve[before:] = _progress(game)
    if counter is not None:
        counter.end(n, game)


def _progress(game: Game) -> float:
    """Return how far the seat has come that came furthest."""
    return float(game.end()[1, : game.seats].max())
