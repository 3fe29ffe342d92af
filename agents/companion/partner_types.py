"""Types of partners of a game, and how likely each is to decide as somebody did.

They are the game's public strangers, its ladder, and a grid over what sealed strangers are drawn
of, so that one whom nobody has met is near one of them. All that share an agent within share what
it answers: a decision is seen through every value network and every script once, however many
temperatures, slips and tastes are made of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.names import split_partner
from tablemates.agents.population import population_of
from tablemates.agents.registry import find_agent
from tablemates.agents.scripts.strangers import PreferringAgent, partner_of, softened
from tablemates.envs.core.records.layout import Array16
from tablemates.envs.core.views.agent import Agent, Batch, Worth

#: Points of the grid over a range from which sealed strangers are drawn, by kind.
_GRID: Final = 3
#: Digits of their numbers.
_DIGITS: Final = 2
#: Choices that are worth so much less than the best one are as good to who follows values.
_ALIKE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class PartnerType:
    """A type of partner.

    Attributes:
        name: Of the agent.
        kind: What it is without its number, such as ``soft:value``; of a taste, whether it likes
            or avoids what it is for: ``prefers:value:step=-``.
        prior: How likely it is before anything was seen; kinds are equally likely.
    """

    name: str
    kind: str
    prior: float


def kind_of(name: str) -> str:
    """Return the kind of a partner, see ``PartnerType``."""
    if (parts := split_partner(name)) is None:
        return name
    kind, inner, number = parts
    if kind != "prefers":
        return f"{kind}:{inner}"
    group, _, weight = number.partition("=")
    return f"{kind}:{inner}:{group}={'-' if weight.startswith('-') else '+'}"


@cache
def types_of(game: str) -> tuple[PartnerType, ...]:
    """Return the types of a game's partners.

    Raises:
        AgentError: It declares no strangers.
    """
    population = population_of(game)
    names = dict.fromkeys([*population.dev, *population.ladder])
    for recipe in population.sealed:
        names[recipe.agent] = None
        for kind, before, (low, high) in recipe.kinds():
            if kind == "soft":
                grid = np.geomspace(low, high, _GRID)
            else:
                grid = np.linspace(low, high, _GRID)
            for number in grid.tolist():
                if abs(number) > 1e-9:  # no taste is none
                    names[f"{kind}:{recipe.agent}:{before}{number:.{_DIGITS}g}"] = None
    kinds = [kind_of(name) for name in names]
    count = len(set(kinds))
    return tuple(
        PartnerType(name, kind, 1 / (count * kinds.count(kind)))
        for name, kind in zip(names, kinds, strict=True)
    )


class Population:
    """The agents of all types of a game; those made of the same agent share it.

    Attributes:
        types: The types.
    """

    def __init__(self, facts: GameFacts, notify: Callable[[str], None]) -> None:
        self.types = types_of(facts.game)
        self._facts, self._notify = facts, notify
        self._agents: dict[str, Agent] = {}

    def agent(self, name: str) -> Agent:
        """Return the agent of a type."""
        if name not in self._agents:
            parts = split_partner(name)
            if parts is None:
                self._agents[name] = find_agent(name, self._facts, self._notify)
            else:
                inner = parts[1]
                self._agents[name] = partner_of(name, self._facts, lambda: self.agent(inner))
        return self._agents[name]

    def chances(self, batch: Batch, actions: Array16) -> Worth:
        """Return how likely each type is to decide as somebody did.

        Args:
            batch: Decisions.
            actions: What was chosen, shape ``(decisions,)``.

        Returns:
            Shape ``(decisions, types)``.
        """
        seen = _Seen(self, batch)
        chosen = np.arange(len(batch)), actions
        return np.stack([seen.chances(one.name)[chosen] for one in self.types], axis=1)

    def close(self) -> None:
        """Close the agents."""
        for agent in self._agents.values():
            agent.close()


class _Seen:
    """Decisions as types see them: what the agents within them answer is asked once."""

    def __init__(self, population: Population, batch: Batch) -> None:
        self._population, self._batch = population, batch
        self._known: dict[str, Worth] = {}
        self._worth: dict[str, Worth] = {}

    def chances(self, name: str) -> Worth:
        """Return how likely a type is to choose each action, shape ``(decisions, actions)``."""
        if name not in self._known:
            self._known[name] = self._chances(name)
        return self._known[name]

    def _chances(self, name: str) -> Worth:
        parts = split_partner(name)
        if parts is None:
            if self._population.agent(name).worth_unit:
                return _best(self.worth(name))
            answers = np.asarray(self._population.agent(name).act_batch(self._batch), np.int64)
            found = np.zeros(self._batch.masks.shape)
            found[np.arange(len(answers)), answers] = 1.0
            return found
        kind, inner, number = parts
        if kind == "soft":
            return softened(self.worth(inner), float(number))
        if kind == "clumsy":
            slips = float(number)
            anything = _shared(self._batch.masks.astype(np.float64))
            return np.asarray((1 - slips) * self.chances(inner) + slips * anything)
        return _best(self.worth(name))

    def worth(self, name: str) -> Worth:
        """Return what the agent of a type thinks that choices are worth."""
        if name not in self._worth:
            parts, agent = split_partner(name), self._population.agent(name)
            if parts is not None and isinstance(agent, PreferringAgent):
                self._worth[name] = self.worth(parts[1]) + agent.liked
            else:
                self._worth[name] = agent.worth(self._batch)
        return self._worth[name]


def _best(worth: Worth) -> Worth:
    """Share each decision among its best choices."""
    best = worth >= np.nanmax(worth, axis=1, keepdims=True) - _ALIKE
    return _shared(best.astype(np.float64))


def _shared(weights: Worth) -> Worth:
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))
