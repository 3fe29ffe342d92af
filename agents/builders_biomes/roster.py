"""The opponents that the game table offers in Builders & Biomes."""

from __future__ import annotations

from typing import Final

from tablemates.agents.roster import Roster

ROSTER: Final = Roster(
    partner="value",
    adviser="value",
    sentences={
        "random": "Takes any legal choice.",
        "rules": "Scores every option in XP: what it brings until the end, less what it costs.",
        "rollout:128": "Plays every choice on for two rounds, in several futures.",
        "value": "A network that has learned by self-play how likely a seat wins.",
    },
)
