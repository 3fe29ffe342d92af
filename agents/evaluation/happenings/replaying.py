"""Plays rows again and counts what happened in them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.happenings.counting import (
    CODE,
    HAPPENED,
    PORTAL,
    START,
    Counts,
    no_counts,
    tally,
)
from tablemates.agents.evaluation.rows import Row
from tablemates.envs.core.cache import compiling
from tablemates.envs.core.record import Bytes
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.reading import row_and_column
from tablemates.envs.portal_dash.rules.vocabulary import Cause
from tablemates.envs.portal_dash.settings import Settings

#: Turns of the curves of progress.
TURNS: Final = 80
_COMPILE_SECONDS: Final = 5


@dataclass(frozen=True)
class Happenings:
    """What happened in games, in the order of their rows.

    Attributes:
        counts: Records of ``counting.HAPPENED``.
        progress: How far each team was at the end of each turn, shape ``(games, TURNS + 1)``;
            turn 0 is the set-up, and the last value stays after the end.
    """

    counts: Counts
    progress: npt.NDArray[np.float32]

    def __getitem__(self, games: Sequence[int]) -> Happenings:
        """Return those of some games."""
        chosen = np.asarray(games, np.intp)
        return Happenings(self.counts[chosen], self.progress[chosen])

    def __len__(self) -> int:
        return len(self.counts)


def happenings(
    rows: Sequence[Row],
    components: str | Path | Components | None = None,
    report: Callable[[int], None] = lambda _done: None,
) -> Happenings:
    """Play rows again and count what happened.

    Args:
        rows: The rows.
        components: The parts that they were played with.
        report: Told how many games are done, now and then.

    Raises:
        FormatError: A game is of other rules or parts, or its actions are not legal.
    """
    found = Happenings(no_counts(len(rows)), np.zeros((len(rows), TURNS + 1), np.float32))
    flat = found.counts.view(np.uint8).reshape(len(rows), HAPPENED.itemsize)
    games: dict[str, Game] = {}
    for n, row in enumerate(rows):
        recipe = json.dumps(row.recipe)
        if recipe not in games:
            games[recipe] = Game(Settings.of_recipe(row.recipe, components))
        _play(games[recipe], row, flat, n, found.progress[n])
        _note_death(games[recipe], found.counts[n])
        if n % 100 == 99:
            report(n + 1)
    return found


def _play(game: Game, row: Row, counts: Bytes, n: int, progress: npt.NDArray[np.float32]) -> None:
    before = 0
    work, box = game.scratch, game.box
    with compiling("happenings", _COMPILE_SECONDS, CODE):
        for _ in row.replay().play(game):
            turn = min(tally(counts, n, work, box), TURNS)
            # Written over in every decision of the turn would be dearer than once at its end.
            if turn != before:
                progress[before:turn] = game.progress()
                before = turn
    progress[before:] = game.progress()


def _note_death(game: Game, counts: np.void) -> None:
    """Note where and of what somebody died."""
    p = game.public
    if p.cause != Cause.PLAYER_DIED:
        return
    counts["killer"] = p.cause_source
    counts["row"], column = row_and_column(int(p.player_space[p.cause_player]))
    box = game.strings.names.box
    place, within = divmod(column - int(box.start_columns), int(box.tile_columns))
    if column < box.start_columns:
        counts["part"], counts["column"] = START, column
    elif place < p.parts:
        counts["part"], counts["column"] = p.tiles[place], within
    else:
        first = int(box.start_columns) + int(p.parts) * int(box.tile_columns)
        counts["part"], counts["column"] = PORTAL, column - first
