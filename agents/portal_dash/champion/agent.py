"""A trained network with search at play time.

The root is that of Gumbel search as it is used to play (Danihelka et al. 2022, without
noise): the actions that the network or the script thinks likely to be best, sequential
halving over them, and in the end the action with the best of preference and found value
together, the value counting the more the more futures it comes of. The futures are those
of the ``rollout`` agent: hidden parts drawn by ``resample``, the same ones for all
candidates, played on by the script to a horizon and judged there by its points. Only that
here the script keeps to its plans until something else happens, which leaves time for more.

Nothing hidden is ever seen: futures are copies of what everybody may see.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from tablemates.agents.errors import PolicyError
from tablemates.agents.facts import GameFacts
from tablemates.agents.networks.plans_spec import NEVER
from tablemates.agents.policy_agent import PolicyAgent
from tablemates.agents.portal_dash.champion.naming import parsed
from tablemates.agents.portal_dash.planner.candidates import candidates
from tablemates.agents.portal_dash.search.halving import Found, Integers, Numbers
from tablemates.agents.portal_dash.search.reasons import reasons_for
from tablemates.agents.portal_dash.search.trials import TURNS, Trials
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Agent, Candidate, Explanation, Situation

_SHOWN: Final = 3
_WORD: Final = 2**64 - 1
#: Nothing is stated to be surer than this before it has happened.
_SURE: Final = 0.005
#: The script's candidates may be so many points behind its best.
_POINTS: Final = 60.0
#: Logits below are of actions that the network does not judge.
_JUDGED: Final = NEVER / 2


@dataclass(frozen=True, slots=True)
class Manner:
    """How the champion searches.

    Attributes:
        candidates: The most that are tried.
        behind: Actions that are thought to be so much worse than the best, as chances, are
            left out.
        slope: What a unit of a logit is worth before anything was tried, as a chance.
        own: What a point of the script's is worth, as a chance, where the network does not
            judge an action.
        unjudged: What is taken off such an action.
        trust: How far these preferences are off, as chances.
        turns: Turns that futures are played on for after the present one.
    """

    candidates: int = 6
    behind: float = 0.06
    slope: float = 0.0025
    own: float = 0.001
    unjudged: float = 0.01
    trust: float = 0.045
    turns: int = TURNS


@dataclass(frozen=True, slots=True)
class _Search:
    """What came of thinking about one decision.

    Attributes:
        actions: The candidates, those first that are thought best.
        preferred: How likely the network plays each of them.
        found: What the futures brought; None: there was one candidate.
        terms: The planner's mean terms at the ends of each candidate's futures.
    """

    actions: Integers
    preferred: Numbers
    found: Found | None
    terms: Numbers


class ChampionAgent(Agent):
    """Tries out what its network and the script think likely to be best.

    Args:
        facts: The game it plays.
        parameters: A budget and a policy folder, see ``naming.parsed``.
        notify: Called with a sentence if the policy was trained under other rules.
        manner: How it searches.

    Raises:
        PolicyError: There is no such policy, or its network states no chances of winning.
    """

    name = "champion"

    def __init__(
        self,
        facts: GameFacts,
        parameters: str = "",
        notify: Callable[[str], None] = lambda _sentence: None,
        manner: Manner | None = None,
    ) -> None:
        self._budget, folder = parsed(parameters)
        if parameters:
            self.name = f"champion:{parameters}"
        policy = find_agent(str(folder), facts, notify)
        if not isinstance(policy, PolicyAgent) or policy.policy.card.network.value != "win":
            raise PolicyError(
                f"{folder}: its network states no chances of winning, as champion does: train one "
                "with network.value=win"
            )
        self._policy = policy
        self._manner = manner or Manner()
        self._trials = Trials(facts, turns=self._manner.turns, keep=True)

    def act(self, situation: Situation) -> int:
        """Return the candidate with the best of preference and futures."""
        search = self._search(situation)
        place = 0 if search.found is None else int(search.found.order[0])
        return int(search.actions[place])

    def explain(self, situation: Situation) -> Explanation:
        """Return the best candidates with their estimated chances of winning."""
        search = self._search(situation)
        found, preferred = search.found, search.preferred
        now = float(self._policy.values(situation.alone())[0])
        if found is None:
            reason = (
                f"nothing comes near it, the network puts {preferred[0]:.0%} on it and gives the "
                f"team {now:.0%} to win"
            )
            return Explanation((Candidate(int(search.actions[0]), now, reason),))
        # The futures say how candidates differ, the network how its own choice fares.
        chances = np.clip(found.chance - found.chance[0] + now, _SURE, 1.0 - _SURE)
        found.chance[:] = chances
        best = found.order[:_SHOWN]
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
        manner = self._manner
        logits = self._policy.logits(*self._policy.told(situation.alone()))[0]
        first = int(np.argmax(logits))
        key = situation.key & _WORD
        thoughts = self._trials.think(situation.public, key)
        found = candidates(thoughts.values, thoughts.terms, manner.candidates, _POINTS)
        actions, values = thoughts.actions[found].astype(np.int64), thoughts.values[found]
        chances = np.where(
            logits[actions] > _JUDGED,
            manner.slope * (logits[actions] - logits[first]),
            manner.own * (values - values[0]) - manner.unjudged,
        )
        if first not in actions:
            actions, chances = np.append(actions, first), np.append(chances, 0.0)
        order = np.argsort(-chances, kind="stable")[: manner.candidates]
        order = order[chances[order] >= chances[order[0]] - manner.behind]
        actions, prior = actions[order], chances[order]
        preferred = _shares(logits)[actions]
        if len(actions) == 1:
            return _Search(actions, preferred, None, np.zeros((1, 0)))
        what = (situation.public, actions, prior, manner.trust, thoughts)
        return _Search(actions, preferred, *self._trials.halve(*what, self._budget, key))


def _shares(logits: Numbers) -> Numbers:
    """Return the probabilities of all actions."""
    shares = np.exp(logits - logits.max())
    return np.asarray(shares / shares.sum())
