"""The ten rules as an agent."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.rules_bot.rules import SENTENCES, Rule, choose
from tablemates.envs.core.agent import Agent, Batch, Candidate, Explanation, Situation
from tablemates.envs.core.cache import compiling, folder_within
from tablemates.envs.core.compiled import code_kept_in, compiled
from tablemates.envs.core.record import Array8, Array16, Bytes
from tablemates.envs.portal_dash import CACHE
from tablemates.envs.portal_dash.rules.records import box_of, state_of, work_of
from tablemates.envs.portal_dash.rules.state import STATE, WORK

CODE: Final = folder_within(CACHE, sorted(Path(__file__).parent.glob("*.py")))

with code_kept_in(CODE):

    @compiled
    def choose_all(
        publics: Bytes,
        box: Bytes,
        work: Bytes,
        masks: Array8,
        game: Bytes,
        actions: Array16,
        rules: Array16,
    ) -> None:
        """Choose actions for decisions of many games.

        Args:
            publics: The public part of each game, shape ``(games, bytes)``.
            box: The parts of the game.
            work: Scratch space.
            masks: Shape ``(games, actions)``.
            game: Scratch space, a record; its hidden part stays empty.
            actions: Written: the chosen actions.
            rules: Written: the ``Rule`` behind each of them.
        """
        b = box_of(box)
        w = work_of(work)
        s = state_of(game)
        for i in range(len(publics)):
            game[: publics.shape[1]] = publics[i]
            actions[i], rules[i] = choose(s.public, b, w, masks[i])


class RulesAgent(Agent):
    """Follows the first of ten rules that applies, without lookahead.

    Args:
        facts: The game.
    """

    name = "rules"

    def __init__(self, facts: GameFacts) -> None:
        self._box = facts.box.copy()
        self._work = np.zeros(WORK.itemsize, np.uint8)
        self._game = np.zeros(STATE.itemsize, np.uint8)

    def act(self, situation: Situation) -> int:
        """Return the action of the first rule that applies."""
        return int(self._choose(situation.public[None], situation.mask[None])[0][0])

    def act_batch(self, batch: Batch) -> Array16:
        """Return the answers of ``act``, all in one compiled call."""
        return self._choose(batch.publics, batch.masks)[0]

    def explain(self, situation: Situation) -> Explanation:
        """Return the action and its rule."""
        actions, rules = self._choose(situation.public[None], situation.mask[None])
        rule = Rule(int(rules[0]))
        reason = f"Rule {rule + 1}: {SENTENCES[rule]}"
        return Explanation((Candidate(int(actions[0]), 1.0, reason),))

    def _choose(self, publics: Bytes, masks: Array8) -> tuple[Array16, Array16]:
        actions = np.zeros(len(publics), np.int16)
        rules = np.zeros(len(publics), np.int16)
        # The machine code is for contiguous, writable arrays.
        publics = np.require(publics, np.uint8, ["C", "W"])
        masks = np.require(masks, np.int8, ["C", "W"])
        arguments = (publics, self._box, self._work, masks, self._game, actions, rules)
        with compiling("rules bot", 5, CODE):
            choose_all(*arguments)
        return actions, rules
