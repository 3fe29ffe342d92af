"""Worth of chance in games that were played: one compiled function over any game's hooks.

``load_program`` in ``envs.core.engine.contract`` executes this file once a game, with the game's
hooks and parts of ``play_loop`` among its globals. A game is played again from its seed and
actions. At each chance node, the position after every outcome is judged: the value network plays
on until chance decides again, and states the value there. What counts is the value after the
outcome that came less the mean over all outcomes, weighted by their exact probabilities
(AIVAT without the players' own randomness; Burch et al. 2018). Its mean is 0 for every network.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.value.network import Floats
from tablemates.agents.value.player import Judge
from tablemates.envs.core.compiler.decorators import compiled, helper
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.records.borrowed import record_at, record_of
from tablemates.envs.core.records.layout import Array8, Array16, Bytes, Words

if TYPE_CHECKING:
    from tablemates.agents.value.play_loop import copy_record, judge
    from tablemates.envs.core.engine.contract import (
        ACTION_WORDS,
        BOX,
        SCENARIO,
        SHOWN,
        STATE,
        WORK,
        advance,
        hidden_outcome,
        list_legal,
        list_outcomes,
        set_up,
        take,
        to_move,
        viewer,
        write_progress,
        write_returns,
    )

_Floats = npt.NDArray[np.float64]

_RECORD: Final = STATE.itemsize
_ACTIONS: Final = 64 * ACTION_WORDS
#: ``explicit_chance`` of a game that stops at chance nodes and keeps its hidden part.
_KEPT: Final = 2
#: Rows of the copies: the game, a position to judge, one after an action, the best of these.
_GAME: Final = 0
_JUDGED: Final = 1
_TRIED: Final = 2
_BEST: Final = 3


class Histories(NamedTuple):
    """Games to play again; ``starts`` says where each game's actions begin, and their number."""

    seeds: Words
    scenarios: Array16
    players: Array8
    starts: npt.NDArray[np.int64]
    actions: Array16


@helper
def _note(seat: int, players: int, j: Judge, found: Floats) -> None:
    """Keep values by seat."""
    pairs = len(j.out) // 2
    for k in range(min(pairs, players)):
        to = (seat + k) % players if pairs > 1 else 0
        found[to] = j.out[k]
        found[pairs + to] = j.out[pairs + k]


@helper
def _play_on(
    copies: Bytes, box: Any, w: Any, seat: int, depth: int, legal: Array16, j: Judge, found: Floats
) -> None:
    """Judge the position in ``_JUDGED``: play on by the network until chance decides again.

    All copies but the game's own are written. What is legal in the position is listed; ``seat``
    decided last. Values by seat, scaled returns, then progress, are written into ``found``.
    """
    s = record_at(copies, _JUDGED, STATE)
    trial = record_at(copies, _TRIED, STATE)
    players = int(s.public.players)
    if to_move(s) < 0 or depth == 0:
        judge(s, box, record_at(copies, _JUDGED, SHOWN), seat, j)
        _note(seat, players, j, found)
        return
    for _ in range(depth):
        mover = to_move(s)
        count = int(w.legal_count)
        for i in range(count):
            legal[i] = w.legal[i]
        most = -1.0
        for i in range(count):
            copy_record(copies, _TRIED, copies, _JUDGED)
            w.event_count = 0
            take(trial, box, w, int(legal[i]))
            value = judge(trial, box, record_at(copies, _TRIED, SHOWN), mover, j)
            if value > most:
                most = value
                copy_record(copies, _BEST, copies, _TRIED)
                _note(mover, players, j, found)
        copy_record(copies, _JUDGED, copies, _BEST)
        if to_move(s) < 0:
            return
        list_legal(s, box, w)


@compiled
def tell(game: Bytes, box: Bytes) -> int:
    """Return what chance draws at a node of a game that keeps its hidden part, once a node."""
    return int(hidden_outcome(record_of(game, STATE), record_of(box, BOX)))


@compiled
def play_again(
    box: Bytes,
    scenarios: Bytes,
    work: Bytes,
    histories: Histories,
    first_player: int,
    skip_forced: int,
    j: Judge,
    depth: int,
    luck: _Floats,
    ends: _Floats,
) -> None:
    """Play games again and write what chance was worth in each.

    ``skip_forced`` is 1 if the engine took decisions with one option; the network plays on for
    ``depth`` decisions. ``luck`` is that in scaled returns, then in progress, of each seat that has
    values of its own; ``ends`` are returns of a finished game, else ``nan``, then progress, shape
    ``(games, 2, SEATS)``.
    """
    b = record_of(box, BOX)
    w = record_of(work, WORK)
    outputs = len(j.out)
    found = np.zeros(outputs, np.float32)
    legal = np.zeros(_ACTIONS, np.int16)
    copies = np.zeros((4, _RECORD), np.uint8)
    values = np.zeros(_ACTIONS, np.int16)
    chances = np.zeros(_ACTIONS, np.float64)
    s = record_at(copies, _GAME, STATE)
    trial = record_at(copies, _JUDGED, STATE)
    for g in range(len(histories.seeds)):
        scenario = record_at(scenarios, int(histories.scenarios[g]), SCENARIO)
        players = int(histories.players[g])
        w.event_count = 0
        set_up(s, b, scenario, w, histories.seeds[g], players, first_player, _KEPT, skip_forced)
        advance(s, b, w)
        j.known[:] = 0
        luck[g] = 0.0
        seat = viewer(s)
        t = histories.starts[g]
        while to_move(s) != OVER:
            w.event_count = 0
            if to_move(s) != CHANCE:
                if t == histories.starts[g + 1]:
                    break
                seat = to_move(s)
                take(s, b, w, int(histories.actions[t]))
                t += 1
                continue
            count = list_outcomes(s, b, values, chances)
            came = hidden_outcome(s, b)
            if count > 1:
                for i in range(count):
                    copy_record(copies, _JUDGED, copies, _GAME)
                    trial.public.explicit_chance = 1
                    w.event_count = 0
                    take(trial, b, w, int(values[i]))
                    _play_on(copies, b, w, seat, depth, legal, j, found)
                    share = (1.0 if values[i] == came else 0.0) - chances[i]
                    for k in range(outputs):
                        luck[g, k] += share * found[k]
            w.event_count = 0
            take(s, b, w, came)
        write_progress(s, b, ends[g, 1])
        ends[g, 0] = np.nan
        if to_move(s) == OVER:
            write_returns(s, b, ends[g, 0])
