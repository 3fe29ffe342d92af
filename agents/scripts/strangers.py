"""Partners made of other agents: they err by regret, slip, or have a taste of their own.

``soft:AGENT:T`` draws each choice by a softmax of what its agent thinks the choices are worth: it
seldom makes an error that costs much, as people do. ``clumsy:AGENT:p`` makes any legal choice now
and then. ``prefers:AGENT:GROUP=W`` adds a weight, perhaps negative, to the values of a group of
actions: what it wants besides winning, nobody is told. All are functions of the decision, whose key
draws, like any other agent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.names import PARTNERS, split_partner
from tablemates.agents.outside.guard import Answer, AnsweringAgent, answers, spent_by
from tablemates.agents.outside.spent import Spent
from tablemates.envs.core.files.documents import nearest
from tablemates.envs.core.records.layout import Array16
from tablemates.envs.core.views.agent import (
    Agent,
    Batch,
    BatchAgent,
    Candidate,
    Explanation,
    Situation,
    Worth,
)
from tablemates.envs.core.views.decision_keys import uniforms

#: Keep a partner's draws apart from those of its agent, and from each other.
_SOFT: Final = 0x50F7
_SLIP: Final = 0x511B
_WHERE: Final = 0x3E2E
_WORD: Final = 2**64 - 1
#: Mixes such a number into a key.
_SPREAD: Final = 0x9E3779B97F4A7C15


class _Partner(BatchAgent):
    """An agent that plays by another one."""

    def __init__(self, name: str, inner: Agent) -> None:
        self.name = name
        self.inner = inner
        self.observation_only = inner.observation_only
        self.wants_history = inner.wants_history
        self.remote = inner.remote

    def close(self) -> None:
        """Close the agent within."""
        self.inner.close()


class SoftAgent(_Partner):
    """Draws by a softmax of the inner agent's values, with a temperature in their unit."""

    def __init__(self, name: str, inner: Agent, temperature: float) -> None:
        super().__init__(name, _valuing(name, inner))
        self.worth_unit = inner.worth_unit
        self._temperature = temperature

    def act_batch(self, batch: Batch) -> Array16:
        """Return a choice for every decision."""
        cumulated = np.cumsum(self.chances(batch), axis=1)
        points = uniforms(_apart(batch.keys, _SOFT)) * cumulated[:, -1]
        return np.asarray(np.argmax(cumulated > points[:, None], axis=1), np.int16)

    def chances(self, batch: Batch) -> Worth:
        """Return how likely each action is, shape ``(decisions, actions)``."""
        return softened(self.inner.worth(batch), self._temperature)

    def worth(self, batch: Batch) -> Worth:
        """Return what the inner agent thinks that actions are worth."""
        return self.inner.worth(batch)

    def explain(self, situation: Situation) -> Explanation:
        """Return the choices with the inner agent's values, the likeliest first."""
        batch = situation.alone()
        chances, worth = self.chances(batch)[0], self.inner.worth(batch)[0]
        order = np.argsort(-chances, kind="stable")
        return Explanation(
            tuple(
                Candidate(n, float(worth[n]), f"chosen in {chances[n]:.0%} of such decisions")
                for n in order.tolist()
                if chances[n] > 0
            )
        )


class ClumsyAgent(_Partner, AnsweringAgent):
    """Makes any legal choice with a probability, and else that of the inner agent."""

    def __init__(self, name: str, inner: Agent, slips: float) -> None:
        super().__init__(name, inner)
        self._slips = slips

    def answers(self, batch: Batch) -> list[Answer]:
        """Return slips and the inner agent's answers, with what these have cost."""
        slips = uniforms(_apart(batch.keys, _SLIP)) < self._slips
        counted = np.cumsum(batch.masks, axis=1, dtype=np.int16)
        index = (uniforms(_apart(batch.keys, _WHERE)) * counted[:, -1]).astype(np.int16)
        found: list[Answer] = np.argmax(counted > index[:, None], axis=1).tolist()
        spent = [Spent()] * len(batch)
        costs: Sequence[Spent] = ()
        if len(asked := np.flatnonzero(~slips)):
            for n, answer in zip(asked, answers(self.inner, batch.part(asked)), strict=True):
                found[n] = answer
            costs = spent_by(self.inner)
        for n, cost in zip(asked if costs else (), costs, strict=True):
            spent[n] = cost
        self.spent = spent if costs else ()
        return found

    def explain(self, situation: Situation) -> Explanation:
        """Return the inner agent's reasons, from which a slip departs."""
        return self.inner.explain(situation)


