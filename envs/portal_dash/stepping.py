"""One compiled call a decision, for one game or many: step, reward, mask and observation.

Every call into compiled code costs as much as a small decision, and every entry
point that holds the engine costs a cold start. So one function plays games side
by side, and a view of one game hands it one. Entry points take ``uint8``
buffers, see ``rules.engine``; a game that is shared among threads needs scratch
space for each of them and nothing else, because what is legal is read from the
masks.
"""

from __future__ import annotations

from typing import Annotated, Final, cast

import numpy as np
import numpy.typing as npt

from envs.core.compiled import INTERPRETED, compiled, helper
from envs.core.game import CHANCE, ILLEGAL, OVER
from envs.core.record import I8, I16, I32, U64, Array8, Bytes, RecordView, dtype_of
from envs.portal_dash.observation.writer import write_observation
from envs.portal_dash.reward import potential_of, reward_of
from envs.portal_dash.rules import limits as L
from envs.portal_dash.rules.ending import lose
from envs.portal_dash.rules.flow import advance, refresh, take
from envs.portal_dash.rules.legal import fill_mask
from envs.portal_dash.rules.records import box_of, level_of, state_of, work_of
from envs.portal_dash.rules.setup import set_up
from envs.portal_dash.rules.state import Box, State, Work
from envs.portal_dash.rules.vocabulary import Cause, Decision, Outcome

#: Instead of an action: go on after set-up; only look; leave the game alone; let each
#: game's lane say; end the game because a seat broke the rules (``FORFEIT - seat``).
#: Far from the numbers of actions, so that none of them is reached by accident.
RUN: Final = -1001
SHOW: Final = -1002
SKIP: Final = -1003
EACH: Final = -1004
FORFEIT: Final = -1005


class Lane:
    """What stands beside a game while it is played."""

    potential: Annotated[float, np.float64]  # of shaping, where the game stands now
    reward: Annotated[float, np.float64]  # what the last move earned every seat
    seed: U64  # what the game is set up with, and the four below
    moves: I32  # decisions and outcomes since it was set up
    action: I32  # to be played, or one of the numbers above
    answer: I32  # who is next
    level: I16  # which of the levels
    players: I8
    first_player: I8  # a seat, or -1 to draw it


LANE: Final = dtype_of(Lane)

if INTERPRETED:

    def _lane_of(buffer: Bytes) -> Lane:
        return cast(Lane, RecordView(buffer, LANE))

else:

    @helper
    def _lane_of(buffer: Bytes) -> Lane:
        return buffer.view(LANE)[0]  # type: ignore[no-any-return]


@helper
def to_move(s: State) -> int:
    """Return who is next."""
    p = s.public
    if p.outcome != Outcome.RUNNING:
        return OVER
    if p.decision == Decision.CHANCE:
        return CHANCE
    return int(p.decider)


@helper
def play_one(
    s: State,
    box: Box,
    w: Work,
    mask: Array8,
    observation: Array8,
    lane: Lane,
    shaping: npt.NDArray[np.float64],
    action: int,
) -> int:
    """Play one game's action; see ``play``."""
    w.ends_known = 0
    if 0 <= action < len(mask) and mask[action] == 1:
        take(s, box, w, action)
        lane.moves += 1
    elif action == RUN:
        lane.moves = 0
        if s.public.decision == Decision.NONE:
            advance(s, box, w)
    elif action == SHOW:
        refresh(s, box, w)
    elif FORFEIT - L.PLAYERS < action <= FORFEIT:
        w.event_count = 0
        w.legal_count = 0
        lose(s.public, w, Cause.ILLEGAL_ACTION, FORFEIT - action, -1)
    else:
        lane.reward = 0.0
        return ILLEGAL
    if action in (RUN, SHOW):
        lane.reward = 0.0
        lane.potential = potential_of(s.public, box, shaping)
    else:
        before = lane.potential
        lane.potential = potential_of(s.public, box, shaping)
        lane.reward = reward_of(s.public, shaping, before, lane.potential)
    fill_mask(w, mask)
    write_observation(s, box, observation)
    return to_move(s)


@compiled
def set_up_games(
    games: Bytes,
    box: Bytes,
    levels: Bytes,
    work: Bytes,
    lanes: Bytes,
    explicit: int,
    skip_forced: int,
) -> None:
    """Set up each game whose lane's action is ``RUN``; ``play`` then goes on to its first decision.

    Args:
        games: Records, shape ``(games, STATE.itemsize)``.
        box: What is in the box.
        levels: What the levels put on the table, shape ``(levels, LEVEL.itemsize)``.
        work: Scratch space; gets the events.
        lanes: Shape ``(games, LANE.itemsize)``.
        explicit: 1: chance is asked for; 0: it is drawn from the seed.
        skip_forced: 1: decisions with one option are taken by the engine.
    """
    b = box_of(box)
    w = work_of(work)
    for n in range(len(games)):
        lane = _lane_of(lanes[n])
        if lane.action != RUN:
            continue
        w.event_count = 0
        w.ends_known = 0
        set_up(
            state_of(games[n]),
            b,
            level_of(levels[lane.level]),
            w,
            lane.seed,
            int(lane.players),
            int(lane.first_player),
            explicit,
            skip_forced,
        )


@compiled
def play(
    games: Bytes,
    box: Bytes,
    work: Bytes,
    masks: Array8,
    observations: Array8,
    lanes: Bytes,
    shaping: npt.NDArray[np.float64],
    action: int,
) -> int:
    """Take an action in every game and look at what follows.

    Args:
        games: Records, shape ``(games, STATE.itemsize)``.
        box: What is in the box.
        work: Scratch space; gets the events of the last game.
        masks: What is legal in each game; written.
        observations: Of each game's decider; written.
        lanes: Shape ``(games, LANE.itemsize)``; rewards and answers are written.
        shaping: See ``reward.shaping_numbers``.
        action: For every game a number of the catalogue, ``RUN`` after
            ``set_up_games``, or ``SHOW`` where the record was written from
            outside; ``EACH``: for each game its lane's action.

    Returns:
        The answer of the last game: who is next; ``ILLEGAL``: nothing has changed.
    """
    b = box_of(box)
    w = work_of(work)
    answer = OVER
    for n in range(len(games)):
        lane = _lane_of(lanes[n])
        todo = action
        if action == EACH:
            todo = int(lane.action)
        if todo == SKIP:
            continue
        s = state_of(games[n])
        answer = play_one(s, b, w, masks[n], observations[n], lane, shaping, todo)
        lane.answer = answer
    return answer
