"""The agent ``champion``: a value network with search at play time.

The root of Gumbel search as it is used to play (Danihelka et al. 2022, without noise) over plans of
the own turn: the first actions of the best plans that ``turn`` finds, sequential halving over
them, and the one with the best combination of its plan's estimate and truncated rollouts. A
rollout draws what is hidden, plays on from the end of the plan by the network for some decisions,
and ends with the network's estimate; all plans meet the same futures.

``response`` is told who its partners are: in its rollouts they play themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.search.halving import Budget, Integers, Numbers, SearchResult, halve
from tablemates.agents.search.searcher import SHOWN
from tablemates.agents.value.agent import split
from tablemates.agents.value.others import Others
from tablemates.agents.value.turn_agent import TurnAgent
from tablemates.envs.core.engine.codes import SHOW
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.views.agent import Agent, Candidate, Explanation, Situation
from tablemates.envs.registry import new_game

#: Most plans, and how much worse than the best they may be by the network's estimate.
_PLANS: Final = 8
_BEHIND: Final = 0.1
#: Standard deviation of the errors of the differences of estimates.
_TRUST: Final = 0.02
#: Decisions of a rollout.
_DECISIONS: Final = 8


class _Ways(NamedTuple):
    """Settings of the comparison of plans, see the numbers above."""

    behind: float
    trust: float
    decisions: int


_USUAL: Final = _Ways(_BEHIND, _TRUST, _DECISIONS)
#: With partners of another kind than the network has learned with, its estimates are worth less
#: and rollouts more.
_TOLD: Final = _Ways(0.3, 0.1, 12)


class ChampionAgent(Agent):
    """Searches over plans of its turn by a value network.

    ``parameters``: a budget and the folder of a value network, see ``split``.
    """

    name = "champion"
    default = Budget(simulations=128)
    _ways = _USUAL
    _others: Others | None = None

    def __init__(self, facts: GameFacts, parameters: str, notify: Callable[[str], None]) -> None:
        budget, folder = split(parameters, facts.game)
        self._budget = Budget.parse(budget, self.default)
        if parameters:
            self.name = f"champion:{parameters}"
        self._facts = facts
        self._turn = TurnAgent(facts, f":{folder}", notify)

    def act(self, situation: Situation) -> int:
        """Return the first action of the plan that is best by estimate and rollouts together."""
        actions, _, found = self._search(situation)
        return int(actions[0 if found is None else found.order[0]])

    def explain(self, situation: Situation) -> Explanation:
        """Return the first actions of the best plans with the chance of winning after each.

        Where returns are more than won or lost, the chance is the return scaled to 0 to 1.
        """
        actions, prior, found = self._search(situation)
        if found is None:
            reason = f"chance of winning {prior[0]:.1%}; no other plan comes near"
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

    def judge(self, situation: Situation, futures: int) -> tuple[Integers, Numbers]:
        """Return every legal action, and what it is worth to the decider, from 0 to 1.

        Each is played on by the network in the same futures, as ``act`` plays on from its plans.
        """
        game, size = self._game, len(situation.public)
        game.record[:size] = situation.public
        game.seats = int(game.public.players)
        game.public.explicit_chance = 1  # an action stops before the next roll or draw
        game.resample(situation.key)
        game.step(SHOW)
        mover, before, actions = game.to_move(), game.save(), np.flatnonzero(situation.mask)
        ends = np.zeros((len(actions), len(before)), np.uint8)
        for n, action in enumerate(actions.tolist()):
            game.restore(before)
            game.step(action)
            ends[n] = game.record
        seeds = situation.rng().integers(2**64, size=futures, dtype=np.uint64)
        return actions, self._turn.network.play_on(ends, mover, seeds, _DECISIONS).mean(axis=1)

    @cached_property
    def _game(self) -> Game:
        settings = replace(self._facts.settings, components=self._facts.components)
        return new_game(replace(settings, chance="explicit"))

    def _search(self, situation: Situation) -> tuple[Integers, Numbers, SearchResult | None]:
        """Return first actions of plans, estimates of these, and the result of the rollouts."""
        ways = self._ways
        plans = self._turn.plan(situation.alone())
        actions, prior = plans.ranked()
        apart = np.append(True, np.diff(prior) != 0)  # else one plan in another order
        apart &= prior >= prior[0] - ways.behind
        most = self._budget.most(_PLANS)
        actions, prior = actions[apart][:most], prior[apart][:most].astype(np.float64)
        if len(actions) == 1:
            return actions, prior, None
        rng = situation.rng()

        def play(alive: Integers, futures: int) -> Numbers:
            seeds = rng.integers(2**64, size=futures, dtype=np.uint64)
            ends = plans.ends[actions[alive]]
            more = ways.decisions, self._others
            return self._turn.network.play_on(ends, plans.mover, seeds, *more)

        return actions, prior, halve(prior, ways.trust, self._budget, play)


class ResponseAgent(ChampionAgent):
    """Searches as ``champion`` does, and knows that all other seats are played by ``partner``.

    Args:
        name: As users type it.
        facts: The game.
        partner: Who plays the other seats.
        parameters: A budget; then, after an ``@``, the folder of a value network.
        notify: As of ``find_agent``.

    Raises:
        AgentError: The budget is wrong, there is no such network, or the partner asks for the
            history, which rollouts do not keep.
    """

    _ways = _TOLD

    def __init__(
        self,
        name: str,
        facts: GameFacts,
        partner: Agent,
        parameters: str,
        notify: Callable[[str], None],
    ) -> None:
        budget, _, folder = parameters.partition("@")
        Budget.parse(budget, self.default)  # a sentence of its own, if it is none
        super().__init__(facts, f"{budget}:{folder}", notify)
        self.name = name
        self._partner = partner
        self._others = Others(self._turn.network.player, [partner])

    def close(self) -> None:
        """Close the partner."""
        self._partner.close()
