"""One compiled call a decision, for one game or many: step, reward, mask and observation.

Every call into compiled code costs as much as a small decision, and every entry
point that holds the engine costs a cold start. So one function plays games side
by side, and a view of one game hands it one. Entry points take ``uint8``
buffers, see ``rules.engine``; a game that is shared among threads needs scratch
space for each of them and nothing else, because what is legal is read from the
masks.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.batch import NEXT, SKIP
from tablemates.envs.core.compiled import compiled, helper
from tablemates.envs.core.game import CHANCE, ILLEGAL, OVER
from tablemates.envs.core.record import I8, I16, I32, U64, Array8, Bytes, Words, dtype_of
from tablemates.envs.core.rows import borrowed, fetch, record_at
from tablemates.envs.portal_dash.observation.changes import (
    EVERYTHING,
    RELATIVE,
    SHOWN,
    Shown,
    changed_parts,
)
from tablemates.envs.portal_dash.observation.writer import viewer, write_parts
from tablemates.envs.portal_dash.reward import potential_of, reward_of
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.ending import lose
from tablemates.envs.portal_dash.rules.flow import advance, refresh, take
from tablemates.envs.portal_dash.rules.geometry import ZERO, bit
from tablemates.envs.portal_dash.rules.legal import fill_mask
from tablemates.envs.portal_dash.rules.random import random_below, random_bits
from tablemates.envs.portal_dash.rules.records import box_of, work_of
from tablemates.envs.portal_dash.rules.setup import set_up
from tablemates.envs.portal_dash.rules.state import LEVEL, STATE, Box, Public, State, Work
from tablemates.envs.portal_dash.rules.vocabulary import Cause, Decision, Outcome

#: Instead of an action: begin the game at the lane's place in its sequence; only look; let
#: each game's lane say; end the game because a seat broke the rules (``FORFEIT - seat``);
#: begin the game that the lane describes. Far from the numbers of actions, so that none of
#: them is reached by accident.
BEGIN: Final = -1001
SHOW: Final = -1002
EACH: Final = -1003
FORFEIT: Final = -1004
DESCRIBED: Final = -1010

#: Streams of what tells the games of a sequence apart; the engine's own end long before.
_SEEDS: Final = 1001
_LEVELS: Final = 1002
_PLAYERS: Final = 1003
#: Drawn seeds are below 2**48: those of training.
_SEED_SHIFT: Final = np.uint64(16)
#: Words that hold a bit for every action that there may be.
_LEGAL_WORDS: Final = 10


class Lane:
    """State of a lane beside the game's record."""

    potential: Annotated[float, np.float64]  # of shaping, where the game stands now
    reward: Annotated[float, np.float64]  # what the last move earned every seat
    sequence: U64  # the seed that a sequence of games began with
    seed: U64  # of the game, which is drawn from the two numbers above and below
    place: I32  # how many games of the sequence came before
    moves: I32  # decisions and outcomes since it was set up
    action: I32  # to be played, or one of the numbers above
    answer: I32  # who is next
    level: I16  # which of the levels, drawn
    level_number: I16  # what it is called, 0: a custom one
    players: I8  # drawn
    first_player: I8  # a seat, or -1 to draw it
    explicit_chance: I8  # 1: the caller gives outcomes; 0: it is drawn from the seed
    skip_forced: I8  # 1: decisions with one option are taken by the engine
    seen_by: I8  # the seat for which the observation was written, -1: write it anew


class Kept:
    """What a move notes for the next one; apart from the lane, which views read and write."""

    legal: Annotated[Words, np.uint64, _LEGAL_WORDS]  # bit n: action n is legal now
    shown: Shown  # what the observation was written from


LANE: Final = dtype_of(Lane)
KEPT: Final = dtype_of(Kept)


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
def _note_legal(w: Work, legal: Words) -> None:
    """Keep the list of what is legal, one bit an action."""
    for i in range(len(legal)):
        legal[i] = ZERO
    for i in range(w.legal_count):
        action = int(w.legal[i])
        legal[action >> 6] |= bit(action & 63)


@helper
def _is_legal(legal: Words, action: int, count: int) -> bool:
    return 0 <= action < count and legal[action >> 6] & bit(action & 63) != ZERO


@helper
def _refuse(lane: Lane, legal: Words, mask: Array8) -> int:
    """Answer an action that is not legal; the mask may have been written to by others."""
    for action in range(len(mask)):
        mask[action] = _is_legal(legal, action, len(mask))
    lane.reward = 0.0
    return ILLEGAL


@helper
def _draw_game(lane: Lane, levels: Bytes, players: Bytes) -> None:
    """Draw what is played at the lane's place in its sequence: the seed comes first of all."""
    sequence, place = lane.sequence, int(lane.place)
    lane.seed = sequence
    if place > 0:
        lane.seed = int(np.uint64(random_bits(sequence, _SEEDS, place)) >> _SEED_SHIFT)
    lane.level = random_below(sequence, _LEVELS, place, len(levels))
    lane.players = players[random_below(sequence, _PLAYERS, place, len(players))]


