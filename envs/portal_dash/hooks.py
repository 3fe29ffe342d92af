"""The rules of Portal Dash as the engine calls them, see ``Rules``."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.engine.rules import Rules, rule_sources
from tablemates.envs.portal_dash import state
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.observation import SHOWN, show
from tablemates.envs.portal_dash.rules import chance, ending, flow, outcome, resample, setup

RULE_SOURCES: Final = rule_sources(__name__, core=["engine/cube"])
RULES: Final = Rules(
    set_up=setup.set_up,
    advance=flow.advance,
    list_legal=flow.list_legal,
    take=flow.take,
    forfeit=ending.forfeit,
    to_move=flow.to_move,
    show=show,
    list_outcomes=chance.list_outcomes,
    hidden_outcome=outcome.hidden_outcome,
    draw_hidden=resample.draw_hidden,
    write_returns=ending.write_returns,
    write_progress=ending.write_progress,
    write_potential=ending.write_potential,
    state=state.STATE,
    box=state.BOX,
    scenario=state.SCENARIO,
    work=state.WORK,
    shown=SHOWN,
    seats=V.PLAYERS,
    viewer=flow.viewer,
    run_part=flow.run_part,
)
