"""Kind ``plans``: scores the plans of an adviser by where they lead.

::

    the decision --------> reader ----------------------+
    where a plan leads --> the same reader -------------+--> a logit
    the adviser's features of it, whether it is first --+     + weighted features
                                                               --> of the plan's first action
    decision, the adviser's own plan, its features --> the value

Only first actions of plans have a probability that matters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from tablemates.agents.networks.base import NEVER, Floats, Network, activate, value_output
from tablemates.agents.portal_dash.plans.reader import PlansSpec, TokensReader
from tablemates.agents.portal_dash.plans.rows import TRUSTED, Integers
from tablemates.envs.core.record import Array8

#: Initial weights of the features ``TRUSTED``: an untrained network plays as the adviser does.
FIRST_TRUST: Final = (200.0, 200.0, 0.0)
#: Batch size of the forward pass: larger batches do not stay in the CPU cache.
_BATCH: Final = 8


class PlansNetwork(Network):
    """The network in NumPy.

    Args:
        spec: Architecture.
        tensors: Weights by the names and in the shapes of ``spec.shapes()``.
    """

    def __init__(self, spec: PlansSpec, tensors: Mapping[str, Floats]) -> None:
        self.spec = spec
        self._rows = spec.rows()
        self._reader = TokensReader(spec, tensors)
        self._trust = tensors["trust.weight"][0]
        self._dtype = tensors["critic.bias"].dtype

    def logits(self, observations: Array8, masks: Array8) -> Floats:
        """Return the logits; decisions with a single plan skip the network."""
        actions = self._rows.actions(observations)
        alone = (actions >= 0).sum(axis=1) == 1
        logits = np.where(masks != 0, NEVER, -np.inf).astype(self._dtype)
        logits[alone, actions[alone, 0]] = 0.0
        read = np.flatnonzero(~alone)
        for n in range(0, len(read), _BATCH):
            some = read[n : n + _BATCH]
            self._score(observations[some], logits, some)
        return logits

    def _score(self, observations: Array8, logits: Floats, decisions: Integers) -> None:
        """Write the logits of the plans of some decisions."""
        rows, reader = self._rows, self._reader
        seen, actions = rows.seen(observations), rows.actions(observations)
        features = rows.features(observations).astype(self._dtype)
        batch, plans = np.nonzero(actions >= 0)
        read = reader.read(np.concatenate([seen[:, 0], seen[batch, 1 + plans]]))
        here, ends = read[: len(seen)], read[len(seen) :]
        hidden = reader.linear("plan.context", here)[batch]
        hidden += reader.linear("plan.end", ends)
        hidden += reader.linear("plan.told", features[batch, plans])
        hidden += reader.linear("plan.first", (plans == 0)[:, None].astype(self._dtype))
        activate(hidden, self.spec.activation)
        hidden = reader.active("plan.middle", hidden)
        differences = features[batch, plans] - features[batch, 0]
        logits[decisions[batch], actions[batch, plans]] = (
            reader.linear("plan.logit", hidden)[:, 0] + differences[:, TRUSTED] @ self._trust
        )

    def values(self, observations: Array8) -> Floats:
        """Return the values, shape ``(batch,)``."""
        rows = self._rows
        seen = rows.seen(observations)
        here, first = (self._reader.read(seen[:, n]) for n in (0, 1))
        first *= rows.actions(observations)[:, :1] >= 0
        features = rows.features(observations)[:, 0].astype(self._dtype)
        numbers = np.concatenate([here, first, features], axis=1)
        return value_output(self._reader.linear("critic", numbers)[:, 0], self.spec.value)
