"""The agent ``companion``: plays with a network that has learned beside partners such as it has.

It looks at what the other seats did, in this game and in the earlier games of a match, and how
likely each type of partner would have done the same. The policies that come with a game have
learned with their own kind, or beside partners of some kinds; it plans by the network for the kinds
that its partners most likely are of, and searches as ``champion`` does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from tablemates.agents.companion.belief import Belief, Believer, Shares
from tablemates.agents.facts import GameFacts
from tablemates.agents.game_agents import agents_of
from tablemates.agents.networks.weight_files import read_card
from tablemates.agents.population import population_of, taught_beside
from tablemates.agents.search.halving import Budget
from tablemates.agents.value.agent import split
from tablemates.agents.value.champion import ChampionAgent
from tablemates.agents.value.files import ValueCard
from tablemates.envs.core.views.agent import Agent, Explanation, Situation
from tablemates.envs.registry import find_game

#: How likely the network that fits has to be, for it to play to the end of a match.
_SURE: Final = 0.999
#: Beside partners of other kinds than those for whom there is a network.
_OWN_KIND: Final = ""


class CompanionAgent(Agent):
    """Plays by the network for partners such as it has.

    ``parameters``: a budget and the folder of the network for all other partners, see ``split``.

    Raises:
        AgentError: The game declares no strangers, or the budget is wrong.
    """

    name = "companion"
    wants_history = True
    default = Budget(simulations=64)

    def __init__(self, facts: GameFacts, parameters: str, notify: Callable[[str], None]) -> None:
        budget, folder = split(parameters, facts.game)
        searching = f"{Budget.parse(budget, self.default)}:"
        if parameters:
            self.name = f"companion:{parameters}"
        self._state = find_game(facts.game).engine.state
        self._believer = Believer(facts, notify)
        networks = {_OWN_KIND: str(folder)} | {name: name for name in _taught(facts)}
        self._players = {
            name: ChampionAgent(facts, f"{searching}{one}", notify)
            for name, one in networks.items()
        }
        types = self._believer.population.types
        names = [taught_beside(facts.game, one.name) for one in types]
        names = [one if one in self._players else _OWN_KIND for one in names]
        #: Which network is for which type, shape ``(networks, types)``.
        self._fits = np.array([[one == name for one in names] for name in self._players])

    def beliefs(self, situation: Situation) -> list[Belief]:
        """Return what it believes of the partner in each other seat, after all that it has seen."""
        return self._believer.beliefs(situation.history, self._seats(situation))

    def _seats(self, situation: Situation) -> int:
        size = self._state["public"].itemsize
        return int(situation.public[:size].copy().view(self._state["public"])["players"][0])

    def _shares(self, beliefs: Sequence[Belief]) -> Shares:
        """Return how likely each network is the one that fits the partners."""
        return np.asarray(np.mean([self._fits @ one.shares for one in beliefs], axis=0))

    def _is_sure(self, beliefs: Sequence[Belief]) -> bool:
        return bool(self._shares(beliefs).max() >= _SURE)

    def _player(self, situation: Situation) -> ChampionAgent:
        """Return who plays with partners such as they are believed to be.

        Once it is sure it looks no further: to judge what partners do takes longer than to play.
        """
        players = [*self._players.values()]
        if len(players) == 1:
            return players[0]
        seats = self._seats(situation)
        beliefs = self._believer.beliefs(situation.history, seats, self._is_sure)
        return players[int(self._shares(beliefs).argmax())] if beliefs else players[0]

    def act(self, situation: Situation) -> int:
        """Return the best action by the network for its partners."""
        return self._player(situation).act(situation)

    def explain(self, situation: Situation) -> Explanation:
        """Return the reasons of the search, and what it believes of its partners."""
        guesses = tuple(one.guess() for one in self.beliefs(situation))
        return replace(self._player(situation).explain(situation), guesses=guesses)

    def close(self) -> None:
        """Close the agents of all types."""
        self._believer.close()


def _taught(facts: GameFacts) -> list[str]:
    """Return the networks for partners of some kinds that have learned every scenario of a game."""
    wanted = {one.name for one in facts.settings.scenarios()}
    policies = agents_of(facts.game).policies
    return [
        name
        for name in population_of(facts.game).taught
        if wanted <= set(read_card(policies[name], ValueCard).scenarios)
    ]
