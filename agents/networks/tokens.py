"""The kind ``tokens``: reads the things on the table, points at the legal choices.

::

    the things on the table --> reader --> the value
                                  |
    a choice: its row of the candidate table, its space of the board, its action,
              what an adviser thinks of it
        --> one logit
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from tablemates.agents.networks.base import Floats, Network, activate, mark_features, valued
from tablemates.agents.networks.reader import TokensReader, at_cells
from tablemates.agents.networks.tokens_spec import Indices, TokensSpec
from tablemates.envs.core.record import Array8

#: Decisions that are answered together: more of them do not stay in the processor's cache.
_TOGETHER: Final = 32


class TokensNetwork(Network):
    """A network of this kind that answers.

    Args:
        spec: Sizes.
        tensors: Weights by the names and in the shapes of ``spec.shapes()``.
    """

    def __init__(self, spec: TokensSpec, tensors: Mapping[str, Floats]) -> None:
        self.spec = spec
        self._reading = spec.reading()
        self._reader = TokensReader(spec, tensors)
        self._dtype = tensors["critic.bias"].dtype
        self._row = tensors["pointer.row.weight"].T * self._reading.candidates.scale[:, None]
        self._action = tensors["pointer.action.weight"]

    def __call__(self, observations: Array8, masks: Array8) -> tuple[Floats, Floats]:
        """Return logits and values; see ``Network``."""
        if len(observations) > _TOGETHER:
            return self.in_parts(observations, masks, _TOGETHER)
        features, board = self._reader.read(observations)
        lanes, ids = np.nonzero(masks)
        logits = np.full(masks.shape, -np.inf, self._dtype)
        logits[lanes, ids] = self._point(
            observations, features, board, lanes, ids, masks[lanes, ids]
        )
        return logits, self._valued(features)

    def values(self, observations: Array8) -> Floats:
        """Return the values alone, shape ``(games,)``."""
        return self._valued(self._reader.read(observations)[0])

    def _valued(self, features: Floats) -> Floats:
        return valued(self._reader.layer("critic", features)[:, 0], self.spec.value)

    def _point(
        self,
        observations: Array8,
        features: Floats,
        board: Floats,
        lanes: Indices,
        ids: Indices,
        marks: Array8,
    ) -> Floats:
        """Return the logits of choices one below the other."""
        reader = self._reader
        rows = self._reading.candidates.rows(observations, lanes, ids)
        hidden: Floats = rows.astype(np.float32) @ self._row
        spaces = at_cells(board, lanes, self._reading.cells_of(rows))
        hidden += reader.layer("pointer.space", spaces)
        hidden += self._action[ids]
        hidden += reader.layer("pointer.context", features)[lanes]
        opinions = None if self.spec.adviser is None else mark_features(marks)
        if opinions is not None:
            hidden += reader.layer("pointer.mark", opinions)
        activate(hidden, self.spec.activation)
        hidden = reader.active("pointer.middle", hidden)
        logits = reader.layer("pointer.logit", hidden)
        if opinions is not None:
            logits += reader.layer("trust", opinions)
        return logits[:, 0]
