"""Agents of Portal Dash."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.agents.game_agents import GameAgents, Script

_HERE: Final = "tablemates.agents.portal_dash"
_SHIPPED: Final = Path(__file__).parent / "policies"

AGENTS: Final = GameAgents(
    scripts={
        "rules": Script(f"{_HERE}.rules_agent:RulesAgent"),
        "planner": Script(f"{_HERE}.planner.agent:planner", "STYLE"),
        "planner-tuned": Script(f"{_HERE}.planner.agent:tuned_planner"),
    },
    policies={name: _SHIPPED / name for name in ("value", "beside-rules")},
    playouts=f"{_HERE}.rules_agent:PLAYOUTS",
)
