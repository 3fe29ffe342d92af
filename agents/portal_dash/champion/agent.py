"""A trained network with search at play time.

The root is that of Gumbel search as it is used to play (Danihelka et al. 2022, without
noise): the network's likeliest actions, sequential halving over them, and in the end
the action with the best of preference and found value together, the value counting
the more the more futures it comes of. The futures are those of the ``rollout`` agent:
hidden parts drawn by ``resample``, the same ones for all candidates, played on by the
script to a horizon. There the network judges them: it states the chance of winning.

Nothing hidden is ever seen: futures are copies of what everybody may see.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from agents.errors import PolicyError
from agents.facts import GameFacts
from agents.policy_agent import PolicyAgent
from agents.portal_dash.champion.naming import parsed
from agents.portal_dash.copying import PUBLIC_SIZE
from agents.portal_dash.rollouts import Rollouts
from agents.portal_dash.rollouts.script import SCRIPT, script_weights
from agents.portal_dash.search.halving import Found, Integers, Numbers, halve
from agents.registry import find_agent
from envs.core.agent import Agent, Batch, Candidate, Explanation, Situation
from envs.core.record import Bytes, Words
from envs.portal_dash.observation.writer import observe
from envs.portal_dash.rules.vocabulary import Outcome

_SHOWN: Final = 3
_WORD: Final = 2**64 - 1
#: Nothing is stated to be surer than this before it has happened.
_SURE: Final = 0.005


@dataclass(frozen=True, slots=True)
class Manner:
    """How the champion searches.

    Attributes:
        candidates: The most that are tried.
        least: Actions that are less likely than this, compared with the likeliest, are left out.
        slope: What a unit of a logit is worth before anything was tried, as a chance: clones
            were taught that 0.05 more chance makes an action e times as likely.
        trust: How far these preferences are off, as chances.
        turns: Futures are played on by the script to the end of the present turn (0), or
            so many turns further, before the network judges them.
    """

    candidates: int = 6
    least: float = 0.02
    slope: float = 0.02
    trust: float = 0.03
    turns: int = 1


@dataclass(frozen=True, slots=True)
class _Search:
    """What came of thinking about one decision.

    Attributes:
        actions: The candidates, likeliest first.
        preferred: How likely the network plays each of them.
        found: What the futures brought; None: there was one candidate.
    """

    actions: Integers
    preferred: Numbers
    found: Found | None


class ChampionAgent(Agent):
    """Tries its network's likeliest actions out in futures that the network judges.

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
                f"{folder}: its network states no chances of winning, which champion judges "
                "futures by: train one with network.value=win"
            )
        self._policy = policy
        self._manner = manner or Manner()
        self._rollouts = Rollouts(facts, {SCRIPT: script_weights()})
        self._box = facts.box.copy()
        self._layout = facts.layout
        self._actions = len(facts.catalogue)

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
                f"the network puts {preferred[0]:.0%} on it, too much for a search, and gives the "
                f"team {now:.0%} to win"
            )
            return Explanation((Candidate(int(search.actions[0]), now, reason),))
        # The futures say how candidates differ, the network how its own choice fares.
        chances = np.clip(found.chance - found.chance[0] + now, _SURE, 1.0 - _SURE)
        best = found.order[:_SHOWN]
        return Explanation(
            tuple(
                Candidate(
                    int(search.actions[place]),
                    float(chances[place]),
                    _reason(rank, best, chances, found.futures, preferred),
                )
                for rank, place in enumerate(best)
            )
        )

    def _search(self, situation: Situation) -> _Search:
        manner = self._manner
        logits = self._policy.logits(*self._policy.told(situation.alone()))[0]
        count = min(manner.candidates, int(np.count_nonzero(situation.mask)))
        order = np.argsort(-logits, kind="stable")[:count]
        actions = order[logits[order] >= logits[order[0]] + np.log(manner.least)]
        shares = np.exp(logits - logits[order[0]])
        preferred = shares[actions] / shares.sum()
        if len(actions) == 1:
            return _Search(actions, preferred, None)
        rng = np.random.default_rng(situation.key & _WORD)

        def play(alive: Integers, futures: int) -> Numbers:
            seeds = rng.integers(_WORD, size=futures, dtype=np.uint64)
            return self._judged(situation.public, actions[alive], seeds)

        prior = manner.slope * (logits[actions] - logits[actions[0]])
        return _Search(actions, preferred, halve(prior, manner.trust, self._budget, play))

    def _judged(self, public: Bytes, actions: Integers, seeds: Words) -> Numbers:
        """Return the chances of winning in futures of candidates, ``(candidates, futures)``."""
        futures = self._rollouts.copies(public, seeds)
        games = np.tile(futures, (len(actions), 1))
        endings = self._rollouts.play_out(
            games,
            SCRIPT,
            np.tile(seeds, len(actions)),
            first=np.repeat(actions, len(seeds)),
            max_turns=self._manner.turns,
        )
        chances = endings.won.astype(np.float64)
        going = np.flatnonzero(endings.outcome == Outcome.RUNNING)
        if len(going):
            seen = np.zeros((len(going), self._layout.size), np.int8)
            for row, n in zip(seen, going, strict=True):
                observe(games[n], self._box, row)
            masks = np.zeros((len(going), self._actions), np.int8)  # values do not depend on them
            keys = [int(seeds[n % len(seeds)]) for n in going]
            leaves = Batch(seen, masks, games[going, :PUBLIC_SIZE], keys)
            chances[going] = self._policy.values(leaves)
        return chances.reshape(len(actions), len(seeds))


def _reason(
    rank: int, best: Integers, chances: Numbers, futures: Integers, preferred: Numbers
) -> str:
    place = best[rank]
    other = best[0 if rank else 1]
    points = round(100 * abs(float(chances[place] - chances[other])))
    side = "the best" if rank else "the second best"
    more = "more" if chances[place] >= chances[other] else "less"
    compared = f"{points} points {more} than {side}" if points else f"as {side} does"
    return (
        f"wins {chances[place]:.0%} of {int(futures[place])} futures by the network's estimate, "
        f"{compared}; by itself the network puts {preferred[place]:.0%} on it"
    )
