"""Turns: their end, scorings, and the end of the game."""

from __future__ import annotations

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.scoring import bonus_points, gain, score
from tablemates.envs.builders_biomes.state import Box, Public, State, Work
from tablemates.envs.builders_biomes.vocabulary import Cause, Decision, Event, Source
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.cube import LAYERS, top_height
from tablemates.envs.core.events import emit


@helper
def start_turn(p: Public, w: Work, seat: int) -> None:
    """Begin a seat's turn."""
    p.turn += 1
    p.active = seat
    p.actions = 0
    p.used = 0
    emit(w, Event.TURN_STARTED, seat, int(p.turn), 0, 0)


@helper
def end_turn(p: Public, box: Box, w: Work) -> None:
    """Score the layers that were emptied; then the next seat's turn, or the end (TURN-04)."""
    emptied = min(V.SCORINGS, LAYERS - top_height(p))
    while p.scored < emptied:  # SCORE-01
        score(p, box, w, int(p.scored))
        p.scored += 1
    if p.scored == V.SCORINGS:
        end_game(p, box, w)  # END-01
    else:
        start_turn(p, w, (int(p.active) + 1) % int(p.players))  # SCORE-07


@helper
def blocks_of(p: Public, seat: int) -> int:
    """Return how many blocks a seat has."""
    blocks = 0
    for colour in range(V.COLOURS):
        blocks += int(p.supply[seat, colour])
    return blocks


@helper
def end_game(p: Public, box: Box, w: Work) -> None:
    """Add the bonus of the mobs and rank the seats."""
    for seat in range(p.players):
        gain(p, w, seat, bonus_points(p, box, seat), Source.BONUS)  # END-02
    for seat in range(p.players):
        rank = 1
        for other in range(p.players):
            more = int(p.xp[other]) - int(p.xp[seat])
            if more == 0:
                more = blocks_of(p, other) - blocks_of(p, seat)
            rank += int(more > 0)  # END-03
        p.rank[seat] = rank
    finish(p, w, Cause.THIRD_SCORING)


@helper
def finish(p: Public, w: Work, cause: Cause) -> None:
    """End the game, whose seats have their ranks."""
    p.cause = cause
    p.decision = Decision.OVER
    emit(w, Event.GAME_ENDED, int(p.cause), 0, 0, 0)
    for seat in range(p.players):
        emit(w, Event.RANKED, seat, int(p.rank[seat]), int(p.xp[seat]), blocks_of(p, seat))


@helper
def forfeit(s: State, _box: Box, w: Work, seat: int) -> None:
    """End the game because a seat broke the rules: it is last, the others share the first rank."""
    p = s.public
    for other in range(p.players):
        p.rank[other] = p.players if other == seat else 1
    finish(p, w, Cause.ILLEGAL_ACTION)


@helper
def winners(p: Public) -> int:
    """Return how many seats share the first rank."""
    count = 0
    for seat in range(p.players):
        count += int(p.rank[seat] == 1)
    return count