@helper
def _begin(s: State, box: Box, levels: Bytes, w: Work, lane: Lane) -> None:
    """Set up the game that the lane describes and go on to its first decision."""
    w.event_count = 0
    set_up(
        s,
        box,
        record_at(levels, int(lane.level), LEVEL),
        w,
        lane.seed,
        int(lane.players),
        int(lane.first_player),
        int(lane.explicit_chance),
        int(lane.skip_forced),
    )
    lane.moves = 0
    advance(s, box, w)


@helper
def _reward(p: Public, box: Box, lane: Lane, shaping: npt.NDArray[np.float64], moved: bool) -> None:
    """Note what the move earned; a game that is only shown earns nothing."""
    before = lane.potential
    lane.potential = potential_of(p, box, shaping)
    lane.reward = reward_of(p, shaping, before, lane.potential) if moved else 0.0


@helper
def _show(p: Public, now: Shown, box: Box, lane: Lane, shown: Shown, observation: Array8) -> None:
    """Write the observation, but for what has not changed since it was written last."""
    seat = viewer(p)
    parts = changed_parts(now.words, shown.words)
    if lane.seen_by != seat:
        parts |= EVERYTHING if lane.seen_by < 0 else RELATIVE
    write_parts(p, box, seat, parts, observation)
    lane.seen_by = seat


@compiled
def play(
    games: Bytes,
    box: Bytes,
    levels: Bytes,
    players: Bytes,
    work: Bytes,
    masks: Array8,
    observations: Array8,
    lanes: Bytes,
    kept: Bytes,
    shaping: npt.NDArray[np.float64],
    which: npt.NDArray[np.int64],
    action: int,
) -> int:
    """Take an action in every game and look at what follows.

    Args:
        games: Records, shape ``(games, STATE.itemsize)``.
        box: What is in the box.
        levels: What the levels put on the table, shape ``(levels, LEVEL.itemsize)``.
        players: The numbers of players that a game may have.
        work: Scratch space; gets the events of the last game.
        masks: What is legal in each game; written.
        observations: Of each game's decider. Nobody else may write there: only what
            has changed is written, or everything where the lane says so.
        lanes: Shape ``(games, LANE.itemsize)``; rewards and answers are written.
        kept: From move to move, shape ``(games, KEPT.itemsize)``.
        shaping: See ``reward.shaping_numbers``.
        which: Indices of the games to play.
        action: For every game a number of the catalogue, ``BEGIN``, ``DESCRIBED`` (set up what
            the lane's seed, level and players say), or ``SHOW`` where
            the record was written from outside; ``EACH``: for each game its lane's
            action, ``SKIP`` to leave the game alone, or ``NEXT`` to begin the next one
            of the lane's sequence.

    Returns:
        The answer of the last game: who is next; ``ILLEGAL``: nothing has changed.
    """
    b = box_of(box)
    w = work_of(work)
    masks, observations, shaping = borrowed(masks), borrowed(observations), borrowed(shaping)
    answer = OVER
    for i in range(len(which)):
        n = which[i]
        if i + 1 < len(which):
            after = which[i + 1]
            fetch(games, after)
            fetch(lanes, after)
            fetch(masks, after)
            fetch(kept, after)
            fetch(observations, after)
        lane = record_at(lanes, n, LANE)
        notes = record_at(kept, n, KEPT)
        todo = action
        if action == EACH:
            todo = int(lane.action)
            if todo == SKIP:
                continue
        s = record_at(games, n, STATE)
        mask = masks[n]
        w.ends_known = 0
        if _is_legal(notes.legal, todo, len(mask)):
            take(s, b, w, todo)
            lane.moves += 1
        elif todo in (BEGIN, NEXT, DESCRIBED):
            lane.seen_by = -1
            if todo != DESCRIBED:
                lane.place += int(todo == NEXT)
                _draw_game(lane, levels, players)
            _begin(s, b, levels, w, lane)
        elif todo == SHOW:
            lane.seen_by = -1
            refresh(s, b, w)
        elif FORFEIT - L.PLAYERS < todo <= FORFEIT:
            w.event_count = 0
            w.legal_count = 0
            lose(s.public, w, Cause.ILLEGAL_ACTION, FORFEIT - todo, -1)
        else:
            lane.answer = answer = _refuse(lane, notes.legal, mask)
            continue
        lane.level_number, lane.players = s.public.level, s.public.players
        _reward(s.public, b, lane, shaping, todo not in (BEGIN, NEXT, DESCRIBED, SHOW))
        _note_legal(w, notes.legal)
        fill_mask(w, mask)
        now = record_at(games, n, SHOWN)
        _show(s.public, now, b, lane, notes.shown, observations[n])
        lane.answer = answer = to_move(s)
    return answer
