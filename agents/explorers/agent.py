"""The scripts as agents."""

from __future__ import annotations

import numpy as np

from tablemates.agents.explorers import rules, simple
from tablemates.agents.facts import GameFacts
from tablemates.agents.scripts import Floats, ScriptAgent
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.record import Array8
from tablemates.envs.explorers.state import Box, State, Work


@helper
def _choose(s: State, box: Box, _w: Work, mask: Array8, weights: Floats, _notes: Floats) -> int:
    """Return the choice of a script: without weights, of the simple one."""
    if len(weights) == 0:
        return simple.choose(s.public, box, mask)
    return rules.choose(s.public, box, mask, weights)


class SimpleAgent(ScriptAgent):
    """Follows the first of a dozen rules that applies."""

    name = "simple"

    def __init__(self, facts: GameFacts) -> None:
        super().__init__(facts, _choose, np.zeros(0))


class RulesAgent(ScriptAgent):
    """Takes the option with the best score in food."""

    name = "rules"

    def __init__(self, facts: GameFacts) -> None:
        super().__init__(facts, _choose, np.array([*rules.WEIGHTS.values()]))
