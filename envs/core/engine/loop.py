"""The engine: the loops around a game's rules, compiled once for all games.

One function, ``play``, plays games side by side for every view, because each call into compiled
code costs as much as a small decision. The rules of the game are its first argument, see ``calls``:
from ``take`` there a reader goes on to ``take`` in the game's ``hooks.RULES``. Entry points take
``uint8`` buffers, because handing a record from Python to compiled code costs more than handing
over an array.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import compiled, helper
from tablemates.envs.core.engine.calls import (
    advance,
    box_of,
    draw_hidden,
    forfeit,
    list_legal,
    list_outcomes,
    scenario_at,
    set_up,
    show,
    shown_at,
    shown_of,
    state_at,
    state_of,
    take,
    to_move,
    viewer,
    work_of,
    write_potential,
    write_progress,
    write_returns,
)
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
from tablemates.envs.core.records.borrowed import borrowed, fetch, record_at
from tablemates.envs.core.records.changes import forget
from tablemates.envs.core.records.layout import (
    I8,
    I16,
    I32,
    U64,
    Array8,
    Array16,
    Bytes,
    Rows,
    dtype_of,
)
from tablemates.envs.core.records.random import random_below, random_bits

_Floats = npt.NDArray[np.float64]

#: Streams of what tells the games of a sequence apart; the rules' own end long before.
_SEEDS: Final = 1001
_SCENARIOS: Final = 1002
_PLAYERS: Final = 1003
#: Stream of further seeds for hidden parts, and most of them: hands that leave no choice are
#: drawn again, and the one that has been dealt leaves one.
_AGAIN: Final = 1004
_REDRAWS: Final = 100_000
#: Drawn seeds are below 2**48: those of training.
_SEED_SHIFT: Final = np.uint64(16)


class Lane:
    """State of a lane beside the game's record."""

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


LANE: Final = dtype_of(Lane)


