"""Matches: games with the same line-up one after another, so that agents may adapt.

Games of a match have consecutive numbers. To agents that ask for history, the games before
are given with every decision; a stopped run and a replay make them of the rows again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tablemates.agents.evaluation.result_rows import Row
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.history.replay import Replay
from tablemates.envs.core.views.past import Past, Recorder

#: What tells the matches of an evaluation apart.
Key = tuple[tuple[str, ...], int, str, int]


def match_of(row: Row) -> Key:
    """Return which match of an evaluation a row belongs to."""
    return row.agents, row.rotation, row.scenario, row.number // row.match


def past_of_row(row: Row, game: Game) -> Past:
    """Return the decisions of a game that was played, as the arena keeps them.

    Raises:
        FormatError: It cannot be played again.
    """
    recorder = Recorder(game)
    replay = row.replay()
    moves = replay.play(game)
    for seat, action in zip(moves, replay.actions, strict=False):
        if seat >= 0 and action < len(game.mask) and game.mask[action]:
            recorder.note(seat, action, game.public_record.copy())
    for _ in moves:
        pass
    return recorder.past(game.returns())


def earlier_games(
    row: Row, rows: Iterable[Row], game_of: Callable[[Replay], Game]
) -> tuple[Past, ...]:
    """Return the games of a row's match before it, in order, as far as they are among ``rows``."""
    if row.match == 1:
        return ()
    before = [one for one in rows if match_of(one) == match_of(row) and one.number < row.number]
    before.sort(key=lambda one: one.number)
    return tuple(past_of_row(one, game_of(one.replay())) for one in before)
