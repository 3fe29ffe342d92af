"""The engine: the loops around a game's rules, compiled once for each game.

``load_engine`` in ``hooks`` executes this file once a game, with the game's hooks (see
``GameHooks``) among its globals, because compiled code takes its globals as constants.
One function, ``play``, plays games side by side for every view: each call into compiled
code costs as much as a small decision, and each entry point that holds the rules costs
a minute of compiling. Entry points take ``uint8`` buffers, because handing a record from
Python to compiled code costs more than handing over an array.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import compiled, helper
from tablemates.envs.core.engine.codes import (
    BEGIN,
    DESCRIBED,
    EACH,
    FORFEIT,
    ILLEGAL,
    NEXT,
    OVER,
    RESUME,
    SHOW,
    SKIP,
)
from tablemates.envs.core.records.borrowed import borrowed, fetch, record_at, record_of
from tablemates.envs.core.records.layout import (
    I8,
    I16,
    I32,
    U64,
    Array8,
    Array16,
    Bytes,
    Words,
    dtype_of,
)
from tablemates.envs.core.records.random import random_below, random_bits

if TYPE_CHECKING:
    from tablemates.envs.core.engine.contract import (
        ACTION_WORDS,
        BOX,
        SCENARIO,
        SEATS,
        SHOWN,
        STATE,
        WORK,
        Shown,
        advance,
        draw_hidden,
        forfeit,
        list_legal,
        list_outcomes,
        set_up,
        show,
        take,
        to_move,
        viewer,
        write_potential,
        write_progress,
        write_returns,
    )

_Floats = npt.NDArray[np.float64]

#: Streams of what tells the games of a sequence apart; the rules' own end long before.
_SEEDS: Final = 1001
_SCENARIOS: Final = 1002
_PLAYERS: Final = 1003
#: Drawn seeds are below 2**48: those of training.
_SEED_SHIFT: Final = np.uint64(16)
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_SHOWN: Final = SHOWN.itemsize


class Lane:
    """State of a lane beside the game's record."""

    potential: Annotated[_Floats, np.float64, SEATS]  # of shaping, of the present state
    reward: Annotated[_Floats, np.float64, SEATS]  # what the last move earned each seat
    sequence: U64  # the seed that a sequence of games began with
    seed: U64  # of the game, which is drawn from the two numbers above and below
    place: I32  # how many games of the sequence came before
    moves: I32  # decisions and outcomes since it was set up
    action: I32  # to be played, or a number of ``answers``
    answer: I32  # who is next
    scenario: I16  # which of the settings' scenarios, drawn
    players: I8  # drawn
    first_player: I8  # a seat, or -1 to draw it
    explicit_chance: I8  # 1: the caller gives outcomes; 0: they are drawn from the seed
    skip_forced: I8  # 1: decisions with one option are taken by the engine
    to_move: I8  # who is next, also after an action was refused
    seen_by: I8  # the seat for which the observation was written, -1: write all of it


class Kept:
    """Notes of a move for the next one; apart from the lane, which views read and write."""

    legal: Annotated[Words, np.uint64, ACTION_WORDS]  # bit n: action n is legal now
    shown: Shown  # what the observation was written from


LANE: Final = dtype_of(Lane)
KEPT: Final = dtype_of(Kept)


@helper
def _write_mask(w: Any, legal: Words, mask: Array8) -> None:
    """Write what is legal: one bit an action for the engine, one byte for the caller."""
    for i in range(len(legal)):
        legal[i] = _ZERO
    mask[:] = 0
    for i in range(w.legal_count):
        action = int(w.legal[i])
        legal[action >> 6] |= _ONE << np.uint64(action & 63)
        mask[action] = 1


@helper
def _is_legal(legal: Words, action: int, count: int) -> bool:
    if action < 0 or action >= count:
        return False
    return bool(legal[action >> 6] >> np.uint64(action & 63) & _ONE != _ZERO)


@helper
def _refuse(lane: Lane, legal: Words, mask: Array8) -> int:
    """Answer an action that is not legal; the mask may have been written to by others."""
    for action in range(len(mask)):
        mask[action] = _is_legal(legal, action, len(mask))
    lane.reward[:] = 0.0
    return ILLEGAL


@helper
def _draw_game(lane: Lane, scenarios: Bytes, players: Bytes) -> None:
    """Draw what is played at the lane's place in its sequence: the seed comes first of all."""
    sequence, place = lane.sequence, int(lane.place)
    lane.seed = sequence
    if place > 0:
        lane.seed = int(np.uint64(random_bits(sequence, _SEEDS, place)) >> _SEED_SHIFT)
    lane.scenario = random_below(sequence, _SCENARIOS, place, len(scenarios))
    lane.players = players[random_below(sequence, _PLAYERS, place, len(players))]


