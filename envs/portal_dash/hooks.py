"""The rules of Portal Dash as the engine calls them, see ``Rules``."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import helper, inlined
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.engine.rules import Rules, rule_sources
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.records.layout import Array8, Array16
from tablemates.envs.portal_dash.observation import writer
from tablemates.envs.portal_dash.observation.changes import (
    EVERYTHING,
    RELATIVE,
    SHOWN,
    Shown,
    changed_parts,
)
from tablemates.envs.portal_dash.reward import potential_of
from tablemates.envs.portal_dash.rules import flow, legal, resample
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.chance import outcomes
from tablemates.envs.portal_dash.rules.ending import lose, progress_of
from tablemates.envs.portal_dash.rules.outcome import hidden_outcome
from tablemates.envs.portal_dash.rules.setup import set_up
from tablemates.envs.portal_dash.state import BOX, LEVEL, STATE, WORK, Box, State, Work
from tablemates.envs.portal_dash.vocabulary import Cause, Colour, Decision

_Floats = npt.NDArray[np.float64]

RULE_SOURCES: Final = rule_sources(__name__, core=["engine/cube"])
#: Parts of the rules for the planner, see ``run_part``.
DECIDE, STEP, LEGAL = range(3, 6)


@helper
def run_part(s: State, box: Box, w: Work, part: int, value: int) -> None:
    """Take an action without running on, do the top frame of the agenda, or list actions."""
    if part == DECIDE:
        flow.decide(s, box, w, value)
    elif part == STEP:
        flow.run_step(s, box, w)
    else:
        legal.list_legal(s, box, w)


@helper
def forfeit(s: State, _box: Box, w: Work, seat: int) -> None:
    """Lose the game."""
    p = s.public
    if p.decision == Decision.COVER:
        p.hand[Colour.BROWN] += 1  # the block that was to be laid: none gets lost
    lose(p, w, Cause.ILLEGAL_ACTION, seat, -1)


@helper
def to_move(s: State) -> int:
    """Return the player who decides, ``CHANCE`` or ``OVER``."""
    p = s.public
    if p.outcome != Outcome.RUNNING:
        return OVER
    if p.decision == Decision.CHANCE:
        return CHANCE
    return p.decider


@inlined
def viewer(s: State) -> int:
    """Return who decides, else whose turn it is."""
    return writer.viewer(s.public)


@helper
def show(
    s: State, box: Box, seat: int, seen_by: int, now: Shown, shown: Shown, observation: Array8
) -> None:
    """Write the parts of the observation that have changed."""
    parts = changed_parts(now.words, shown.words)
    if seen_by != seat:
        parts |= EVERYTHING if seen_by < 0 else RELATIVE
    writer.write_parts(s.public, box, seat, parts, observation)


@helper
def list_outcomes(s: State, box: Box, values: Array16, chances: _Floats) -> int:
    """Write outcomes and probabilities."""
    return outcomes(s.public, box, s.public.decision_about, values, chances)


@helper
def write_returns(s: State, _box: Box, out: _Floats) -> None:
    """Write 1 for every player of a team that has won, else 0."""
    out[:] = 1.0 if s.public.outcome == Outcome.WON else 0.0


@helper
def write_progress(s: State, box: Box, out: _Floats) -> None:
    """Write how far the team has come."""
    out[:] = progress_of(s.public, box)


@helper
def write_potential(s: State, box: Box, weights: _Floats, out: _Floats) -> None:
    """Write the team's potential."""
    out[:] = potential_of(s.public, box, weights)


RULES: Final = Rules(
    set_up=set_up,
    advance=flow.advance,
    list_legal=flow.refresh,
    take=flow.take,
    forfeit=forfeit,
    to_move=to_move,
    show=show,
    list_outcomes=list_outcomes,
    hidden_outcome=hidden_outcome,
    draw_hidden=resample.draw_hidden,
    write_returns=write_returns,
    write_progress=write_progress,
    write_potential=write_potential,
    state=STATE,
    box=BOX,
    scenario=LEVEL,
    work=WORK,
    shown=SHOWN,
    seats=L.PLAYERS,
    viewer=viewer,
    run_part=run_part,
)
