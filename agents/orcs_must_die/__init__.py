"""Agents of Orcs Must Die!"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.agents.game_agents import GameAgents, Script

_HERE: Final = "tablemates.agents.orcs_must_die"
_SHIPPED: Final = Path(__file__).parent / "policies"

AGENTS: Final = GameAgents(
    scripts={"rules": Script(f"{_HERE}.rules_agent:RulesAgent")},
    policies={name: _SHIPPED / name for name in ("value", "beside-rules")},
    playouts=f"{_HERE}.rules_agent:PLAYOUTS",
)
