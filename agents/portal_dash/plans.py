"""A script's best plans, told to networks that judge where they lead.

A script's search looks at the rest of the turn alone. A network that is shown where each
of its best plans leads can learn what comes after: the script proposes, the network
chooses. At first it chooses as the script does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.facts import GameFacts
from tablemates.agents.networks.plan_rows import FEATURES, LATER, NO_PLAN, PLANS, PlanRows
from tablemates.agents.portal_dash.advice import Adviser, MarkingAdviser, planner_of
from tablemates.agents.portal_dash.ahead.agent import AheadAgent, Foresight
from tablemates.agents.portal_dash.planner.agent import Plans
from tablemates.agents.portal_dash.planner.reasons import reason_for
from tablemates.agents.portal_dash.planner.weights import Numbers, Term
from tablemates.envs.core.agent import Batch
from tablemates.envs.core.record import Array8, Bytes
from tablemates.envs.portal_dash.observation.writer import observe_from
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import Outcome

#: Plans that a planner values so much less than its best are not shown, in its points.
POINTS: Final = 60.0
#: The script that also sees what the next rolls make of its plans.
AHEAD: Final = "ahead"
#: Points and terms are told in units of so many.
_UNIT: Final = 50.0
_SURE: Final = 1e-3
#: Terms after the next rolls are told to be no further from each other than this.
_FAR: Final = 8.0
#: Places of the terms among the features of a plan.
_TERMS: Final = slice(LATER - len(Term), LATER)
_FORESEEN: Final = [term for term in Term if term != Term.OUTCOME]


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
        self._ahead = AheadAgent(facts) if name == AHEAD else None
        self._planner = planner_of(name, facts) if self._ahead is None else None
        self._box = facts.box.copy()

    def tell(self, batch: Batch) -> tuple[Array8, Array8]:
        """Return rows as ``PlanRows`` describes them, and the masks as they are."""
        rows = self._rows.empty(batch.observations)
        if not len(rows):
            return rows, batch.masks
        seen = self._rows.seen(rows)
        features = np.zeros((len(rows), PLANS, FEATURES))
        actions = np.full((len(rows), PLANS), NO_PLAN)
        publics = np.ascontiguousarray(batch.publics)
        seats = publics.view(STATE["public"])["decider"][:, 0].tolist()
        plans, told = self._told(publics, batch.keys)
        for n, (those, seat) in enumerate(zip(plans, seats, strict=True)):
            actions[n, : len(those.actions)] = those.actions
            for end, observation in zip(those.ends, seen[n, 1:], strict=False):
                observe_from(end, self._box, seat, observation)
        features[actions != NO_PLAN] = told
        self._rows.put_features(rows, features)
        self._rows.put_actions(rows, actions)
        return rows, batch.masks

    def _told(self, publics: Bytes, keys: Sequence[int]) -> tuple[list[Plans], Numbers]:
        """Return the plans of decisions, and the features of all of them below each other."""
        decisions = list(zip(publics, keys, strict=True))
        if self._ahead is not None:
            seen = [self._ahead.foresee(*decision) for decision in decisions]
            plans = [one.plans for one in seen]
            return plans, np.column_stack([features_of(plans), foreseen(seen)])
        assert self._planner is not None
        plans = [self._planner.plans(*decision, PLANS, POINTS) for decision in decisions]
        features = features_of(plans)
        return plans, np.pad(features, ((0, 0), (0, FEATURES - features.shape[1])))

    def reasons(self, told: Array8, actions: Sequence[int]) -> list[str]:
        """Return what the script's terms say of plans, nothing of other choices."""
        terms = self._rows.features(told)[0, :, _TERMS].astype(np.float64) * _UNIT
        places = {int(action): n for n, action in enumerate(self._rows.actions(told)[0])}
        known = [places.get(action) for action in actions]
        best, second = (*known, None, None)[:2]
        words = []
        for rank, place in enumerate(known):
            other = second if rank == 0 else best
            if place is None or other is None:
                words.append("")
                continue
            sentence = reason_for(terms[place] - terms[other], rank == 0, 0.0)
            words.append(sentence.partition("; ")[2])
        return words


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


def features_of(plans: Sequence[Plans]) -> Numbers:
    """Return what is told of the plans of decisions besides where they lead.

    Returns:
        Shape ``(all plans, 11)``: the chance of winning, its logit, points behind the best
        plan, and by how much each term differs from the best plan's.
    """
    first = _firsts(plans)
    chances = np.concatenate([one.chances for one in plans])
    values = np.concatenate([one.values for one in plans])
    terms = np.concatenate([one.terms for one in plans])
    chances = np.clip(chances, _SURE, 1.0 - _SURE)
    return np.column_stack(
        [
            chances,
            np.log(chances / (1.0 - chances)),
            (values - values[first]) / _UNIT,
            (terms - terms[first]) / _UNIT,
        ]
    )


def foreseen(seen: Sequence[Foresight]) -> Numbers:
    """Return what is told of what becomes of the plans of decisions.

    Returns:
        Shape ``(all plans, 12)``: the chance of winning after the next rolls, less the first
        plan's, and itself; the standard error of that difference; the shares of futures lost
        and won; and by how much each term but the outcome differs there from that of the
        first plan.
    """
    first = _firsts([one.plans for one in seen])
    outcomes = np.concatenate([one.outcomes for one in seen])
    later = np.concatenate([one.futures for one in seen]).mean(axis=1)
    terms = np.concatenate([one.terms for one in seen])[:, :, _FORESEEN].mean(axis=1)
    return np.column_stack(
        [
            later - later[first],
            later,
            np.concatenate([one.doubt for one in seen]),
            (outcomes == Outcome.LOST).mean(axis=1),
            (outcomes == Outcome.WON).mean(axis=1),
            np.clip((terms - terms[first]) / _UNIT, -_FAR, _FAR),
        ]
    )


def _firsts(plans: Sequence[Plans]) -> npt.NDArray[np.intp]:
    """Return for each plan of several decisions where its decision's first one stands."""
    counts = np.array([len(one.actions) for one in plans], np.intp)
    return np.repeat(np.cumsum(counts) - counts, counts)
