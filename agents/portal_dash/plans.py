"""A script's best plans, told to networks that judge where they lead.

A script's search looks at the rest of the turn alone. A network that is shown where each
of its best plans leads can learn what comes after: the script proposes, the network
chooses. At first it chooses as the script does.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from agents.facts import GameFacts
from agents.networks.plan_rows import FEATURES, NO_PLAN, PLANS, PlanRows
from agents.portal_dash.advice import Adviser, MarkingAdviser, planner_of
from agents.portal_dash.planner.agent import Plans
from agents.portal_dash.planner.weights import Numbers
from envs.core.agent import Batch
from envs.core.record import Array8
from envs.portal_dash.observation.writer import observe_from
from envs.portal_dash.rules.state import STATE

#: Plans that the script values so much less than its best are not shown, in its points.
POINTS: Final = 60.0
#: Points and terms are told in units of so many.
_UNIT: Final = 50.0
_SURE: Final = 1e-3


class PlanningAdviser(Adviser):
    """A script that shows where its best plans lead.

    Args:
        name: As of ``Adviser``.
        facts: The game.

    Raises:
        AgentError: No script of that name values its choices.
    """

    def __init__(self, name: str, facts: GameFacts) -> None:
        self._rows = PlanRows(facts.layout.size)
        super().__init__(name, self._rows)
        self._planner = planner_of(name, facts)
        self._box = facts.box.copy()

    def tell(self, batch: Batch) -> tuple[Array8, Array8]:
        """Return rows as ``PlanRows`` describes them, and the masks as they are."""
        rows = self._rows.empty(batch.observations)
        seen = self._rows.seen(rows)
        features = np.zeros((len(rows), PLANS, FEATURES))
        actions = np.full((len(rows), PLANS), NO_PLAN)
        publics = np.ascontiguousarray(batch.publics)
        seats = publics.view(STATE["public"])["decider"][:, 0].tolist()
        for n, (key, seat) in enumerate(zip(batch.keys, seats, strict=True)):
            plans = self._planner.plans(publics[n], key, PLANS, POINTS)
            count = len(plans.actions)
            actions[n, :count] = plans.actions
            features[n, :count] = features_of(plans)
            for end, observation in zip(plans.ends, seen[n, 1:], strict=False):
                observe_from(end, self._box, seat, observation)
        self._rows.put_features(rows, features)
        self._rows.put_actions(rows, actions)
        return rows, batch.masks

    def ended(self, observations: Array8) -> Array8:
        """Return rows without plans."""
        return self._rows.empty(observations)


def find_adviser(name: str | None, facts: GameFacts, plans: bool) -> Adviser | None:
    """Return the script of a name, None: there is no name.

    Args:
        name: As of ``Adviser``.
        facts: The game.
        plans: Whether it shows its plans; else it marks the legal actions.

    Raises:
        AgentError: No script of that name values its choices.
    """
    if name is None:
        return None
    return PlanningAdviser(name, facts) if plans else MarkingAdviser(name, facts)


def features_of(plans: Plans) -> Numbers:
    """Return what is told of a decision's plans besides where they lead.

    Returns:
        Shape ``(plans, FEATURES)``: the chance of winning, its logit, points behind the best
        plan, and by how much each term differs from the best plan's.
    """
    chances = np.clip(plans.chances, _SURE, 1.0 - _SURE)
    return np.column_stack(
        [
            chances,
            np.log(chances / (1.0 - chances)),
            (plans.values - plans.values[0]) / _UNIT,
            (plans.terms - plans.terms[0]) / _UNIT,
        ]
    )
