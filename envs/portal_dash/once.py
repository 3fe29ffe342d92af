"""The rules compiled once: what engine and agents call, in one piece of machine code."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from tablemates.envs.core.compiled import compiled_once, helper
from tablemates.envs.portal_dash import CACHE
from tablemates.envs.portal_dash.rules import flow, legal, resample
from tablemates.envs.portal_dash.rules.state import BOX, STATE, WORK, Box, State, Work


class _Part(IntEnum):
    TAKE = 0
    ADVANCE = 1
    REFRESH = 2
    DECIDE = 3
    STEP = 4
    LEGAL = 5


@compiled_once(CACHE, STATE, BOX, WORK, int, int)
def _do(s: State, box: Box, w: Work, part: int, value: int) -> None:
    if part == _Part.DECIDE:
        flow.decide(s, box, w, value)
    elif part == _Part.STEP:
        flow.run_step(s, box, w)
    elif part == _Part.LEGAL:
        legal.list_legal(s, box, w)
    elif part == _Part.REFRESH:
        flow.refresh(s, box, w)
    elif part == _Part.TAKE:
        flow.take(s, box, w, value)
    else:
        flow.advance(s, box, w)


@compiled_once(CACHE, STATE, BOX, np.uint64)
def draw_hidden(s: State, box: Box, seed: int) -> None:
    """Write a hidden part that agrees with the public one, all else drawn from ``seed``."""
    resample.draw_hidden(s, box, seed)


@helper
def take(s: State, box: Box, w: Work, action: int) -> None:
    """Take a legal action, or receive an outcome, and ``advance``."""
    _do(s, box, w, _Part.TAKE.value, action)


@helper
def advance(s: State, box: Box, w: Work) -> None:
    """Run until a player decides, explicit chance stops the game, or it is over."""
    _do(s, box, w, _Part.ADVANCE.value, 0)


@helper
def refresh(s: State, box: Box, w: Work) -> None:
    """List what is legal, or the outcomes of chance, from the record alone."""
    _do(s, box, w, _Part.REFRESH.value, 0)


@helper
def decide(s: State, box: Box, w: Work, action: int) -> None:
    """Take a legal action without running on."""
    _do(s, box, w, _Part.DECIDE.value, action)


@helper
def run_step(s: State, box: Box, w: Work) -> None:
    """Do the top frame of the agenda, or stop at the choice that it needs."""
    _do(s, box, w, _Part.STEP.value, 0)


@helper
def list_legal(s: State, box: Box, w: Work) -> None:
    """Write the legal actions of the decision under way to ``w.legal``, ascending."""
    _do(s, box, w, _Part.LEGAL.value, 0)
