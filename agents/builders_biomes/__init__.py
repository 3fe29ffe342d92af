"""Agents of Builders & Biomes."""

from __future__ import annotations

from typing import Final

from tablemates.agents.game_agents import GameAgents, Script

AGENTS: Final = GameAgents(
    scripts={"rules": Script("tablemates.agents.builders_biomes.rules:RulesAgent")},
)
