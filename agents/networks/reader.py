"""Reads the things on the table into features: the part that networks over them share.

::

    items, mobs, cube, supply --> an encoder a kind, mean and maximum of each group --+
    board --> convolutions --> mean and maximum of each slice, own space -------------+--> trunk
    everything else ------------------------------------------------------------------+
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tablemates.agents.networks.base import Floats, activate
from tablemates.agents.networks.tokens_spec import SIDE, Indices, Pool, ReadingSpec
from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.observation.gathers import extended
from tablemates.envs.portal_dash.observation.tokens import SLICE


class TokensReader:
    """Layers over the things on the table.

    Args:
        spec: Sizes.
        tensors: Weights by their names; those of other layers are taken care of, too.
    """

    def __init__(self, spec: ReadingSpec, tensors: Mapping[str, Floats]) -> None:
        self.spec = spec
        self._reading = spec.reading()
        self._dtype = tensors["critic.bias"].dtype
        # Transposed, so that rows of numbers are multiplied from the left.
        self._tensors = {
            name: np.ascontiguousarray(tensor.T if tensor.ndim == 2 else tensor)
            for name, tensor in tensors.items()
        }
        for n in range(len(spec.board)):  # (channels, planes, y, x) -> (y × x × planes, channels)
            name = f"board.{n}.weight"
            kernel = tensors[name].transpose(2, 3, 1, 0)
            self._tensors[name] = np.ascontiguousarray(kernel.reshape(-1, kernel.shape[-1]))
        # Scaling is part of the first layer of everything: one multiplication less.
        for pool in self._reading.pools:
            weight = f"pools.{pool.name}.0.weight"
            self._tensors[weight] = self._tensors[weight] * pool.scale[:, None]

    def layer(self, name: str, numbers: Floats) -> Floats:
        """Return what a fully connected layer makes of rows of numbers."""
        result: Floats = numbers @ self._tensors[f"{name}.weight"]
        if (bias := self._tensors.get(f"{name}.bias")) is not None:
            result += bias
        return result

    def active(self, name: str, numbers: Floats) -> Floats:
        """Return the same after the activation."""
        return activate(self.layer(name, numbers), self.spec.activation)

    def read(self, observations: Array8) -> tuple[Floats, Floats]:
        """Return the trunk's features, and the board, shape ``(games, spaces, channels)``.

        Args:
            observations: Shape ``(games, values)``.
        """
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
        parts += [at_cells(board, np.arange(len(board)), reading.own_cells(observations))]
        features = np.concatenate(parts, axis=1, dtype=self._dtype)
        for n in range(len(self.spec.hidden)):
            features = self.active(f"trunk.{n}", features)
        return features, board

    def _pooled(self, pool: Pool, behind: Array8) -> Floats:
        numbers = behind[:, pool.index]
        shape = (len(behind), pool.groups, pool.each, pool.numbers)
        there = ((numbers != 0) & pool.own).reshape(shape).any(-1, keepdims=True)
        tokens = numbers.astype(np.float32).reshape(-1, pool.numbers)
        tokens = self.active(f"pools.{pool.name}.0", tokens)
        tokens = self.active(f"pools.{pool.name}.1", tokens)
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
            layer = self.active(f"board.{n}", np.concatenate(seen, axis=-1))
        return layer.reshape(len(layer), rows * columns, -1)


def at_cells(board: Floats, lanes: Indices, cells: Indices) -> Floats:
    """Return what stands at spaces of the board, 0 for the space -1."""
    found: Floats = board[lanes, cells] * (cells >= 0)[:, None]
    return found
