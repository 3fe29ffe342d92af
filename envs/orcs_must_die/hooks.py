"""The rules of Orcs Must Die! as the engine calls them, see ``Rules``."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.engine.rules import Rules, rule_sources
from tablemates.envs.orcs_must_die import state
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.observation import SHOWN, show
from tablemates.envs.orcs_must_die.rules import chance, flow, harm, setup

RULE_SOURCES: Final = rule_sources(__name__)
RULES: Final = Rules(
    set_up=setup.set_up,
    advance=flow.advance,
    list_legal=flow.list_legal,
    take=flow.take,
    forfeit=harm.forfeit,
    to_move=flow.to_move,
    show=show,
    list_outcomes=flow.list_outcomes,
    hidden_outcome=chance.hidden_outcome,
    draw_hidden=chance.draw_hidden,
    write_returns=harm.write_returns,
    write_progress=harm.write_progress,
    write_potential=harm.write_potential,
    state=state.STATE,
    box=state.BOX,
    scenario=state.SCENARIO,
    work=state.WORK,
    shown=SHOWN,
    seats=V.ALL_SEATS,
)
