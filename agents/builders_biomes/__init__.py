"""Agents of Builders & Biomes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.agents.game_agents import GameAgents, Script

_HERE: Final = "tablemates.agents.builders_biomes"

AGENTS: Final = GameAgents(
    scripts={"rules": Script(f"{_HERE}.rules_agent:RulesAgent")},
    policies={"value": Path(__file__).parent / "policies" / "value"},
    playouts=f"{_HERE}.rules_agent:PLAYOUTS",
)
