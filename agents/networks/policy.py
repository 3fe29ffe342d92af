"""Trained policies: their folders, and agents that play them in NumPy, without PyTorch.

A folder has ``policy.safetensors`` with the weights and ``card.json`` with the metadata; all
learners of policies write this format, see ``tablemates.agents.networks.weight_files``.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar, Final, Literal

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import PolicyError
from tablemates.agents.facts import GameFacts
from tablemates.agents.networks.network import Floats, Network, NetworkSpec
from tablemates.agents.networks.weight_files import (
    CARD,
    Precision,
    TrainedCard,
    read_card,
    read_weights,
    write_trained,
)
from tablemates.envs.core.records.layout import Array16
from tablemates.envs.core.views.agent import (
    Batch,
    BatchAgent,
    Candidate,
    Explanation,
    Situation,
    Worth,
)
from tablemates.envs.core.views.decision_keys import uniforms
from tablemates.envs.core.views.past import History
from tablemates.envs.registry import find_game

__all__ = ["CARD", "Card", "Policy", "PolicyAgent", "load_policy", "read_policy", "write_policy"]

WEIGHTS: Final = "policy.safetensors"

_CANDIDATES: Final = 5
#: Logits closer to the largest one are recomputed in float64: the rounding of sums differs
#: between batch sizes, libraries and machines.
_CLOSE: Final = 1e-3
#: Less probable actions are no candidates of an explanation.
_WORTH: Final = 1e-3
#: Games whose memories are kept, and some decisions of each.
_KEPT: Final = 10_000
#: Lower bound of a stated probability.
_LEAST: Final = 1e-6

Numbers = npt.NDArray[np.float64]


class Card(TrainedCard):
    """Content of ``card.json``; what is not said here: see ``TrainedCard``.

    Attributes:
        format: What kind of folder it is.
        version: Of the format.
        network: Architecture.
        data: Digests of the datasets that it was cloned from.
        reference: Of policies before 0.2.0: SHA-256 of weights that training kept close to.
    """

    file: ClassVar = WEIGHTS

    format: Literal["game-policy"] = "game-policy"
    version: Literal[1] = 1
    network: NetworkSpec
    data: tuple[str, ...] = ()
    reference: str | None = None


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy that has been read; ``tensors`` are its weights by the names of ``shapes``."""

    card: Card
    network: Network
    tensors: Mapping[str, Floats]


def write_policy(
    folder: Path, tensors: Mapping[str, Floats], precision: Precision = "float32", **card: Any
) -> Card:
    """Write a policy folder and return its card.

    Args:
        folder: The folder; a policy in it is replaced.
        tensors: The weights.
        precision: Precision in the file; ``float16`` takes half the space.
        **card: The other fields of ``Card`` but for ``format``, ``version`` and ``weights``.

    Raises:
        ValidationError: A field is missing or wrong.
        PolicyError: A weight is not finite.
    """
    return write_trained(folder, Card, tensors, precision=precision, **card)


def read_policy(folder: Path) -> Policy:
    """Read and check a policy folder.

    Raises:
        PolicyError: It is missing or damaged.
    """
    card = read_card(folder, Card)
    tensors = read_weights(folder, card, card.network.shapes())
    return Policy(card, Network(card.network, tensors), tensors)


def load_policy(folder: Path, facts: GameFacts, notify: Callable[[str], None]) -> Policy:
    """Read a policy folder and check it against the game it is to play.

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


class PolicyAgent(BatchAgent):
    """Plays a policy's most probable action, or with ``sample`` draws from its probabilities.

    One with memory needs the ``facts`` of the game, and asks for the history.
    """

    observation_only = True
    worth_unit = "logit"

    def __init__(
        self, name: str, policy: Policy, sample: bool = False, facts: GameFacts | None = None
    ) -> None:
        self.name = name
        self.policy = policy
        self.sample = sample
        if policy.card.network.memory is not None:
            assert facts is not None  # it looks at earlier positions of the game
            self._facts, self._engine = facts, find_game(facts.game).engine
            self.observation_only, self.wants_history = False, True
            # What is remembered of a game so far: its next decision goes on from there.
            self._memories: OrderedDict[bytes, Floats] = OrderedDict()

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

    def worth(self, batch: Batch) -> Worth:
        """Return the logits."""
        logits = self.logits(batch)
        return np.where(np.isfinite(logits), logits, np.nan)

    def logits(self, batch: Batch) -> Numbers:
        """Return the logits, minus infinity for illegal actions, shape ``(decisions, actions)``.

        Raises:
            PolicyError: A logit is not finite.
        """
        inputs, masks = batch.observations, batch.masks
        network, states = self.policy.network, self._states(batch)
        with np.errstate(over="ignore", invalid="ignore"):  # checked below
            logits = network.logits(inputs, masks, states).astype(np.float64)
            if not np.isfinite(logits[masks != 0]).all():
                raise PolicyError(f"{self.name}: its network returns logits that are not finite")
            second, first = np.partition(logits, -2, axis=1)[:, -2:].T
            close = np.flatnonzero(first - second < _CLOSE)
            if len(close) and states is None:
                logits[close] = self._exact.logits(inputs[close], masks[close])
        return logits

    def _states(self, batch: Batch) -> Floats | None:
        """Return what a network with memory remembers of each game, of others None.

        Its memory follows from the history, in which the seat's own decisions count: so an undo,
        a branch or a replay changes nothing.
        """
        if not self.wants_history:
            return None
        return np.stack([self._remembered(batch[n].history) for n in range(len(batch))])

    def _remembered(self, history: History | None) -> Floats:
        state: Floats = np.zeros(self.policy.card.network.memory or 0, np.float32)
        if history is None:
            return state
        own = history.now.publics[history.now.seats == history.seat]
        keys = [blake2b(bytes([history.seat]), digest_size=16)]
        for public in own:
            keys.append(keys[-1].copy())
            keys[-1].update(public)
        known = len(own)
        while known and keys[known].digest() not in self._memories:
            known -= 1
        if known:
            state = self._memories[keys[known].digest()]
        record = np.zeros(self._engine.state.itemsize, np.uint8)
        for public in own[known:]:
            record[: len(public)] = public
            seen = np.zeros(self._facts.layout.size, np.int8)
            self._engine.observe(record, self._facts.box, history.seat, seen)
            state = self.policy.network.remember(seen, state)
        self._memories[keys[-1].digest()] = state
        while len(self._memories) > _KEPT:
            self._memories.popitem(last=False)
        return state


def _softmax(logits: Numbers) -> Numbers:
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))
