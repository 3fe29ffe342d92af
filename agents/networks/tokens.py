"""The kind ``tokens``: reads the things on the table, points at the legal choices.

::

    items, mobs, cube, supply --> an encoder a kind, mean and maximum of each group --+
    board --> convolutions --> mean and maximum of each slice, own space -------------+--> trunk
    everything else ------------------------------------------------------------------+      |
                                                                                             |
    a choice: its row of the candidate table, its space of the board, its action, <----------+
              what an adviser thinks of it
        --> one logit                                                  the value <-----------+
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from agents.networks.base import Floats, Network, activate, mark_features, valued
from agents.networks.tokens_spec import SIDE, Indices, Pool, TokensSpec
from envs.core.record import Array8
from envs.portal_dash.observation.gathers import extended
from envs.portal_dash.observation.tokens import SLICE

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
        self._dtype = tensors["critic.bias"].dtype
        # Transposed, so that rows of numbers are multiplied from the left.
        self._tensors = {
            name: np.ascontiguousarray(tensor.T if tensor.ndim == 2 else tensor)
            for name, tensor in tensors.items()
        }
        self._tensors["pointer.action.weight"] = tensors["pointer.action.weight"]
        for n in range(len(spec.board)):  # (channels, planes, y, x) -> (y × x × planes, channels)
            name = f"board.{n}.weight"
            kernel = tensors[name].transpose(2, 3, 1, 0)
            self._tensors[name] = np.ascontiguousarray(kernel.reshape(-1, kernel.shape[-1]))
        # Scaling is part of the first layer of everything: one multiplication less.
        firsts = [(f"pools.{pool.name}.0", pool.scale) for pool in self._reading.pools]
        for name, scale in (*firsts, ("pointer.row", self._reading.candidates.scale)):
            weight = f"{name}.weight"
            self._tensors[weight] = self._tensors[weight] * scale[:, None]

    def __call__(self, observations: Array8, masks: Array8) -> tuple[Floats, Floats]:
        """Return logits and values; see ``Network``."""
        if len(observations) > _TOGETHER:
            parts = [
                self(observations[n : n + _TOGETHER], masks[n : n + _TOGETHER])
                for n in range(0, len(observations), _TOGETHER)
            ]
            logits, values = (np.concatenate(part) for part in zip(*parts, strict=True))
            return logits, values
        features, board = self._read(observations)
        lanes, ids = np.nonzero(masks)
        logits = np.full(masks.shape, -np.inf, self._dtype)
        logits[lanes, ids] = self._point(
            observations, features, board, lanes, ids, masks[lanes, ids]
        )
        return logits, self._valued(features)

    def values(self, observations: Array8) -> Floats:
        """Return the values alone, shape ``(games,)``."""
        return self._valued(self._read(observations)[0])

    def _valued(self, features: Floats) -> Floats:
        return valued(self._layer("critic", features)[:, 0], self.spec.value)

    def _layer(self, name: str, numbers: Floats) -> Floats:
        result: Floats = numbers @ self._tensors[f"{name}.weight"]
        result += self._tensors[f"{name}.bias"]
        return result

    def _active(self, name: str, numbers: Floats) -> Floats:
        return activate(self._layer(name, numbers), self.spec.activation)

    def _read(self, observations: Array8) -> tuple[Floats, Floats]:
        """Return the trunk's features, and the board, shape ``(games, spaces, channels)``."""
        reading = self._reading
        behind = extended(observations)
        parts = [observations[:, reading.raw] * reading.raw_scale]
        parts += [self._pooled(pool, behind) for pool in reading.pools]
        board = self._board(observations)
        rows, columns = self.spec.board_shape
        channels = board.shape[-1]
        wide = board.reshape(-1, rows, columns, channels)
        if columns % SLICE:
            wide = np.pad(wide, ((0, 0), (0, 0), (0, SLICE - columns % SLICE), (0, 0)))
        by_slice = wide.reshape(-1, rows, reading.slices, SLICE, channels)
        for pooled in (by_slice.mean((1, 3)), by_slice.max((1, 3))):
            parts += [pooled.transpose(0, 2, 1).reshape(len(wide), -1)]
        parts += [_at(board, np.arange(len(board)), reading.own_cells(observations))]
        features = np.concatenate(parts, axis=1, dtype=self._dtype)
        for n in range(len(self.spec.hidden)):
            features = self._active(f"trunk.{n}", features)
        return features, board

    def _pooled(self, pool: Pool, behind: Array8) -> Floats:
        numbers = behind[:, pool.index]
        shape = (len(behind), pool.groups, pool.each, pool.numbers)
        there = ((numbers != 0) & pool.own).reshape(shape).any(-1, keepdims=True)
        tokens = numbers.astype(np.float32).reshape(-1, pool.numbers)
        tokens = self._active(f"pools.{pool.name}.0", tokens)
        tokens = self._active(f"pools.{pool.name}.1", tokens)
        grouped = tokens.reshape(*shape[:3], -1) * there
        both = np.concatenate([grouped.mean(2), grouped.max(2)], axis=-1)
        return both.reshape(len(behind), -1)

    def _board(self, observations: Array8) -> Floats:
        reading = self._reading
        rows, columns = self.spec.board_shape
        planes = observations[:, reading.board].reshape(-1, len(reading.planes), rows, columns)
        layer = np.moveaxis(planes, 1, -1) * reading.planes
        for n in range(len(self.spec.board)):
            apart = SIDE**n
            padded = np.pad(layer, ((0, 0), (apart, apart), (apart, apart), (0, 0)))
            seen = [
                padded[:, y * apart : y * apart + rows, x * apart : x * apart + columns]
                for y in range(SIDE)
                for x in range(SIDE)
            ]
            layer = self._active(f"board.{n}", np.concatenate(seen, axis=-1))
        return layer.reshape(len(layer), rows * columns, -1)

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
        tensors = self._tensors
        rows = self._reading.candidates.rows(observations, lanes, ids)
        hidden: Floats = rows.astype(np.float32) @ tensors["pointer.row.weight"]
        spaces = _at(board, lanes, self._reading.cells_of(rows))
        hidden += spaces @ tensors["pointer.space.weight"]
        hidden += tensors["pointer.action.weight"][ids]
        hidden += self._layer("pointer.context", features)[lanes]
        opinions = None if self.spec.adviser is None else mark_features(marks)
        if opinions is not None:
            hidden += opinions @ tensors["pointer.mark.weight"]
        activate(hidden, self.spec.activation)
        hidden = self._active("pointer.middle", hidden)
        logits: Floats = hidden @ tensors["pointer.logit.weight"]
        if opinions is not None:
            logits += opinions @ tensors["trust.weight"]
        return logits[:, 0]


def _at(board: Floats, lanes: Indices, cells: Indices) -> Floats:
    """Return what stands at spaces of the board, 0 for the space -1."""
    found: Floats = board[lanes, cells] * (cells >= 0)[:, None]
    return found
