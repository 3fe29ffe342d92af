"""Reads the things on the table in PyTorch; ``tablemates.agents.networks.reader`` draws it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn

from tablemates.agents.learn.networks.base import ACTIVATIONS, ActorCritic, begin
from tablemates.agents.networks.tokens_spec import SIDE, Pool, ReadingSpec
from tablemates.envs.portal_dash.observation.gathers import CONSTANTS
from tablemates.envs.portal_dash.observation.tokens import SLICE


def layers_of(inputs: int, widths: tuple[int, ...]) -> nn.ModuleList:
    """Return fully connected layers one after the other."""
    layers = nn.ModuleList(nn.Linear(*pair) for pair in pairwise((inputs, *widths)))
    for layer in layers:
        begin(layer, 2**0.5)
    return layers


class ReadingActorCritic(ActorCritic):
    """Has layers over the things on the table.

    Args:
        spec: Sizes.
    """

    def __init__(self, spec: ReadingSpec) -> None:
        super().__init__(spec)
        self.reading = reading = spec.reading()
        self._activation = ACTIVATIONS[spec.activation]

        self.fix("constants", CONSTANTS)
        self.fix("raw", reading.raw, torch.int64)
        self.fix("raw_scale", reading.raw_scale)
        self.fix("planes", reading.planes)
        for pool in reading.pools:
            self.fix(f"{pool.name}", pool.index, torch.int64)
            self.fix(f"{pool.name}_scale", pool.scale)
            self.fix(f"{pool.name}_own", pool.own, torch.bool)
        self.pools = nn.ModuleDict(
            {pool.name: layers_of(pool.numbers, (spec.token,) * 2) for pool in reading.pools}
        )
        channels = (len(reading.planes), *spec.board)
        self.board = nn.ModuleList(
            nn.Conv2d(before, after, SIDE, padding=SIDE**n, dilation=SIDE**n)
            for n, (before, after) in enumerate(pairwise(channels))
        )
        for layer in self.board:
            begin(layer, 2**0.5)
        self.trunk = layers_of(spec.read_width(), spec.hidden)

    def fix(self, name: str, array: Any, dtype: torch.dtype = torch.float32) -> None:
        """Keep a constant that follows from the layouts: no weights' file has it."""
        self.register_buffer(f"_{name}", torch.tensor(array, dtype=dtype), persistent=False)

    def fixed(self, name: str) -> Tensor:
        """Return a constant that follows from the layouts."""
        return self.get_buffer(f"_{name}")

    def read(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return the trunk's features, and the board, shape ``(batch, channels, spaces)``.

        Args:
            observations: ``int8``, shape ``(batch, values)``.
        """
        count = len(observations)
        numbers = observations.float()
        behind = torch.cat([numbers, self.fixed("constants").expand(count, -1)], 1)
        parts = [numbers.index_select(1, self.fixed("raw")) * self.fixed("raw_scale")]
        parts += [self._pooled(pool, behind) for pool in self.reading.pools]
        rows, columns = self.reading.layout.board_shape
        board = numbers[:, self.reading.board].reshape(count, -1, rows, columns)
        board = board * self.fixed("planes")[:, None, None]
        for layer in self.board:
            board = self._activation(layer(board))
        wide = nn.functional.pad(board, (0, -columns % SLICE)) if columns % SLICE else board
        for pooled in (nn.functional.avg_pool2d, nn.functional.max_pool2d):
            parts += [pooled(wide, (rows, SLICE)).reshape(count, -1)]
        flat = board.reshape(count, board.shape[1], -1)
        here = torch.from_numpy(self.reading.own_cells(observations.cpu().numpy()))
        lanes = torch.arange(count, device=self.device)
        parts += [at_cells(flat, lanes, here.to(self.device))]
        features = torch.cat(parts, 1)
        for layer in self.trunk:
            features = self._activation(layer(features))
        return features, flat

    def _pooled(self, pool: Pool, behind: Tensor) -> Tensor:
        numbers = behind.index_select(1, self.fixed(pool.name))
        shape = (len(behind), pool.groups, pool.each, pool.numbers)
        there = ((numbers != 0) & self.fixed(f"{pool.name}_own")).reshape(shape).any(-1)
        tokens = numbers.reshape(-1, pool.numbers) * self.fixed(f"{pool.name}_scale")
        encoder = self.pools[pool.name]
        assert isinstance(encoder, nn.ModuleList)
        for layer in encoder:
            tokens = self._activation(layer(tokens))
        grouped = tokens.reshape(*shape[:3], -1) * there.unsqueeze(-1)
        both = torch.cat([grouped.mean(2), grouped.max(2).values], dim=-1)
        return both.reshape(len(behind), -1)


def at_cells(board: Tensor, lanes: Tensor, cells: Tensor) -> Tensor:
    """Return what stands at spaces of the board, 0 for the space -1."""
    return board[lanes, :, cells.clamp(min=0)] * (cells >= 0).unsqueeze(-1)
