"""Agents of Builders & Biomes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.agents.game_agents import GameAgents, Script
from tablemates.agents.roster import Roster

_HERE: Final = "tablemates.agents.builders_biomes"

#: What the game table offers.
ROSTER: Final = Roster(
    partner="turn",
    adviser="value",
    sentences={
        "random": "Takes any legal choice.",
        "rules": "Scores every option in XP: what it brings until the end, less what it costs.",
        "rollout:128": "Plays every choice on for two rounds, in several futures.",
        "value": "A network that has learned by self-play how likely a seat wins.",
        "turn": "Plans its whole turn by the network value.",
    },
)
AGENTS: Final = GameAgents(
    scripts={"rules": Script(f"{_HERE}.rules:RulesAgent")},
    policies={"value": Path(__file__).parent / "policies" / "value"},
    playouts=f"{_HERE}.rules:PLAYOUTS",
    roster=f"{_HERE}:ROSTER",
)
