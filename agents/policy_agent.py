"""Learned policies as agents, answering through NumPy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from agents.errors import PolicyError
from agents.facts import GameFacts
from agents.networks import Floats
from agents.policy import Policy, read_policy
from envs.core.agent import Agent, Batch, Candidate, Explanation, Situation
from envs.core.keys import uniforms
from envs.core.record import Array8, Array16

_CANDIDATES: Final = 5


class PolicyAgent(Agent):
    """Draws its actions from a policy's probabilities.

    Args:
        name: As users type it.
        policy: The policy.
    """

    def __init__(self, name: str, policy: Policy) -> None:
        self.name = name
        self.policy = policy

    def act(self, situation: Situation) -> int:
        """Return an action."""
        return int(self._act(situation.observation[None], situation.mask[None], [situation.key])[0])

    def act_batch(self, batch: Batch) -> Array16:
        """Return an action for every game."""
        return self._act(batch.observations, batch.masks, list(batch.keys))

    def explain(self, situation: Situation) -> Explanation:
        """Return the most probable actions with their probabilities."""
        chances = self.probabilities(situation.observation[None], situation.mask[None])[0]
        best = np.argsort(-chances, kind="stable")[: min(_CANDIDATES, situation.mask.sum())]
        return Explanation(
            tuple(
                Candidate(int(n), float(chances[n]), f"the network plays it {chances[n]:.0%}")
                for n in best
            )
        )

    def probabilities(self, observations: Array8, masks: Array8) -> Floats:
        """Return how likely each action is, shape ``(games, actions)``; 0 for illegal ones.

        Raises:
            PolicyError: The network's numbers are too large to be added.
        """
        with np.errstate(over="ignore", invalid="ignore"):  # checked below
            logits, _ = self.policy.network(observations, masks)
            logits -= logits.max(axis=1, keepdims=True)
            chances = np.exp(logits)
            chances /= chances.sum(axis=1, keepdims=True)
        if not np.isfinite(chances).all():
            raise PolicyError(f"{self.name}: its network answers with numbers that are not finite")
        return chances

    def _act(self, observations: Array8, masks: Array8, keys: list[int]) -> Array16:
        reached = np.cumsum(self.probabilities(observations, masks), axis=1, dtype=np.float64)
        point = uniforms(keys) * reached[:, -1]
        return np.asarray(np.argmax(reached > point[:, None], axis=1), np.int16)


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
    sizes = (facts.layout.size, len(facts.catalogue))
    if (card.network.inputs, card.network.outputs) != sizes:
        raise PolicyError(
            f"{folder}: its network has {card.network.inputs} inputs and {card.network.outputs} "
            f"outputs, the game {sizes[0]} and {sizes[1]}"
        )
    if card.ruleset != facts.hashes["ruleset"]:
        notify(
            f"{folder} was trained under the ruleset {card.ruleset} and plays here under "
            f"{facts.hashes['ruleset']}: other parts or rules"
        )
    return policy
