"""The rules of Explorers as the engine calls them, see ``Rules``."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.engine.rules import Rules, rule_sources
from tablemates.envs.explorers import state
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.observation import SHOWN, show
from tablemates.envs.explorers.rules import chance, ending, flow, setup

RULE_SOURCES: Final = rule_sources(__name__)
RULES: Final = Rules(
    set_up=setup.set_up,
    advance=flow.advance,
    list_legal=flow.list_legal,
    take=flow.take,
    forfeit=ending.forfeit,
    to_move=flow.to_move,
    show=show,
    list_outcomes=flow.list_outcomes,
    hidden_outcome=chance.hidden_outcome,
    draw_hidden=chance.draw_hidden,
    write_returns=ending.write_returns,
    write_progress=ending.write_progress,
    write_potential=ending.write_potential,
    state=state.STATE,
    box=state.BOX,
    scenario=state.SCENARIO,
    work=state.WORK,
    shown=SHOWN,
    seats=V.SEATS,
)
