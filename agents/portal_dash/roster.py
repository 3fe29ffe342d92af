"""The partners that the game table offers in Portal Dash."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.agents.portal_dash.planner.weights import style_sentences
from tablemates.agents.roster import Roster, read_strength

_STRENGTH: Final = Path(__file__).with_name("strength.yaml")
_SENTENCES: Final = {
    "random": "Takes any legal choice.",
    "rules": "Follows a few rules of thumb.",
    "planner": "Looks ahead over the rest of the turn.",
    "planner-tuned": "Looks ahead like the planner, with weights that an optimiser found.",
    "value": "A network that has learned by playing millions of games how likely a position wins.",
    "turn": "Plans its whole turn by the network value.",
    "champion": "Plays the choices of the network value on in many futures.",
}
_STYLES: Final = {f"planner:{name}": words for name, words in style_sentences().items()}


ROSTER: Final = Roster(
    partner="turn",
    adviser="value",
    sentences=_SENTENCES | _STYLES,
    slow=("champion",),
    strength=read_strength(_STRENGTH),
    mates=("rules", "planner", "value"),
)
