"""Agents of Builders & Biomes."""

from __future__ import annotations

from typing import Final

from tablemates.agents.game_agents import GameAgents, Script

_HERE: Final = "tablemates.agents.builders_biomes.rules"

AGENTS: Final = GameAgents(
    scripts={"rules": Script(f"{_HERE}:RulesAgent")},
    prefer=f"{_HERE}:prefer",
)
