"""The agent ``champion``: a trained network with search at play time.

The root of Gumbel search as it is used to play (Danihelka et al. 2022, without noise): the actions
that network or planner prefer, sequential halving over them, and the action with the best
combination of preference and rollouts. The rollouts are those of the ``rollout`` agent, with the
planner keeping to its plans.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from tablemates.agents.errors import PolicyError
from tablemates.agents.facts import GameFacts
from tablemates.agents.folders import is_folder
from tablemates.agents.networks.base import NEVER
from tablemates.agents.policy_agent import PolicyAgent
from tablemates.agents.portal_dash import AGENTS
from tablemates.agents.portal_dash.planner.agent import candidates
from tablemates.agents.portal_dash.search.rollout import CANDIDATES, POINTS, reasons_for
from tablemates.agents.portal_dash.search.rollouts import Rollouts
from tablemates.agents.registry import find_agent
from tablemates.agents.search.halving import Budget, Integers, Numbers, SearchResult
from tablemates.agents.search.searcher import SHOWN
from tablemates.envs.core.agent import Agent, Candidate, Explanation, Situation

_WORD: Final = 2**64 - 1
#: No probability nearer to 0 or 1 is stated before the end.
_SURE: Final = 0.005
#: Logits below belong to actions that the network does not score.
_SCORED: Final = NEVER / 2
#: Candidates this much worse than the best, as a win probability, are left out.
_BEHIND: Final = 0.06
#: Prior win probability per unit of a logit.
_SLOPE: Final = 0.0025
#: For actions that the network does not score: per point of the planner's, and a penalty.
_POINT: Final = 0.001
_PENALTY: Final = 0.01
#: Standard deviation of the errors of these priors.
_TRUST: Final = 0.045


@dataclass(frozen=True, slots=True)
class _Search:
    """The result of thinking about one decision.

    Attributes:
        actions: The candidates, best prior first.
        preferred: The network's probability of each.
        found: The result of the rollouts; None: there was one candidate.
        terms: The planner's mean terms at the ends of each candidate's futures.
    """

    actions: Integers
    preferred: Numbers
    found: SearchResult | None
    terms: Numbers


class ChampionAgent(Agent):
    """Searches over the actions that its network and the planner prefer.

    Args:
        facts: The game.
        parameters: A budget and a policy folder, see ``split``.
        notify: Called with a sentence if the policy was trained under other rules.

    Raises:
        PolicyError: There is no such policy, or its network has no win probability.
    """

    name = "champion"
    DEFAULT: Final = Budget(simulations=16)

    def __init__(
        self,
        facts: GameFacts,
        parameters: str = "",
        notify: Callable[[str], None] = lambda _sentence: None,
    ) -> None:
        budget, folder = split(parameters)
        self._budget = Budget.parse(budget, self.DEFAULT)
        if parameters:
            self.name = f"champion:{parameters}"
        policy = find_agent(str(folder), facts, notify)
        if not isinstance(policy, PolicyAgent) or policy.policy.card.network.value != "win":
            raise PolicyError(
                f"{folder}: champion needs a network that estimates the probability of winning: "
                "train one with network.value=win"
            )
        self._policy = policy
        self._rollouts = Rollouts(facts, keep_plans=True)

    def act(self, situation: Situation) -> int:
        """Return the candidate with the best combination of preference and rollouts."""
        search = self._search(situation)
        place = 0 if search.found is None else int(search.found.order[0])
        return int(search.actions[place])

    def explain(self, situation: Situation) -> Explanation:
        """Return the best candidates with their win probabilities."""
        search = self._search(situation)
        found, preferred = search.found, search.preferred
        now = float(self._policy.values(situation.alone())[0])
        if found is None:
            reason = (
                f"nothing comes near it, the network puts {preferred[0]:.0%} on it and gives the "
                f"team {now:.0%} to win"
            )
            return Explanation((Candidate(int(search.actions[0]), now, reason),))
        # Rollouts compare the candidates; the level comes from the network.
        chances = np.clip(found.chance - found.chance[0] + now, _SURE, 1.0 - _SURE)
        found.chance[:] = chances
        best = found.order[:SHOWN]
        reasons = reasons_for(found, best, search.terms)
        return Explanation(
            tuple(
                Candidate(
                    int(search.actions[place]),
                    float(chances[place]),
                    f"{reason}; the network puts {preferred[place]:.0%} on it",
                )
                for place, reason in zip(best, reasons, strict=True)
            )
        )

    def _search(self, situation: Situation) -> _Search:
        logits = self._policy.logits(situation.alone())[0]
        first = int(np.argmax(logits))
        key = situation.key & _WORD
        evaluation = self._rollouts.evaluate(situation.public, key)
        found = candidates(evaluation.values, evaluation.terms, CANDIDATES, POINTS)
        actions, values = evaluation.actions[found].astype(np.int64), evaluation.values[found]
        prior = np.where(
            logits[actions] > _SCORED,
            _SLOPE * (logits[actions] - logits[first]),
            _POINT * (values - values[0]) - _PENALTY,
        )
        if first not in actions:
            actions, prior = np.append(actions, first), np.append(prior, 0.0)
        order = np.argsort(-prior, kind="stable")[:CANDIDATES]
        order = order[prior[order] >= prior[order[0]] - _BEHIND]
        actions, prior = actions[order], prior[order]
        probabilities = np.exp(logits - logits.max())
        preferred = (probabilities / probabilities.sum())[actions]
        if len(actions) == 1:
            return _Search(actions, preferred, None, np.zeros((1, 0)))
        what = (situation.public, actions, prior, _TRUST, evaluation)
        return _Search(actions, preferred, *self._rollouts.halve(*what, self._budget, key))


def split(parameters: str) -> tuple[str, Path]:
    """Split parameters such as ``16:runs/ppo/policy`` into budget and policy.

    Both are optional: without a budget it is empty, without a policy it is the shipped ``ppo``.
    """
    budget, colon, folder = parameters.partition(":")
    is_path = "/" in budget or "\\" in budget or is_folder(Path(budget))
    if not colon and is_path:
        budget, folder = "", budget
    return budget, Path(folder) if folder else AGENTS.policies["ppo"]


def policy_of(parameters: str) -> Path:
    """Return the folder of the policy that the agent of these parameters searches with."""
    return split(parameters)[1]
