"""The ten rules as an agent."""

from __future__ import annotations

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.rules_bot.choice import CODE, choose_all
from tablemates.agents.portal_dash.rules_bot.rules import SENTENCES, Rule
from tablemates.envs.core.agent import Agent, Batch, Candidate, Explanation, Situation
from tablemates.envs.core.cache import compiling
from tablemates.envs.core.record import Array8, Array16, Bytes
from tablemates.envs.portal_dash.rules.state import STATE, WORK


class RulesAgent(Agent):
    """Follows the first of ten rules that has something to say; it never looks ahead.

    Args:
        facts: The game it plays.
    """

    name = "rules"

    def __init__(self, facts: GameFacts) -> None:
        self._box = facts.box.copy()
        self._work = np.zeros(WORK.itemsize, np.uint8)
        self._game = np.zeros(STATE.itemsize, np.uint8)
        self._ready = False

    def act(self, situation: Situation) -> int:
        """Return what the first rule that speaks says."""
        return int(self._answers(situation.public[None], situation.mask[None])[0][0])

    def act_batch(self, batch: Batch) -> Array16:
        """Return the answers of ``act``, all in one compiled call."""
        return self._answers(batch.publics, batch.masks)[0]

    def explain(self, situation: Situation) -> Explanation:
        """Return the action and the rule that spoke."""
        actions, rules = self._answers(situation.public[None], situation.mask[None])
        rule = Rule(int(rules[0]))
        reason = f"Rule {rule + 1}: {SENTENCES[rule]}"
        return Explanation((Candidate(int(actions[0]), 1.0, reason),))

    def _answers(self, publics: Bytes, masks: Array8) -> tuple[Array16, Array16]:
        actions = np.zeros(len(publics), np.int16)
        rules = np.zeros(len(publics), np.int16)
        # Machine code is made for one kind of array: in one piece, and not marked read-only.
        publics = np.require(publics, np.uint8, ["C", "W"])
        masks = np.require(masks, np.int8, ["C", "W"])
        arguments = (publics, self._box, self._work, masks, self._game, actions, rules)
        if self._ready:
            choose_all(*arguments)
        else:
            with compiling("rules bot", 10, CODE):
                choose_all(*arguments)
            self._ready = True
        return actions, rules
