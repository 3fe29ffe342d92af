"""The ten rules as an agent."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.rules_bot.rules import SENTENCES, Rule, choose
from tablemates.agents.scripts import Floats, ScriptAgent
from tablemates.agents.search.playouts import Playouts
from tablemates.envs.core.agent import Candidate, Explanation, Situation
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.rules import catalogue
from tablemates.envs.portal_dash.rules.state import Box, State, Work


@helper
def _choose(s: State, box: Box, w: Work, mask: Array8, _weights: tuple[()], notes: Floats) -> int:
    """Return the action of the first rule that applies, and note the rule."""
    action, rule = choose(s.public, box, w, mask)
    notes[0] = rule
    return action


@helper
def prefer(s: State, box: Box, w: Work, _seed: int) -> int:
    """Return the action of ``choose`` where search plays on."""
    mask = np.zeros(catalogue.SPACE + box.capacity_rows * box.capacity_columns, np.int8)
    for i in range(w.legal_count):
        mask[w.legal[i]] = 1
    return choose(s.public, box, w, mask)[0]


PLAYOUTS: Final = Playouts(prefer)


class RulesAgent(ScriptAgent):
    """Follows the first of ten rules that applies, without lookahead."""

    name = "rules"

    def __init__(self, facts: GameFacts) -> None:
        super().__init__(facts, _choose)

    def explain(self, situation: Situation) -> Explanation:
        """Return the action and its rule."""
        actions, notes = self.choices(situation.alone())
        rule = Rule(int(notes[0, 0]))
        reason = f"Rule {rule + 1}: {SENTENCES[rule]}"
        return Explanation((Candidate(int(actions[0]), 1.0, reason),))
