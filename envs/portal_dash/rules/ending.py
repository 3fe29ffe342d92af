"""Ends of a game, the progress of a team, and the potential of shaping."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.pieces import kind_of
from tablemates.envs.portal_dash.rules.piglins import side_of
from tablemates.envs.portal_dash.state import Box, Public, State, Work
from tablemates.envs.portal_dash.vocabulary import Cause, Colour, Decision, Event

_Floats = npt.NDArray[np.float64]

#: The terms of the potential, each between 0 and 1, and what they say.
TERMS: Final[Mapping[str, str]] = {
    "progress": "how far the team has come: tasks, parts revealed, the boss's lost life",
    "tasks": "blocks placed on the piglin board, of those that the tasks need",
    "track": "parts revealed, of those that were face down at the start",
    "way": "columns that the players have crossed, of the whole track",
    "boss": "life that the bosses have lost",
    "hearts": "hearts left on the life trackers",
    "items": "items in the players' active rows, of the slots that they have",
}

#: Shares of the three stages in `progress`.
_TASKS = 0.5
_PARTS = 0.2
_BOSS = 0.3


def _stop(p: Public) -> None:
    """Leave nothing to be done or decided (TURN-02)."""
    p.agenda[:, :] = 0
    p.agenda_length = 0
    p.decision = Decision.NONE
    p.decider = -1
    p.decision_about = 0


def lose(p: Public, w: Work, cause: int, player: int, source: int) -> None:
    """End the game as lost, at once (TURN-02)."""
    p.outcome = Outcome.LOST
    p.cause = cause
    p.cause_player = player
    p.cause_source = source
    _stop(p)
    emit(w, Event.GAME_LOST, cause, player, source)


def win(p: Public, w: Work) -> None:
    """End the game as won, at once (TURN-02, END-01)."""
    p.outcome = Outcome.WON
    p.cause = Cause.BOSS_DEFEATED
    _stop(p)
    emit(w, Event.GAME_WON, Cause.BOSS_DEFEATED.value)


def check_bosses(p: Public, w: Work) -> None:
    """Win when no boss in play has life left."""
    for i in range(V.BOSSES):
        if p.boss_kind[i] >= 0 and p.boss_life[i] > 0:  # END-01
            return
    win(p, w)  # END-01


def blocks_placed(p: Public, box: Box) -> tuple[int, int]:
    """Return how many blocks lie on the piglin board, and how many it has room for."""
    placed = 0
    places = 0
    for i in range(V.PLACES):
        placed += p.place_count[i]
        places += box.piglin[side_of(p), i]
    return placed, places


def life_lost(p: Public, box: Box) -> tuple[int, int]:
    """Return how much life the bosses have lost, and how much they had."""
    lost = 0
    life = 0
    for i in range(V.BOSSES):
        if p.boss_kind[i] >= 0:
            full = int(box.kind_life[kind_of(p, box, V.REGULAR_MOBS + i)])
            lost += full - max(0, int(p.boss_life[i]))
            life += full
    return lost, life


def progress_of(p: Public, box: Box) -> float:
    """Return how far the team has come: tasks, parts, the boss's lost life; 1 is won."""
    if p.outcome == Outcome.WON:
        return 1.0
    placed, places = blocks_placed(p, box)
    parts = p.parts_open - 1 + p.portal_open
    lost, life = life_lost(p, box)
    return _TASKS * placed / places + _PARTS * parts / p.parts + _BOSS * lost / life


def forfeit(s: State, _box: Box, w: Work, seat: int) -> None:
    """Lose the game."""
    p = s.public
    if p.decision == Decision.COVER:
        p.hand[Colour.BROWN] += 1  # the block that was to be laid: none gets lost
    lose(p, w, Cause.ILLEGAL_ACTION, seat, -1)


def write_returns(s: State, _box: Box, out: _Floats) -> None:
    """Write 1 for every player of a team that has won, else 0."""
    out[:] = 1.0 if s.public.outcome == Outcome.WON else 0.0


def write_progress(s: State, box: Box, out: _Floats) -> None:
    """Write how far the team has come."""
    out[:] = progress_of(s.public, box)


def write_potential(s: State, box: Box, weights: _Floats, out: _Floats) -> None:
    """Write the team's potential."""
    out[:] = potential_of(s.public, box, weights)


def potential_of(p: Public, box: Box, weights: _Floats) -> float:
    """Return the potential of a game: the terms of ``TERMS``, in that order, by their weights."""
    if p.outcome != Outcome.RUNNING:
        return 0.0
    placed, places = blocks_placed(p, box)
    lost, life = life_lost(p, box)
    hearts = 0
    items = 0
    crossed = 0
    for player in range(p.players):
        if p.player_space[player] >= 0:
            crossed += int(p.player_space[player]) & (V.COLUMNS - 1)
        hearts += max(0, int(p.hearts[player]))
        for slot in range(V.SLOTS):
            items += p.item_kind[player, slot] >= 0 and p.item_active[player, slot] == 1
    potential: float = (
        weights[0] * progress_of(p, box)
        + weights[1] * (placed / places)
        + weights[2] * ((p.parts_open - 1 + p.portal_open) / p.parts)
        + weights[3] * (crossed / (p.columns * p.players))
        + weights[4] * (lost / life)
        + weights[5] * (hearts / (V.HEARTS * p.players))
        + weights[6] * (items / (V.SLOTS * p.players))
    )
    return potential


compile_functions(globals())
