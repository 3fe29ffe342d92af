"""The partners that the game table offers in Explorers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.agents.roster import Roster, read_strength

ROSTER: Final = Roster(
    partner="champion:32",
    adviser="champion:32",
    sentences={
        "random": "Takes any legal choice.",
        "simple": "Follows a dozen rules of thumb.",
        "rules": "Scores every option in food: what it brings towards the chests, less its price.",
        "rollout:64": "Plays every choice on to the end, in several futures.",
        "value": "A network that has learned by play how likely a position wins.",
        "champion:32": "Plays the choices of the network value on in many futures.",
    },
    strength=read_strength(Path(__file__).with_name("strength.yaml")),
)
