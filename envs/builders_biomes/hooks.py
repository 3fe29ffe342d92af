"""The rules of Builders & Biomes as the engine calls them, see ``Rules``."""

from __future__ import annotations

from typing import Final

from tablemates.envs.builders_biomes import state
from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.observation import SHOWN, show
from tablemates.envs.builders_biomes.rules import chance, flow, setup, turn
from tablemates.envs.core.engine.rules import Rules, rule_sources

RULE_SOURCES: Final = rule_sources(__name__, core=["engine/cube"])
RULES: Final = Rules(
    set_up=setup.set_up,
    advance=flow.advance,
    list_legal=flow.list_legal,
    take=flow.take,
    forfeit=turn.forfeit,
    to_move=flow.to_move,
    show=show,
    list_outcomes=flow.list_outcomes,
    hidden_outcome=chance.hidden_outcome,
    draw_hidden=chance.draw_hidden,
    write_returns=turn.write_returns,
    write_progress=turn.write_progress,
    write_potential=turn.write_potential,
    state=state.STATE,
    box=state.BOX,
    scenario=state.SCENARIO,
    work=state.WORK,
    shown=SHOWN,
    seats=V.SEATS,
)
