"""Rules that the planner calls one by one, in the machine code of the whole."""

from __future__ import annotations

from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.game import ENGINE
from tablemates.envs.portal_dash.hooks import DECIDE, LEGAL, STEP
from tablemates.envs.portal_dash.rules.state import Box, State, Work

_run_part = ENGINE.hooks.ONCE["run_part"]
draw_hidden = ENGINE.hooks.ONCE["draw_hidden"]


@helper
def decide(s: State, box: Box, w: Work, action: int) -> None:
    """Take a legal action without running on."""
    _run_part(s, box, w, DECIDE, action)


@helper
def run_step(s: State, box: Box, w: Work) -> None:
    """Do the top frame of the agenda, or stop at the choice that it needs."""
    _run_part(s, box, w, STEP, 0)


@helper
def list_legal(s: State, box: Box, w: Work) -> None:
    """Write the legal actions of the decision under way to ``w.legal``, ascending."""
    _run_part(s, box, w, LEGAL, 0)
