"""Agents of Orcs Must Die!"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.agents.game_agents import GameAgents, Script
from tablemates.agents.roster import Roster, read_strength

_HERE: Final = "tablemates.agents.orcs_must_die"

#: What the game table offers.
ROSTER: Final = Roster(
    partner="rules",
    adviser="rollout:32",
    sentences={
        "random": "Takes any legal choice.",
        "rules": "Foresees roughly where minions will stand; buys the dearest cards.",
        "rollout:32": "Plays every choice on for some rounds, in several futures.",
    },
    strength=read_strength(Path(__file__).with_name("strength.yaml"), "fortress"),
    mates=("random", "rules", "rollout:32"),
)
AGENTS: Final = GameAgents(
    scripts={"rules": Script(f"{_HERE}.rules:RulesAgent")},
    playouts=f"{_HERE}.rules:PLAYOUTS",
    roster=f"{_HERE}:ROSTER",
)
