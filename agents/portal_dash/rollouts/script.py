"""The script that search builds on: who plays on in its futures and judges where they stop."""

from __future__ import annotations

from typing import Final

from tablemates.agents.portal_dash.planner.files import tuned_weights
from tablemates.agents.portal_dash.planner.weights import Numbers

#: As the registry and ``Rollouts`` know it.
SCRIPT: Final = "planner-tuned"


def script_weights() -> Numbers:
    """Return its weights, shape ``(players, weights)``."""
    return tuned_weights()
