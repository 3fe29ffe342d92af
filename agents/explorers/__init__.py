"""Agents of Explorers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.agents.game_agents import GameAgents, Script
from tablemates.agents.roster import Roster, read_strength

_HERE: Final = "tablemates.agents.explorers"

#: What the game table offers.
ROSTER: Final = Roster(
    partner="champion:32",
    adviser="champion:32",
    sentences={
        "random": "Takes any legal choice.",
        "simple": "Follows a dozen rules of thumb.",
        "rules": "Scores every option in food: what it brings towards the chests, less its price.",
        "rollout:64": "Plays every choice on to the end, in several futures.",
        "value": "A network that has learned by play how likely a position wins.",
        "turn": "Plans its whole turn by the network value.",
        "champion:32": "Plays the choices of the network value on in many futures.",
    },
    strength=read_strength(Path(__file__).with_name("strength.yaml")),
)
AGENTS: Final = GameAgents(
    scripts={
        "simple": Script(f"{_HERE}.agent:SimpleAgent"),
        "rules": Script(f"{_HERE}.agent:RulesAgent"),
    },
    policies={"value": Path(__file__).parent / "policies" / "value"},
    playouts=f"{_HERE}.rules:PLAYOUTS",
    roster=f"{_HERE}:ROSTER",
)
