"""Course of games: their progress by turn, of games that are played again from their rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.cli.running import progress
from tablemates.agents.evaluation.result_rows import Row, cached_games
from tablemates.agents.evaluation.stats.summary import Cells
from tablemates.envs.core.game.game import Game

#: Turns of the curves of progress.
TURNS: Final = 80
#: Games that are played again at most: about a minute on one core.
MOST: Final = 40_000


class Course(NamedTuple):
    """Progress of games, in the order of their rows.

    ``progress`` is that at the end of each turn, shape ``(games, TURNS + 1)``: turn 0 is the
    set-up, and the last value stays after the end.
    """

    rows: Sequence[Row]
    progress: npt.NDArray[np.float32]


def course_of(cells: Cells, key: str, components: Any = None) -> Course:
    """Play games again, about the same share of every cell."""
    every = -(-sum(map(len, cells.values())) // MOST)
    rows = [row for own in cells.values() for row in own[::every]]
    found = np.zeros((len(rows), TURNS + 1), np.float32)
    game_of = cached_games(components, key)
    with progress("progress by turn", "games", len(rows)) as report:
        for n, row in enumerate(rows):
            _play_again(game_of(row.replay()), row, found[n])
            report(n + 1, "")
    return Course(rows, found)


def _play_again(game: Game, row: Row, curve: npt.NDArray[np.float32]) -> None:
    before = 0
    for _ in row.replay().play(game):
        turn = min(game.turn, TURNS)
        if turn != before:  # progress is read once a turn, which is cheaper
            curve[before:turn] = _progress(game)
            before = turn
    curve[before:] = _progress(game)


def _progress(game: Game) -> float:
    """Return how far the seat has come that came furthest."""
    return float(game.end()[1, : game.seats].max())