class PreferringAgent(_Partner):
    """Takes the best choice by the inner agent's values and what ``liked`` adds for each action.

    Attributes:
        liked: What actions are worth to it beside the inner agent's values, shape ``(actions,)``.
    """

    def __init__(self, name: str, inner: Agent, liked: npt.NDArray[np.float64]) -> None:
        super().__init__(name, _valuing(name, inner))
        self.worth_unit = inner.worth_unit
        self.liked = liked

    def act_batch(self, batch: Batch) -> Array16:
        """Return a choice for every decision."""
        worth = self.worth(batch)
        return np.asarray(np.argmax(np.where(np.isnan(worth), -np.inf, worth), axis=1), np.int16)

    def worth(self, batch: Batch) -> Worth:
        """Return the inner agent's values, and the weight beside those of the group."""
        return self.inner.worth(batch) + self.liked

    def explain(self, situation: Situation) -> Explanation:
        """Return the inner agent's reasons, beside which its taste counts."""
        return self.inner.explain(situation)


def softened(worth: Worth, temperature: float) -> Worth:
    """Return how likely each action is by a softmax of what actions are worth."""
    known = ~np.isnan(worth)
    apart = np.where(known, worth, -np.inf) - np.nanmax(worth, axis=1, keepdims=True)
    shares = np.exp(apart / temperature)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def partner_of(spec: str, facts: GameFacts, make: Callable[[], Agent]) -> Agent:
    """Return the partner that a spec names; ``make`` makes the agent within.

    Raises:
        AgentError: The number is missing or wrong, or the kind does not go with the agent.
    """
    found = split_partner(spec)
    assert found is not None  # else it is no partner
    kind, _, number = found
    form = f"{kind}:{PARTNERS[kind]}"
    group = ""
    if kind == "prefers":
        group, _, number = number.partition("=")
        known = [one.name for one in facts.catalogue.groups[1:]]
        if group not in known:
            raise AgentError(
                f"{spec!r}: {facts.game} has no actions {group!r}{nearest(group, known)} "
                f"(write {form})"
            )
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if kind == "soft":
        if not 0 < value < math.inf:
            raise AgentError(
                f"{spec!r}: {number!r} is no temperature above 0: write {form}, such as "
                "soft:value:0.05, where T is in the unit of the agent's values"
            )
        return SoftAgent(spec, make(), value)
    if kind == "prefers":
        if not math.isfinite(value):
            raise AgentError(
                f"{spec!r}: {number!r} is no weight: write {form}, where W, which may be negative, "
                "is in the unit of the agent's values"
            )
        liked = np.array([one.group == group for one in facts.catalogue.actions])
        return PreferringAgent(spec, make(), value * liked)
    if not 0 < value <= 1:
        raise AgentError(
            f"{spec!r}: {number!r} is no probability above 0 and up to 1: write {form}, such as "
            "clumsy:value:0.1"
        )
    return ClumsyAgent(spec, make(), value)


def _valuing(name: str, inner: Agent) -> Agent:
    """Return an agent that says what every choice is worth."""
    if not inner.worth_unit:
        raise AgentError(
            f"{name!r}: {inner.name!r} does not say what every choice is worth, so nothing can "
            "be chosen by that; value networks, turn, planners and policies do"
        )
    return inner


def _apart(keys: Sequence[int], use: int) -> list[int]:
    return [(key ^ (use * _SPREAD)) & _WORD for key in keys]
