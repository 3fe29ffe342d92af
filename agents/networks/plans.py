"""The kind ``plans``: judges where each of a script's plans leads.

::

    the decision -------> reader ---------------------+
    where a plan leads -> the same reader ------------+--> a logit
    what the script says of it, whether it is first --+    + its chance, times a trust
                                                             --> of the plan's first action
    decision, the script's own plan, what it says of it --> the value

Only first actions of plans are ever played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from tablemates.agents.networks.base import Floats, Network, activate, valued
from tablemates.agents.networks.plans_spec import NEVER, TRUSTED, PlansSpec
from tablemates.agents.networks.reader import TokensReader
from tablemates.envs.core.record import Array8

#: Decisions that are answered together: more of them do not stay in the processor's cache.
_TOGETHER: Final = 8


class PlansNetwork(Network):
    """A network of this kind that answers.

    Args:
        spec: Sizes.
        tensors: Weights by the names and in the shapes of ``spec.shapes()``.
    """

    def __init__(self, spec: PlansSpec, tensors: Mapping[str, Floats]) -> None:
        self.spec = spec
        self._rows = spec.rows()
        self._reader = TokensReader(spec, tensors)
        self._trust = tensors["trust.weight"][0]
        self._dtype = tensors["critic.bias"].dtype

    def __call__(self, observations: Array8, masks: Array8) -> tuple[Floats, Floats]:
        """Return logits and values; see ``Network``."""
        if len(observations) > _TOGETHER:
            return self.in_parts(observations, masks, _TOGETHER)
        rows, reader = self._rows, self._reader
        seen, actions = rows.seen(observations), rows.actions(observations)
        told = rows.features(observations).astype(self._dtype)
        lanes, plans = np.nonzero(actions >= 0)
        read = reader.read(np.concatenate([seen[:, 0], seen[lanes, 1 + plans]]))[0]
        here, ends = read[: len(seen)], read[len(seen) :]
        hidden = reader.layer("plan.context", here)[lanes]
        hidden += reader.layer("plan.end", ends)
        hidden += reader.layer("plan.told", told[lanes, plans])
        hidden += reader.layer("plan.first", (plans == 0)[:, None].astype(self._dtype))
        activate(hidden, self.spec.activation)
        hidden = reader.active("plan.middle", hidden)
        ahead = told[lanes, plans] - told[lanes, 0]
        logits = np.where(masks != 0, NEVER, -np.inf).astype(self._dtype)
        logits[lanes, actions[lanes, plans]] = (
            reader.layer("plan.logit", hidden)[:, 0] + ahead[:, TRUSTED] @ self._trust
        )
        best = np.zeros_like(here)
        best[lanes[plans == 0]] = ends[plans == 0]
        return logits, self._valued(here, best, told[:, 0])

    def logits(self, observations: Array8, masks: Array8) -> Floats:
        """Return the logits alone; where there is but one plan nothing is read."""
        actions = self._rows.actions(observations)
        alone = (actions >= 0).sum(axis=1) == 1
        logits = np.where(masks != 0, NEVER, -np.inf).astype(self._dtype)
        logits[alone, actions[alone, 0]] = 0.0
        if not alone.all():
            logits[~alone] = self(observations[~alone], masks[~alone])[0]
        return logits

    def values(self, observations: Array8) -> Floats:
        """Return the values alone, shape ``(games,)``."""
        rows = self._rows
        seen = rows.seen(observations)
        here, best = (self._reader.read(seen[:, n])[0] for n in (0, 1))
        best *= rows.actions(observations)[:, :1] >= 0
        return self._valued(here, best, rows.features(observations)[:, 0].astype(self._dtype))

    def _valued(self, here: Floats, best: Floats, told: Floats) -> Floats:
        numbers = np.concatenate([here, best, told], axis=1)
        return valued(self._reader.layer("critic", numbers)[:, 0], self.spec.value)
