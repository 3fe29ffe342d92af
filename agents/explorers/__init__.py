"""Agents of Explorers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.agents.game_agents import GameAgents, Script

_HERE: Final = "tablemates.agents.explorers"

AGENTS: Final = GameAgents(
    scripts={
        "simple": Script(f"{_HERE}.script_agents:SimpleAgent"),
        "rules": Script(f"{_HERE}.script_agents:RulesAgent"),
    },
    policies={"value": Path(__file__).parent / "policies" / "value"},
    playouts=f"{_HERE}.option_scores:PLAYOUTS",
)