@helper
def _begin(s: Any, box: Any, scenarios: Bytes, w: Any, lane: Lane) -> None:
    """Set up the game that the lane describes and go on to its first decision."""
    set_up(
        s,
        box,
        record_at(scenarios, int(lane.scenario), SCENARIO),
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
def _reward(s: Any, box: Any, lane: Lane, shaping: _Floats, moved: bool) -> None:
    """Note what the move earned each seat: return and progress at the end, and shaping.

    Shaping is potential-based: ``discount * potential(after) - potential(before)``. A game
    that is only shown has no reward.
    """
    reward, potential = lane.reward, lane.potential
    reward[:] = 0.0
    over = to_move(s) == OVER
    if moved and over:
        write_returns(s, box, reward)
    if len(shaping) == 0:
        return
    if moved:
        for seat in range(SEATS):
            reward[seat] -= potential[seat]
    if over and moved:
        write_progress(s, box, potential)
        for seat in range(SEATS):
            reward[seat] += shaping[0] * potential[seat]
    potential[:] = 0.0
    if not over:
        write_potential(s, box, shaping[2:], potential)
        if moved:
            for seat in range(SEATS):
                reward[seat] += shaping[1] * potential[seat]


@compiled
def play(
    games: Bytes,
    box: Bytes,
    scenarios: Bytes,
    players: Bytes,
    work: Bytes,
    masks: Array8,
    observations: Array8,
    lanes: Bytes,
    kept: Bytes,
    shaping: _Floats,
    which: npt.NDArray[np.int64],
    action: int,
) -> int:
    """Take an action in every game and look at what follows.

    Args:
        games: Records, shape ``(games, STATE.itemsize)``.
        box: What is in the box.
        scenarios: What is put on the table, shape ``(scenarios, SCENARIO.itemsize)``.
        players: The numbers of players that a game may have.
        work: Scratch space; gets the events of the last game.
        masks: What is legal in each game; written.
        observations: Of each game's decider. Nobody else may write there: only what
            has changed is written, or everything where the lane says so.
        lanes: Shape ``(games, LANE.itemsize)``; rewards and answers are written.
        kept: From move to move, shape ``(games, KEPT.itemsize)``.
        shaping: See ``tablemates.envs.core.engine.shaping``; empty: the return is the only reward.
        which: Indices of the games to play.
        action: For every game a number of the catalogue, ``BEGIN``, ``DESCRIBED`` (set up
            what the lane's seed, scenario and players say), ``SHOW`` where the record was
            written from outside, or ``RESUME`` where it lies between two decisions;
            ``EACH``: for each game its lane's action, ``SKIP`` to leave the game alone, or
            ``NEXT`` to begin the next one of the lane's sequence.

    Returns:
        The answer of the last game: who is next; ``ILLEGAL``: nothing has changed.
    """
    b = record_of(box, BOX)
    w = record_of(work, WORK)
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
        w.event_count = 0
        moved = True
        if _is_legal(notes.legal, todo, len(mask)):
            take(s, b, w, todo)
            lane.moves += 1
        elif FORFEIT - SEATS < todo <= FORFEIT:
            forfeit(s, b, w, FORFEIT - todo)
        elif todo in (BEGIN, NEXT, DESCRIBED, SHOW, RESUME):
            moved = False
            lane.seen_by = -1
            if todo == SHOW:
                list_legal(s, b, w)
            elif todo == RESUME:
                advance(s, b, w)
            else:
                if todo != DESCRIBED:
                    lane.place += int(todo == NEXT)
                    _draw_game(lane, scenarios, players)
                _begin(s, b, scenarios, w, lane)
        else:
            lane.answer = answer = _refuse(lane, notes.legal, mask)
            continue
        _reward(s, b, lane, shaping, moved)
        lane.players = s.public.players
        lane.to_move = lane.answer = answer = to_move(s)
        if answer == OVER:
            w.legal_count = 0
        _write_mask(w, notes.legal, mask)
        seat = viewer(s)
        show(
            s, b, seat, int(lane.seen_by), record_at(games, n, SHOWN), notes.shown, observations[n]
        )
        lane.seen_by = seat
    return answer


@compiled
def observe(game: Bytes, box: Bytes, seat: int, out: Array8) -> None:
    """Write what a seat sees, which need not decide.

    Raises:
        ValueError: Nobody has the seat, or the game does not fit the array.
    """
    s = record_of(game, STATE)
    if seat < 0 or seat >= s.public.players:
        raise ValueError("the seat is not taken by a player of this game")
    now, shown = record_of(game[:_SHOWN], SHOWN), record_of(np.zeros(_SHOWN, np.uint8), SHOWN)
    show(s, record_of(box, BOX), seat, -1, now, shown, out)


@compiled
def outcomes(game: Bytes, box: Bytes, values: Array16, chances: _Floats) -> int:
    """At a chance node, write its outcomes and their exact probabilities; return how many."""
    return list_outcomes(record_of(game, STATE), record_of(box, BOX), values, chances)


@compiled
def resample(game: Bytes, box: Bytes, seed: int) -> None:
    """Draw a new hidden part that agrees with the public one."""
    draw_hidden(record_of(game, STATE), record_of(box, BOX), seed)


@compiled
def endings(
    games: Bytes, box: Bytes, which: npt.NDArray[np.int64], returns: _Floats, progress: _Floats
) -> None:
    """Write what some games earned each seat, and how far each has come.

    Args:
        games: Records, shape ``(games, STATE.itemsize)``.
        box: What is in the box.
        which: Indices of the games.
        returns: Written, without shaping; zeros until a game is over; shape ``(which, SEATS)``.
        progress: Written, from 0 to 1; the same shape.
    """
    b = record_of(box, BOX)
    for i in range(len(which)):
        s = record_at(games, which[i], STATE)
        returns[i] = 0.0
        if to_move(s) == OVER:
            write_returns(s, b, returns[i])
        write_progress(s, b, progress[i])
