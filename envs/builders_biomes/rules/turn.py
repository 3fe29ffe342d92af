"""Turns: their end, scorings, the end of the game, what it earns, and how far it has come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.scoring import bonus_points, gain, lead, score
from tablemates.envs.builders_biomes.state import Box, Public, State, Work
from tablemates.envs.builders_biomes.vocabulary import (
    Cause,
    Chance,
    Decision,
    Event,
    Reward,
    Source,
)
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.cube import LAYERS, top_height
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.records.elements import total


def start_turn(p: Public, w: Work, seat: int) -> None:
    """Begin a seat's turn."""
    p.turn += 1
    p.active = seat
    p.actions = 0
    p.used = 0
    emit(w, Event.TURN_STARTED, seat, p.turn)


def end_turn(p: Public, box: Box, w: Work) -> None:
    """Score the layers that were emptied; then the next seat's turn, or the end (TURN-04)."""
    emptied = min(V.SCORINGS, LAYERS - top_height(p))
    while p.scored < emptied:  # SCORE-01
        score(p, box, w, p.scored)
        p.scored += 1
    if p.scored == V.SCORINGS:
        end_game(p, box, w)  # END-01
    else:
        start_turn(p, w, (p.active + 1) % p.players)  # SCORE-07


def end_game(p: Public, box: Box, w: Work) -> None:
    """Add the bonus of the mobs and rank the seats."""
    for seat in range(p.players):
        gain(p, w, seat, bonus_points(p, box, seat), Source.BONUS)  # END-02
    for seat in range(p.players):
        rank = 1
        for other in range(p.players):
            more = int(p.xp[other]) - int(p.xp[seat])
            if more == 0:
                more = total(p.supply[other]) - total(p.supply[seat])
            rank += int(more > 0)  # END-03
        p.rank[seat] = rank
    finish(p, w, Cause.THIRD_SCORING)


def finish(p: Public, w: Work, cause: Cause) -> None:
    """End the game, whose seats have their ranks."""
    p.cause = cause
    p.decision = Decision.OVER
    p.chance = Chance.NONE
    p.about = V.NOTHING
    emit(w, Event.GAME_ENDED, p.cause)
    for seat in range(p.players):
        emit(w, Event.RANKED, seat, int(p.rank[seat]), int(p.xp[seat]), total(p.supply[seat]))


def forfeit(s: State, _box: Box, w: Work, seat: int) -> None:
    """End the game because a seat broke the rules: it is last, the others share the first rank."""
    p = s.public
    for other in range(p.players):
        p.rank[other] = p.players if other == seat else 1
    finish(p, w, Cause.ILLEGAL_ACTION)


def winners(p: Public) -> int:
    """Return how many seats share the first rank."""
    count = 0
    for seat in range(p.players):
        count += int(p.rank[seat] == 1)
    return count


Floats: TypeAlias = npt.NDArray[np.float64]

#: Terms of the potential for shaping, in the order of its weights.
TERMS: Final[Mapping[str, str]] = {
    "standing": "XP if nothing more were built, minus the best other seat's, in units of 50"
}
#: XP that count as 1 for rewards by margin and for shaping.
XP_UNIT: Final = 50.0


def write_returns(s: State, box: Box, out: Floats) -> None:
    """Write what a finished game earns each seat."""
    for seat in range(s.public.players):
        out[seat] = _return_of(s.public, box, seat)


def _return_of(p: Public, box: Box, seat: int) -> float:
    """Return what a finished game earns a seat, by ``Reward``.

    ``WIN``: 1 / winners for each winner, else 0; the returns add up to 1. ``ZERO_SUM``: the
    same, scaled to 0 in sum and 1 for a sole winner. ``RANK``: 1 for the first, 0 for the last
    rank, tied seats get the mean of their ranks; they add up to half the seats. ``MARGIN``: XP
    minus the best other seat's in units of 50, cut to -1 to 1.
    """
    players = float(p.players)
    if box.reward == Reward.MARGIN:
        return _margin(p, seat)
    if box.reward == Reward.RANK:
        tied = 0
        for other in range(p.players):
            tied += int(p.rank[other] == p.rank[seat])
        return (players - int(p.rank[seat]) - (tied - 1) / 2.0) / (players - 1.0)
    share = 1.0 / winners(p) if p.rank[seat] == 1 else 0.0  # END-04 END-05
    if box.reward == Reward.ZERO_SUM:
        return (players * share - 1.0) / (players - 1.0)
    return share


def _margin(p: Public, seat: int) -> float:
    if p.cause == Cause.ILLEGAL_ACTION:
        return 1.0 if p.rank[seat] == 1 else -1.0
    best = 0
    for other in range(p.players):
        if other != seat:
            best = max(best, int(p.xp[other]))
    return max(-1.0, min(1.0, (int(p.xp[seat]) - best) / XP_UNIT))


def progress_of(p: Public) -> float:
    """Return the share of the blocks of layers 1 to 3 that are gone: 1 when the game ends."""
    left = 0
    for column in range(V.COLUMNS):
        left += max(0, int(p.height[column]) - 1)
    return 1.0 - left / (V.BLOCKS - V.COLUMNS)


def write_progress(s: State, _box: Box, out: Floats) -> None:
    """Write how far the game has come, for all seats alike."""
    out[:] = progress_of(s.public)


def write_potential(s: State, box: Box, weights: Floats, out: Floats) -> None:
    """Write each seat's potential: the terms of ``TERMS`` by their weights."""
    for seat in range(s.public.players):
        out[seat] = weights[0] * lead(s.public, box, seat) / XP_UNIT


compile_functions(globals())
