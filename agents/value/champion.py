"""The agent ``champion``: a value network with search at play time.

The root of Gumbel search as it is used to play (Danihelka et al. 2022, without noise): the actions
that the network prefers, sequential halving over them, and the action with the best combination
of its estimate and truncated rollouts. A rollout draws what is hidden, plays on by the network
for some decisions, and ends with the network's estimate; all candidates play the same futures.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.game_agents import agents_of
from tablemates.agents.search.halving import Budget, Integers, Numbers, SearchResult, halve
from tablemates.agents.search.searcher import SHOWN, key_of
from tablemates.agents.value.agent import value_agent
from tablemates.envs.core.agent import Agent, Candidate, Explanation, Situation

#: Most candidates, and how much worse than the best they may be by the network's estimate.
_CANDIDATES: Final = 8
_BEHIND: Final = 0.1
#: Standard deviation of the errors of the differences of estimates.
_TRUST: Final = 0.02
#: Decisions of a rollout after the candidate.
_DECISIONS: Final = 8


class ChampionAgent(Agent):
    """Searches over the actions that a value network prefers.

    ``parameters``: a budget and the folder of a value network, see ``split``.
    """

    name = "champion"
    default = Budget(simulations=128)

    def __init__(self, facts: GameFacts, parameters: str, notify: Callable[[str], None]) -> None:
        budget, folder = split(parameters)
        self._budget = Budget.parse(budget, self.default)
        if parameters:
            self.name = f"champion:{parameters}"
        self._network = value_agent(self.name, folder or shipped(facts.game), facts, notify)

    def act(self, situation: Situation) -> int:
        """Return the candidate with the best combination of estimate and rollouts."""
        actions, _, found = self._search(situation)
        return int(actions[0 if found is None else found.order[0]])

    def explain(self, situation: Situation) -> Explanation:
        """Return the best candidates with the chance of winning after each.

        Where returns are more than won or lost, the chance is the return scaled to 0 to 1.
        """
        actions, prior, found = self._search(situation)
        if found is None:
            reason = f"chance of winning {prior[0]:.1%}; no other action comes near"
            return Explanation((Candidate(int(actions[0]), float(prior[0]), reason),))
        return Explanation(
            tuple(
                Candidate(
                    int(actions[n]),
                    float(found.chance[n]),
                    f"chance of winning {found.chance[n]:.1%} on average of {found.futures[n]} "
                    f"futures, {prior[n]:.1%} at first sight",
                )
                for n in found.order[:SHOWN].tolist()
            )
        )

    def _search(self, situation: Situation) -> tuple[Integers, Numbers, SearchResult | None]:
        """Return the candidates, the network's estimates, and the result of the rollouts."""
        legal, outputs = self._network.judge(situation)
        prior = outputs[:_CANDIDATES, 0].astype(np.float64)
        near = prior >= prior[0] - _BEHIND
        actions, prior = legal[:_CANDIDATES][near].astype(np.int64), prior[near]
        if len(actions) == 1:
            return actions, prior, None
        rng = np.random.default_rng(int(key_of(situation)))

        def play(alive: Integers, futures: int) -> Numbers:
            seeds = rng.integers(2**64, size=futures, dtype=np.uint64)
            return self._network.play_on(situation, actions[alive], seeds, _DECISIONS)

        return actions, prior, halve(prior, _TRUST, self._budget, play)


def split(parameters: str) -> tuple[str, Path | None]:
    """Split parameters such as ``1s:runs/td/policy`` into budget and folder.

    Both are optional: without a budget it is empty, without a folder it is None.
    """
    budget, _, folder = parameters.partition(":")
    if "/" in budget or "\\" in budget:
        budget, folder = "", parameters
    return budget, Path(folder) if folder else None


def shipped(game: str) -> Path:
    """Return the folder of the value network that comes with the package."""
    if "value" not in (policies := agents_of(game).policies):
        raise AgentError(f"no value network comes with {game}: name a folder, champion:128:FOLDER")
    return policies["value"]


def policy_of(parameters: str, game: str) -> Path:
    """Return the folder of the network that the agent of these parameters searches with."""
    return split(parameters)[1] or shipped(game)
