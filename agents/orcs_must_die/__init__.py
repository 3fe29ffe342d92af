"""Agents of Orcs Must Die!"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.agents.game_agents import GameAgents, Script
from tablemates.agents.roster import Roster, read_strength

_HERE: Final = "tablemates.agents.orcs_must_die"

#: What the game table offers.
ROSTER: Final = Roster(
    partner="champion:32",
    adviser="champion:32",
    sentences={
        "random": "Takes any legal choice.",
        "rules": "Foresees roughly where minions will stand; buys the dearest cards.",
        "rollout:32": "Plays every choice on for some rounds, in several futures.",
        "value": "A network that has learned by play how likely a position wins.",
        "turn": "Plans its whole turn by the network value.",
        "champion:32": "Plays the choices of the network value on in many futures.",
    },
    strength=read_strength(Path(__file__).with_name("strength.yaml"), "fortress"),
    mates=("random", "rules", "champion:32"),
)
AGENTS: Final = GameAgents(
    scripts={"rules": Script(f"{_HERE}.rules:RulesAgent")},
    policies={"value": Path(__file__).parent / "policies" / "value"},
    playouts=f"{_HERE}.rules:PLAYOUTS",
    roster=f"{_HERE}:ROSTER",
)
