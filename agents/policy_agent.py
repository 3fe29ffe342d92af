"""Trained policies as agents; they run in NumPy and need no PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import PolicyError
from tablemates.agents.facts import GameFacts
from tablemates.agents.networks import Network
from tablemates.agents.policy import Policy, read_policy
from tablemates.envs.core.agent import Batch, BatchAgent, Candidate, Explanation, Situation
from tablemates.envs.core.keys import uniforms
from tablemates.envs.core.record import Array16

_CANDIDATES: Final = 5
#: Logits closer to the largest one are recomputed in float64: the rounding of sums differs
#: between batch sizes, libraries and machines.
_CLOSE: Final = 1e-3
#: Less probable actions are no candidates of an explanation.
_WORTH: Final = 1e-3
#: Lower bound of a stated probability.
_LEAST: Final = 1e-6

Numbers = npt.NDArray[np.float64]


class PolicyAgent(BatchAgent):
    """Plays a policy's most probable action, or samples from its probabilities.

    Args:
        name: Name in tables and messages.
        policy: The policy.
        sample: Sample actions.
    """

    observation_only = True

    def __init__(self, name: str, policy: Policy, sample: bool = False) -> None:
        self.name = name
        self.policy = policy
        self.sample = sample

    @cached_property
    def _exact(self) -> Network:
        return Network(self.policy.card.network, self.policy.tensors, np.float64)

    def act_batch(self, batch: Batch) -> Array16:
        """Return an action for every decision."""
        logits = self.logits(batch)
        if not self.sample:
            return np.asarray(np.argmax(logits, axis=1), np.int16)
        cumulated = np.cumsum(_softmax(logits), axis=1)
        point = uniforms(list(batch.keys)) * cumulated[:, -1]
        return np.asarray(np.argmax(cumulated > point[:, None], axis=1), np.int16)

    def explain(self, situation: Situation) -> Explanation:
        """Return the most probable actions with their probabilities.

        Their values are below -1, so that they are not taken for chances of winning.
        """
        logits = self.logits(situation.alone())
        chances = _softmax(logits)[0]
        best = np.argsort(-logits[0], kind="stable")[: min(_CANDIDATES, situation.mask.sum())]
        values = -1.0 / np.maximum(chances, _LEAST)
        return Explanation(
            tuple(
                Candidate(int(n), float(values[n]), f"the network puts {chances[n]:.0%} on it")
                for n in best
                if n == best[0] or chances[n] >= _WORTH
            )
        )

    def logits(self, batch: Batch) -> Numbers:
        """Return the logits, minus infinity for illegal actions, shape ``(decisions, actions)``.

        Raises:
            PolicyError: A logit is not finite.
        """
        inputs, masks = batch.observations, batch.masks
        with np.errstate(over="ignore", invalid="ignore"):  # checked below
            logits = self.policy.network.logits(inputs, masks).astype(np.float64)
            if not np.isfinite(logits[masks != 0]).all():
                raise PolicyError(f"{self.name}: its network returns logits that are not finite")
            second, first = np.partition(logits, -2, axis=1)[:, -2:].T
            close = np.flatnonzero(first - second < _CLOSE)
            if len(close):
                logits[close] = self._exact.logits(inputs[close], masks[close])
        return logits


def _softmax(logits: Numbers) -> Numbers:
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


def policy_agent(
    name: str, folder: Path, facts: GameFacts, notify: Callable[[str], None], sample: bool = False
) -> PolicyAgent:
    """Return the agent that plays the policy of a folder.

    Args:
        name: Name in tables and messages.
        folder: The policy folder.
        facts: The game it is to play.
        notify: Called with a sentence if the policy was trained with other rules.
        sample: Sample actions from its probabilities.

    Raises:
        PolicyError: The policy is damaged or was made for another interface.
    """
    return PolicyAgent(name, load_policy(folder, facts, notify), sample)


def load_policy(folder: Path, facts: GameFacts, notify: Callable[[str], None]) -> Policy:
    """Return the policy of a folder, checked against the game it is to play.

    Args:
        folder: The policy folder.
        facts: The game.
        notify: Called with a sentence if the policy was trained with other rules.

    Raises:
        PolicyError: The policy is damaged or was made for another interface.
    """
    policy = read_policy(folder)
    policy.card.check_fit(folder, facts, notify)
    return policy
