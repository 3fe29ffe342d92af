"""The agent ``companion``: searches with partners as it believes them to be.

It looks at what the other seats did, in this game and in the earlier games of a match, and how
likely each type of partner would have done the same. Then it plans as ``champion`` does, but in
each future a type that is drawn from that belief plays the seat of a partner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from tablemates.agents.companion.belief import Belief, Believer
from tablemates.agents.facts import GameFacts
from tablemates.agents.search.halving import Budget
from tablemates.agents.value.champion import ChampionAgent, Draw
from tablemates.agents.value.others import Others
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.core.views.agent import Explanation, Situation
from tablemates.envs.registry import find_game

#: The type that plays as the network itself.
_NETWORK: Final = "value"


class CompanionAgent(ChampionAgent):
    """Searches as ``champion`` does, with partners as it believes them to be.

    ``parameters``: a budget and the folder of a value network, see ``split``.

    Raises:
        AgentError: The game declares no strangers, or the budget is wrong.
    """

    name = "companion"
    wants_history = True
    default = Budget(simulations=64)

    def __init__(self, facts: GameFacts, parameters: str, notify: Callable[[str], None]) -> None:
        super().__init__(facts, parameters, notify)
        if parameters:
            self.name = f"companion:{parameters}"
        self._state = find_game(facts.game).engine.state
        self._believer = Believer(facts, notify)
        population = self._believer.population
        names = [one.name for one in population.types]
        playing = [name for name in names if name != _NETWORK]
        self._others = Others(self._turn.network.player, [population.agent(n) for n in playing])
        numbers = {name: n for n, name in enumerate(playing, start=1)}
        self._numbers = np.array([numbers.get(name, 0) for name in names], np.int8)

    def beliefs(self, situation: Situation) -> list[Belief]:
        """Return what it believes of the partner in each other seat."""
        size = self._state["public"].itemsize
        public = situation.public[:size].copy().view(self._state["public"])
        return self._believer.beliefs(situation.history, int(public["players"][0]))

    def _partners(self, situation: Situation) -> Draw:
        beliefs: list[Belief] = []

        def draw(futures: int, rng: np.random.Generator) -> Array8:
            if not beliefs:  # where no plans are compared, nobody needs to be known
                beliefs.extend(self.beliefs(situation))
            return self._drawn(beliefs, futures, rng)

        return draw

    def _drawn(self, beliefs: Sequence[Belief], futures: int, rng: np.random.Generator) -> Array8:
        """Return who plays which seat in each future; each type as often as it is likely."""
        who = np.zeros((futures, self._turn.network.player.seats), np.int8)
        for belief in beliefs:
            points = (rng.permutation(futures) + rng.random()) / futures
            drawn = np.searchsorted(np.cumsum(belief.shares), points, side="right")
            who[:, belief.seat] = self._numbers[np.minimum(drawn, len(belief.shares) - 1)]
        return who

    def explain(self, situation: Situation) -> Explanation:
        """Return the reasons of ``champion``, and what it believes of its partners."""
        guesses = tuple(one.guess() for one in self.beliefs(situation))
        return replace(super().explain(situation), guesses=guesses)

    def close(self) -> None:
        """Close the agents of all types."""
        self._believer.close()
