"""Advisers: a script's best plans as extra input of a network.

A script's search looks at the rest of the turn alone; a network that sees where the script's best
plans lead can learn what comes after. It starts with the script's play and learns where to differ
(residual policy learning, Silver et al. 2018).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.agent import (
    PlannerAgent,
    Plans,
    planner,
    reason_for,
    tuned_planner,
)
from tablemates.agents.portal_dash.planner.weights import Numbers, Term
from tablemates.agents.portal_dash.plans.rows import FEATURES, LATER, NO_PLAN, PLANS, PlanRows
from tablemates.agents.portal_dash.search.ahead import AheadAgent, Lookahead
from tablemates.envs.core.agent import Batch
from tablemates.envs.core.record import Array8, Bytes
from tablemates.envs.portal_dash.engine import ENGINE
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import Outcome

#: The script that also looks at the next rolls.
AHEAD: Final = "ahead"
_TUNED: Final = "planner-tuned"
_STYLE: Final = "planner:"
#: Plans this many points behind the planner's best are not shown.
POINTS: Final = 60.0
#: Points and terms are encoded in units of so many.
_UNIT: Final = 50.0
#: Probabilities are clipped this far from 0 and 1.
_SURE: Final = 1e-3
#: Differences of terms after the next rolls are clipped at this.
_FAR: Final = 8.0
#: Places of the terms among the features of a plan.
_TERMS: Final = slice(LATER - len(Term), LATER)
_LATER_TERMS: Final = [term for term in Term if term != Term.OUTCOME]


class Adviser:
    """Encodes decisions with a script's best plans, as input of a ``plans`` network.

    Args:
        name: ``ahead``, ``planner-tuned`` or ``planner:STYLE``.
        facts: The game.

    Attributes:
        rows: Layout of the encoded decisions.

    Raises:
        AgentError: There is no such adviser.
    """

    def __init__(self, name: str, facts: GameFacts) -> None:
        self.name = name
        self.rows = PlanRows(facts.layout.size)
        self._ahead = AheadAgent(facts) if name == AHEAD else None
        self._planner = _planner_of(name, facts) if self._ahead is None else None
        self._box = facts.box.copy()

    def encode(self, batch: Batch) -> Array8:
        """Return the network's input, ``int8``, shape ``(decisions, rows.size)``."""
        rows = self.rows.empty(batch.observations)
        if not len(rows):
            return rows
        seen = self.rows.seen(rows)
        features = np.zeros((len(rows), PLANS, FEATURES))
        actions = np.full((len(rows), PLANS), NO_PLAN)
        publics = np.ascontiguousarray(batch.publics)
        seats = publics.view(STATE["public"])["decider"][:, 0].tolist()
        plans, encoded = self._encoded(publics, batch.keys)
        for n, (those, seat) in enumerate(zip(plans, seats, strict=True)):
            actions[n, : len(those.actions)] = those.actions
            for end, observation in zip(those.ends, seen[n, 1:], strict=False):
                ENGINE.observe(end, self._box, seat, observation)
        features[actions != NO_PLAN] = encoded
        self.rows.put_features(rows, features)
        self.rows.put_actions(rows, actions)
        return rows

    def _encoded(self, publics: Bytes, keys: Sequence[int]) -> tuple[list[Plans], Numbers]:
        """Return the plans of decisions, and the features of all of them, concatenated."""
        decisions = list(zip(publics, keys, strict=True))
        if self._ahead is not None:
            seen = [self._ahead.look_ahead(*decision) for decision in decisions]
            plans = [one.plans for one in seen]
            return plans, np.column_stack([features_of(plans), later_features_of(seen)])
        assert self._planner is not None
        plans = [self._planner.plans(*decision, PLANS, POINTS) for decision in decisions]
        features = features_of(plans)
        return plans, np.pad(features, ((0, 0), (0, FEATURES - features.shape[1])))

    def reasons(self, encoded: Array8, actions: Sequence[int]) -> list[str]:
        """Return the terms that tell plans apart; empty for other actions."""
        terms = self.rows.features(encoded)[0, :, _TERMS].astype(np.float64) * _UNIT
        places = {int(action): n for n, action in enumerate(self.rows.actions(encoded)[0])}
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


def features_of(plans: Sequence[Plans]) -> Numbers:
    """Return the features of the plans of decisions.

    Returns:
        Shape ``(all plans, 11)``: the win probability, its logit, points behind the best plan, and
        the difference of each term from the best plan's.
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


def later_features_of(seen: Sequence[Lookahead]) -> Numbers:
    """Return the features of the plans of decisions after the next rolls.

    Returns:
        Shape ``(all plans, 12)``: the win probability after the rolls relative to the first plan's,
        and itself; the standard error of that difference; the fractions of futures lost and won;
        and the difference of each term but the outcome from the first plan's.
    """
    first = _firsts([one.plans for one in seen])
    outcomes = np.concatenate([one.outcomes for one in seen])
    later = np.concatenate([one.futures for one in seen]).mean(axis=1)
    terms = np.concatenate([one.terms for one in seen])[:, :, _LATER_TERMS].mean(axis=1)
    return np.column_stack(
        [
            later - later[first],
            later,
            np.concatenate([one.error for one in seen]),
            (outcomes == Outcome.LOST).mean(axis=1),
            (outcomes == Outcome.WON).mean(axis=1),
            np.clip((terms - terms[first]) / _UNIT, -_FAR, _FAR),
        ]
    )


def _firsts(plans: Sequence[Plans]) -> npt.NDArray[np.intp]:
    """Return for each plan of several decisions the index of its decision's first plan."""
    counts = np.array([len(one.actions) for one in plans], np.intp)
    return np.repeat(np.cumsum(counts) - counts, counts)


def _planner_of(name: str, facts: GameFacts) -> PlannerAgent:
    if name == _TUNED:
        return tuned_planner(facts)
    if name.startswith(_STYLE):
        return planner(facts, name.removeprefix(_STYLE))
    raise AgentError(
        f"no adviser is called {name!r}: there are {AHEAD}, {_TUNED} and {_STYLE}STYLE"
    )
