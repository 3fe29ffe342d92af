"""Ends of a game, and the progress of a team."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.pieces import kind_of
from tablemates.envs.portal_dash.rules.piglins import side_of
from tablemates.envs.portal_dash.state import Box, Public, Work
from tablemates.envs.portal_dash.vocabulary import Cause, Decision, Event

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
    for i in range(L.BOSSES):
        if p.boss_kind[i] >= 0 and p.boss_life[i] > 0:  # END-01
            return
    win(p, w)  # END-01


def blocks_placed(p: Public, box: Box) -> tuple[int, int]:
    """Return how many blocks lie on the piglin board, and how many it has room for."""
    placed = 0
    places = 0
    for i in range(L.PLACES):
        placed += p.place_count[i]
        places += box.piglin[side_of(p), i]
    return placed, places


def life_lost(p: Public, box: Box) -> tuple[int, int]:
    """Return how much life the bosses have lost, and how much they had."""
    lost = 0
    life = 0
    for i in range(L.BOSSES):
        if p.boss_kind[i] >= 0:
            full = int(box.kind_life[kind_of(p, box, L.REGULAR_MOBS + i)])
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


compile_functions(globals())
