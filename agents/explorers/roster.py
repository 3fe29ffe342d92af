"""The partners that the game table offers in Explorers."""

from __future__ import annotations

from typing import Final

from tablemates.agents.roster import Roster

ROSTER: Final = Roster(
    partner="rules",
    adviser="rollout:64",
    sentences={
        "random": "Takes any legal choice.",
        "simple": "Follows a dozen rules of thumb.",
        "rules": "Scores every option in food: what it brings towards the chests, less its price.",
        "rollout:64": "Plays every choice on to the end, in several futures.",
    },
)
