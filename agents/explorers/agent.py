"""The scripts as agents."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from tablemates.agents.explorers import rules, simple
from tablemates.agents.explorers.sight import Floats
from tablemates.agents.facts import GameFacts
from tablemates.envs.core.agent import Agent, Batch, Situation
from tablemates.envs.core.cache import compiling, folder_within
from tablemates.envs.core.compiled import code_kept_in, compiled
from tablemates.envs.core.record import Array8, Array16, Bytes
from tablemates.envs.core.rows import record_at, record_of
from tablemates.envs.explorers.hooks import CACHE
from tablemates.envs.explorers.state import BOX, STATE

_PUBLIC: Final = STATE["public"]
CODE: Final = folder_within(CACHE, sorted(Path(__file__).parent.glob("*.py")))

with code_kept_in(CODE):

    @compiled
    def choose_all(
        publics: Bytes, box: Bytes, masks: Array8, weights: Floats, actions: Array16
    ) -> None:
        """Choose actions for decisions of many games.

        Args:
            publics: The public part of each game, shape ``(games, bytes)``.
            box: The parts of the game.
            masks: Shape ``(games, actions)``.
            weights: Of ``rules.WEIGHTS``; empty: the simple script chooses.
            actions: Written.
        """
        b = record_of(box, BOX)
        for n in range(len(publics)):
            p = record_at(publics, n, _PUBLIC)
            if len(weights) == 0:
                actions[n] = simple.choose(p, b, masks[n])
            else:
                actions[n] = rules.choose(p, b, masks[n], weights)


class _Script(Agent):
    """An agent that needs the public record alone and no random numbers."""

    _weights: Floats

    def __init__(self, facts: GameFacts) -> None:
        self._box = facts.box

    def act(self, situation: Situation) -> int:
        """Return the script's choice."""
        return int(self._choose(situation.public[None], situation.mask[None])[0])

    def act_batch(self, batch: Batch) -> Array16:
        """Return the choices of ``act``, all in one compiled call."""
        return self._choose(batch.publics, batch.masks)

    def _choose(self, publics: Bytes, masks: Array8) -> Array16:
        actions = np.zeros(len(publics), np.int16)
        # The machine code is for contiguous, writable arrays.
        publics = np.require(publics, np.uint8, ["C", "W"])
        masks = np.require(masks, np.int8, ["C", "W"])
        with compiling("scripts", 20, CODE):
            choose_all(publics, self._box, masks, self._weights, actions)
        return actions


class SimpleAgent(_Script):
    """Follows the first of a dozen rules that applies."""

    name = "simple"
    _weights = np.zeros(0)


class RulesAgent(_Script):
    """Takes the option with the best score in food.

    Args:
        facts: The game.
    """

    name = "rules"

    def __init__(self, facts: GameFacts) -> None:
        super().__init__(facts)
        self._weights = np.array([*rules.WEIGHTS.values()])