@helper
def bytes_for(actions: int) -> int:
    """Return how many bytes hold a bit for every action: whole words, so that more may follow."""
    return -(-actions // 64) * 8


@helper
def _write_mask(w: Any, kept: Bytes, end: int, mask: Array8) -> None:
    """Write what is legal: one bit an action for the engine, one byte for the caller."""
    for i in range(end):
        kept[i] = 0
    mask[:] = 0
    for i in range(w.legal_count):
        action = int(w.legal[i])
        kept[action >> 3] |= 1 << (action & 7)
        mask[action] = 1


@helper
def _is_legal(kept: Bytes, action: int, count: int) -> bool:
    if action < 0 or action >= count:
        return False
    return bool(int(kept[action >> 3]) >> (action & 7) & 1 != 0)


@helper
def _refuse(reward: _Floats, kept: Bytes, mask: Array8) -> int:
    """Answer an action that is not legal; the mask may have been written to by others."""
    for action in range(len(mask)):
        mask[action] = _is_legal(kept, action, len(mask))
    for seat in range(len(reward)):
        reward[seat] = 0.0
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
def _begin(rules: Any, s: Any, box: Any, scenarios: Bytes, w: Any, lane: Lane) -> None:
    """Set up the game that the lane describes and go on to its first decision."""
    set_up(
        rules,
        s,
        box,
        scenario_at(rules, scenarios, int(lane.scenario)),
        w,
        lane.seed,
        int(lane.players),
        int(lane.first_player),
        int(lane.explicit_chance),
        int(lane.skip_forced),
    )
    lane.moves = 0
    advance(rules, s, box, w)


@helper
def _write_reward(
    rules: Any, s: Any, box: Any, earned: _Floats, shaping: _Floats, moved: bool, over: bool
) -> None:
    """Note what the move earned each seat: return and progress at the end, and shaping.

    ``earned`` has the rewards, then the potentials of the present state. Shaping is
    potential-based: ``discount * potential(after) - potential(before)``. A game that is only shown
    has no reward.
    """
    seats = len(earned) // 2
    reward, potential = earned[:seats], earned[seats:]
    for seat in range(seats):
        reward[seat] = 0.0
    if moved and over:
        write_returns(rules, s, box, reward)
    if len(shaping) == 0:
        return
    if moved:
        for seat in range(seats):
            reward[seat] -= potential[seat]
    if over and moved:
        write_progress(rules, s, box, potential)
        for seat in range(seats):
            reward[seat] += shaping[0] * potential[seat]
    for seat in range(seats):
        potential[seat] = 0.0
    if not over:
        write_potential(rules, s, box, shaping[2:], potential)
        if moved:
            for seat in range(seats):
                reward[seat] += shaping[1] * potential[seat]


@compiled
def play(
    rules: Any,
    games: Rows[Bytes],
    box: Bytes,
    scenarios: Rows[Bytes],
    players: Bytes,
    work: Bytes,
    masks: Rows[Array8],
    observations: Rows[Array8],
    lanes: Rows[Bytes],
    earned: Rows[_Floats],
    kept: Rows[Bytes],
    shaping: _Floats,
    which: npt.NDArray[np.int64],
    action: int,
) -> int:
    """Take an action in every game and look at what follows.

    Args:
        rules: Of the game, ``Engine.table``.
        games: Records, shape ``(games, bytes)``.
        box: What is in the box.
        scenarios: What is put on the table, shape ``(scenarios, bytes)``.
        players: The numbers of players that a game may have.
        work: Scratch space; gets the events of the last game.
        masks: What is legal in each game; written.
        observations: Of each game's decider. Nobody else may write there: only what
            has changed is written, or everything where the lane says so.
        lanes: Shape ``(games, LANE.itemsize)``; answers are written.
        earned: Written: what the move earned each seat, then the potential of shaping of each;
            shape ``(games, 2 * seats)``.
        kept: What a move notes for the next one: a bit for every legal action, then what the
            observation was written from; shape ``(games, bytes)``, see ``Engine.new_lanes``.
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
    b = box_of(rules, box)
    w = work_of(rules, work)
    masks, observations, shaping = borrowed(masks), borrowed(observations), borrowed(shaping)
    kept, earned = borrowed(kept), borrowed(earned)
    end = bytes_for(masks.shape[1])
    notes = kept[:, end:]
    seats = earned.shape[1] // 2
    answer = OVER
    for i in range(len(which)):
        n = which[i]
        if i + 1 < len(which):
            after = which[i + 1]
            fetch(games, after)
            fetch(lanes, after)
            fetch(earned, after)
            fetch(masks, after)
            fetch(kept, after)
            fetch(observations, after)
        lane = record_at(lanes, n, LANE)
        todo = action
        if action == EACH:
            todo = int(lane.action)
            if todo == SKIP:
                continue
        s = state_at(rules, games, n)
        mask = masks[n]
        w.event_count = 0
        moved = True
        if _is_legal(kept[n], todo, len(mask)):
            take(rules, s, b, w, todo)
            lane.moves += 1
        elif FORFEIT - seats < todo <= FORFEIT:
            forfeit(rules, s, b, w, FORFEIT - todo)
        elif todo in (BEGIN, NEXT, DESCRIBED, SHOW, RESUME):
            moved = False
            lane.seen_by = -1
            if todo == SHOW:
                list_legal(rules, s, b, w)
            elif todo == RESUME:
                advance(rules, s, b, w)
            else:
                if todo != DESCRIBED:
                    lane.place += int(todo == NEXT)
                    _draw_game(lane, scenarios, players)
                _begin(rules, s, b, scenarios, w, lane)
        else:
            lane.answer = answer = _refuse(earned[n, :seats], kept[n], mask)
            continue
        answer = to_move(rules, s)
        _write_reward(rules, s, b, earned[n], shaping, moved, answer == OVER)
        lane.players = s.public.players
        lane.to_move = lane.answer = answer
        if answer == OVER:
            w.legal_count = 0
        _write_mask(w, kept[n], end, mask)
        seat = viewer(rules, s)
        if lane.seen_by < 0:
            forget(games[n], notes[n])
        now, shown = shown_at(rules, games, n), shown_at(rules, notes, n)
        show(rules, s, b, seat, int(lane.seen_by), now, shown, observations[n])
        lane.seen_by = seat
    return answer


@compiled
def observe(rules: Any, game: Bytes, box: Bytes, seat: int, room: int, out: Array8) -> None:
    """Write what a seat sees, which need not decide; ``room`` is the size of ``Rules.shown``.

    Raises:
        ValueError: Nobody has the seat, or the game does not fit the array.
    """
    s = state_of(rules, game)
    if seat < 0 or seat >= s.public.players:
        raise ValueError("the seat is not taken by a player of this game")
    notes = np.zeros(room, np.uint8)
    forget(game, notes)
    now, shown = shown_of(rules, game), shown_of(rules, notes)
    show(rules, s, box_of(rules, box), seat, -1, now, shown, out)


@compiled
def outcomes(rules: Any, game: Bytes, box: Bytes, values: Array16, chances: _Floats) -> int:
    """At a chance node, write its outcomes and their exact probabilities; return how many."""
    return list_outcomes(rules, state_of(rules, game), box_of(rules, box), values, chances)


@compiled
def resample(rules: Any, game: Bytes, box: Bytes, work: Bytes, seat: int, seed: int) -> None:
    """Draw what a seat does not see anew; -1: what the one who decides does not see.

    That somebody is asked tells the others that its hand leaves a choice, because moves that leave
    none are not asked for. So hands are drawn until the one who decides has one.
    """
    s, b, w = state_of(rules, game), box_of(rules, box), work_of(rules, work)
    decider = to_move(rules, s)
    eyes = seat if seat >= 0 else viewer(rules, s)
    draw_hidden(rules, s, b, eyes, seed)
    if decider < 0 or decider == eyes:
        return
    for n in range(_REDRAWS):
        list_legal(rules, s, b, w)
        if w.legal_count > s.public.skip_forced:
            return
        draw_hidden(rules, s, b, eyes, random_bits(seed, _AGAIN, n))


@compiled
def endings(
    rules: Any,
    games: Rows[Bytes],
    box: Bytes,
    which: npt.NDArray[np.int64],
    returns: Rows[_Floats],
    progress: Rows[_Floats],
) -> None:
    """Write what some games earned each seat, and how far each has come.

    Args:
        rules: Of the game.
        games: Records, shape ``(games, bytes)``.
        box: What is in the box.
        which: Indices of the games.
        returns: Written, without shaping; zeros until a game is over; shape ``(which, seats)``.
        progress: Written, from 0 to 1; the same shape.
    """
    b = box_of(rules, box)
    for i in range(len(which)):
        s = state_at(rules, games, which[i])
        for seat in range(returns.shape[1]):
            returns[i, seat] = 0.0
        if to_move(rules, s) == OVER:
            write_returns(rules, s, b, returns[i])
        write_progress(rules, s, b, progress[i])
