"""Learned policies as agents, answering through NumPy."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import PolicyError
from tablemates.agents.facts import GameFacts
from tablemates.agents.networks import Network, PlansSpec, make_network
from tablemates.agents.networks.base import Floats, Spec
from tablemates.agents.policy import Policy, read_policy
from tablemates.agents.portal_dash.advice import Adviser, find_adviser
from tablemates.envs.core.agent import Agent, Batch, Candidate, Explanation, Situation
from tablemates.envs.core.keys import uniforms
from tablemates.envs.core.record import Array8, Array16

_CANDIDATES: Final = 5
#: Logits that are nearer to the greatest one are computed anew, with numbers twice as long:
#: sums are rounded otherwise in a batch, by another library, on another machine.
_CLOSE: Final = 1e-3
#: Less probable actions are no candidates.
_WORTH: Final = 1e-3
#: No probability that is stated is smaller.
_LEAST: Final = 1e-6

Numbers = npt.NDArray[np.float64]


class PolicyAgent(Agent):
    """Plays a policy: its likeliest action, or one drawn from its probabilities.

    Args:
        name: As users type it.
        policy: The policy.
        sample: Draw.
        adviser: What the network was trained to listen to.
    """

    def __init__(
        self, name: str, policy: Policy, sample: bool = False, adviser: Adviser | None = None
    ) -> None:
        self.name = name
        self.policy = policy
        self.sample = sample
        self.adviser = adviser
        self.observation_only = adviser is None

    @cached_property
    def _exact(self) -> Network:
        return make_network(self.policy.card.network, self.policy.tensors, np.float64)

    def act(self, situation: Situation) -> int:
        """Return an action."""
        return int(self.act_batch(situation.alone())[0])

    def act_batch(self, batch: Batch) -> Array16:
        """Return an action for every game."""
        logits = self.logits(*self.told(batch))
        if not self.sample:
            return np.asarray(np.argmax(logits, axis=1), np.int16)
        reached = np.cumsum(_softmax(logits), axis=1)
        point = uniforms(list(batch.keys)) * reached[:, -1]
        return np.asarray(np.argmax(reached > point[:, None], axis=1), np.int16)

    def explain(self, situation: Situation) -> Explanation:
        """Return the most probable actions with their probabilities.

        The value of the first one is the chance of winning, where the network states one;
        all others are below -1, so that no probability of play is taken for one.
        """
        rows, masks = self.told(situation.alone())
        logits = self.logits(rows, masks)
        chances = _softmax(logits)[0]
        best = np.argsort(-logits[0], kind="stable")[: min(_CANDIDATES, situation.mask.sum())]
        values = -1.0 / np.maximum(chances, _LEAST)
        reasons = [f"the network puts {chance:.0%} on it" for chance in chances[best]]
        if self.policy.card.network.value == "win":
            wins = float(self.policy.network.values(rows)[0])
            values[best[0]] = wins
            reasons[0] += f" and gives the team {wins:.0%} to win"
        if self.adviser is not None:
            words = self.adviser.reasons(rows, best.tolist())
            reasons = ["; ".join(filter(None, both)) for both in zip(reasons, words, strict=True)]
        return Explanation(
            tuple(
                Candidate(int(n), float(values[n]), reason)
                for n, reason in zip(best, reasons, strict=True)
                if n == best[0] or chances[n] >= _WORTH
            )
        )

    def told(self, batch: Batch) -> tuple[Array8, Array8]:
        """Return decisions as the network is told them, see ``Adviser.tell``."""
        if self.adviser is None:
            return batch.observations, batch.masks
        return self.adviser.tell(batch)

    def values(self, batch: Batch) -> Floats:
        """Return what the network expects of decisions, shape ``(games,)``."""
        return self.policy.network.values(self.told(batch)[0])

    def probabilities(self, observations: Array8, masks: Array8) -> Numbers:
        """Return how likely each action is, shape ``(games, actions)``; 0 for illegal ones.

        Raises:
            PolicyError: The network's numbers are too large to be added.
        """
        return _softmax(self.logits(observations, masks))

    def logits(self, observations: Array8, masks: Array8) -> Numbers:
        """Return the network's logits, those of close calls exactly; see ``Network``.

        Raises:
            PolicyError: The network's numbers are too large to be added.
        """
        with np.errstate(over="ignore", invalid="ignore"):  # checked below
            logits = self.policy.network.logits(observations, masks).astype(np.float64)
            if not np.isfinite(logits[masks != 0]).all():
                raise PolicyError(
                    f"{self.name}: its network answers with numbers that are not finite"
                )
            second, first = np.partition(logits, -2, axis=1)[:, -2:].T
            close = np.flatnonzero(first - second < _CLOSE)
            if len(close):
                logits[close] = self._exact.logits(observations[close], masks[close])
        return logits


def _softmax(logits: Numbers) -> Numbers:
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


def policy_agent(
    name: str, folder: Path, facts: GameFacts, notify: Callable[[str], None], sample: bool = False
) -> PolicyAgent:
    """Return the agent that plays the policy of a folder.

    Args:
        name: As users type it.
        folder: The folder.
        facts: The game that it is to play.
        notify: Called with a sentence if the policy was trained under other rules.
        sample: Draw from its probabilities.

    Raises:
        AgentError: The folder is no sound policy, one for another interface, or its adviser
            is not known.
    """
    policy = load_policy(folder, facts, notify)
    return PolicyAgent(name, policy, sample, adviser_of(policy.card.network, facts))


def adviser_of(network: Spec, facts: GameFacts) -> Adviser | None:
    """Return the script whose opinion a network is told.

    Raises:
        AgentError: No such script is known.
    """
    return find_adviser(network.adviser, facts, isinstance(network, PlansSpec))


def load_policy(folder: Path, facts: GameFacts, notify: Callable[[str], None]) -> Policy:
    """Return the policy of a folder, checked for the game that it is to play.

    Args:
        folder: The folder.
        facts: The game.
        notify: Called with a sentence if the policy was trained under other rules.

    Raises:
        PolicyError: The folder is no sound policy, or one for another interface.
    """
    policy = read_policy(folder)
    card = policy.card
    if card.interface != facts.hashes["interface"]:
        raise PolicyError(
            f"{folder}: was made for interface {card.interface}, this game has "
            f"{facts.hashes['interface']}: actions or observation differ, so it has to be trained "
            "anew, or played in the version and board_shape that it comes from"
        )
    theirs = (card.network.observed(), card.network.outputs)
    sizes = (facts.layout.size, len(facts.catalogue))
    if theirs != sizes:
        raise PolicyError(
            f"{folder}: its network has {theirs[0]} inputs and {theirs[1]} outputs, the game "
            f"{sizes[0]} and {sizes[1]}"
        )
    if card.ruleset != facts.hashes["ruleset"]:
        notify(
            f"{folder} was trained under the ruleset {card.ruleset} and plays here under "
            f"{facts.hashes['ruleset']}: other parts or rules"
        )
    return policy
