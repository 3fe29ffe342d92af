"""The kind ``tokens`` in PyTorch; ``agents.networks.tokens`` draws it and answers in NumPy."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn

from agents.learn.networks.base import (
    ACTIVATIONS,
    ILLEGAL,
    ActorCritic,
    begin,
    mark_features,
    trusting,
)
from agents.networks import TokensSpec
from agents.networks.base import MARK_FEATURES
from agents.networks.tokens_spec import SIDE, Pool
from envs.portal_dash.observation.gathers import CONSTANTS
from envs.portal_dash.observation.tokens import SLICE


def _layers(inputs: int, widths: tuple[int, ...]) -> nn.ModuleList:
    layers = nn.ModuleList(nn.Linear(*pair) for pair in pairwise((inputs, *widths)))
    for layer in layers:
        begin(layer, 2**0.5)
    return layers


class Pointer(nn.Module):
    """Gives each legal choice its logit.

    Args:
        spec: Sizes.
        width: Numbers in a row of the candidate table.
    """

    def __init__(self, spec: TokensSpec, width: int) -> None:
        super().__init__()
        self.context = nn.Linear(spec.hidden[-1], spec.pointer)
        self.row = nn.Linear(width, spec.pointer, bias=False)
        self.space = nn.Linear(spec.board[-1], spec.pointer, bias=False)
        self.action = nn.Embedding(spec.outputs, spec.pointer)
        self.middle = nn.Linear(spec.pointer, spec.pointer)
        self.logit = nn.Linear(spec.pointer, 1, bias=False)
        self.mark = None
        if spec.adviser is not None:
            self.mark = nn.Linear(MARK_FEATURES, spec.pointer, bias=False)
            begin(self.mark, 2**0.5)
        for layer in (self.context, self.row, self.space, self.middle):
            begin(layer, 2**0.5)
        nn.init.normal_(self.action.weight, std=0.1)
        # Small logits at first: every legal action is about as likely (Andrychowicz et al. 2021).
        begin(self.logit, 0.01)
        self._activation = ACTIVATIONS[spec.activation]

    def forward(
        self,
        rows: Tensor,
        spaces: Tensor,
        ids: Tensor,
        features: Tensor,
        lanes: Tensor,
        opinions: Tensor | None,
    ) -> Tensor:
        """Return the logits of choices one below the other.

        Args:
            rows: Of the candidate table, scaled, ``(choices, width)``.
            spaces: What the board's layers say of the space that each points at, 0 for none.
            ids: The actions.
            features: The trunk's, shape ``(batch, hidden[-1])``.
            lanes: Which of these each choice belongs to.
            opinions: Of an adviser, ``(choices, MARK_FEATURES)``.
        """
        hidden = self.row(rows) + self.space(spaces) + self.action(ids)
        if self.mark is not None and opinions is not None:
            hidden = hidden + self.mark(opinions)
        hidden = self._activation(hidden + self.context(features)[lanes])
        logits: Tensor = self.logit(self._activation(self.middle(hidden)))
        return logits.squeeze(-1)


class TokensActorCritic(ActorCritic):
    """Reads the things on the table and points at the legal choices.

    Args:
        spec: Sizes.
    """

    def __init__(self, spec: TokensSpec) -> None:
        super().__init__(spec)
        self.spec = spec
        self._reading = reading = spec.reading()
        self._activation = ACTIVATIONS[spec.activation]

        def fixed(name: str, array: Any, dtype: torch.dtype = torch.float32) -> None:
            # It follows from the layouts, so that no weights' file has it.
            self.register_buffer(name, torch.tensor(array, dtype=dtype), persistent=False)

        fixed("_constants", CONSTANTS)
        fixed("_raw", reading.raw, torch.int64)
        fixed("_raw_scale", reading.raw_scale)
        fixed("_planes", reading.planes)
        fixed("_row_scale", reading.candidates.scale)
        for pool in reading.pools:
            fixed(f"_{pool.name}", pool.index, torch.int64)
            fixed(f"_{pool.name}_scale", pool.scale)
            fixed(f"_{pool.name}_own", pool.own, torch.bool)
        self.pools = nn.ModuleDict(
            {pool.name: _layers(pool.numbers, (spec.token,) * 2) for pool in reading.pools}
        )
        channels = (len(reading.planes), *spec.board)
        self.board = nn.ModuleList(
            nn.Conv2d(before, after, SIDE, padding=SIDE**n, dilation=SIDE**n)
            for n, (before, after) in enumerate(pairwise(channels))
        )
        for layer in self.board:
            begin(layer, 2**0.5)
        self.trunk = _layers(spec.read_width(), spec.hidden)
        self.pointer = Pointer(spec, reading.candidates.width)
        self.critic = nn.Linear(spec.hidden[-1], 1)
        begin(self.critic, 1.0)
        self.trust = None if spec.adviser is None else trusting()

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return masked logits and values; see ``ActorCritic``."""
        features, board = self._read(observations)
        lanes, ids = masks.nonzero(as_tuple=True)
        # Where steps lead and who stands there is looked up by the one table that says so.
        table = self._reading.candidates.rows(
            observations.cpu().numpy(), lanes.cpu().numpy(), ids.cpu().numpy()
        )
        cells = torch.from_numpy(self._reading.cells_of(table)).to(self.device)
        rows = torch.from_numpy(table).to(self.device).float() * self._fixed("row_scale")
        opinions = None if self.trust is None else mark_features(masks[lanes, ids])
        found = self.pointer(rows, _at(board, lanes, cells), ids, features, lanes, opinions)
        if self.trust is not None:
            found = found + self.trust(opinions).squeeze(-1)
        logits = torch.full(masks.shape, ILLEGAL, device=self.device)
        logits = logits.index_put((lanes, ids), found)
        return logits, self._valued(self.critic(features).squeeze(-1))

    def values(self, observations: Tensor) -> Tensor:
        """Return the values alone, shape ``(batch,)``; they do not depend on masks."""
        return self._valued(self.critic(self._read(observations)[0]).squeeze(-1))

    def _fixed(self, name: str) -> Tensor:
        return self.get_buffer(f"_{name}")

    def _read(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return the trunk's features, and the board, shape ``(batch, channels, spaces)``."""
        count = len(observations)
        numbers = observations.float()
        behind = torch.cat([numbers, self._fixed("constants").expand(count, -1)], 1)
        parts = [numbers.index_select(1, self._fixed("raw")) * self._fixed("raw_scale")]
        parts += [self._pooled(pool, behind) for pool in self._reading.pools]
        rows, columns = self.spec.board_shape
        board = numbers[:, self._reading.board].reshape(count, -1, rows, columns)
        board = board * self._fixed("planes")[:, None, None]
        for layer in self.board:
            board = self._activation(layer(board))
        wide = nn.functional.pad(board, (0, -columns % SLICE)) if columns % SLICE else board
        for pooled in (nn.functional.avg_pool2d, nn.functional.max_pool2d):
            parts += [pooled(wide, (rows, SLICE)).reshape(count, -1)]
        flat = board.reshape(count, board.shape[1], -1)
        here = torch.from_numpy(self._reading.own_cells(observations.cpu().numpy()))
        lanes = torch.arange(count, device=self.device)
        parts += [_at(flat, lanes, here.to(self.device))]
        features = torch.cat(parts, 1)
        for layer in self.trunk:
            features = self._activation(layer(features))
        return features, flat

    def _pooled(self, pool: Pool, behind: Tensor) -> Tensor:
        numbers = behind.index_select(1, self._fixed(pool.name))
        shape = (len(behind), pool.groups, pool.each, pool.numbers)
        there = ((numbers != 0) & self._fixed(f"{pool.name}_own")).reshape(shape).any(-1)
        tokens = numbers.reshape(-1, pool.numbers) * self._fixed(f"{pool.name}_scale")
        encoder = self.pools[pool.name]
        assert isinstance(encoder, nn.ModuleList)
        for layer in encoder:
            tokens = self._activation(layer(tokens))
        grouped = tokens.reshape(*shape[:3], -1) * there.unsqueeze(-1)
        both = torch.cat([grouped.mean(2), grouped.max(2).values], dim=-1)
        return both.reshape(len(behind), -1)


def _at(board: Tensor, lanes: Tensor, cells: Tensor) -> Tensor:
    """Return what stands at spaces of the board, 0 for the space -1."""
    return board[lanes, :, cells.clamp(min=0)] * (cells >= 0).unsqueeze(-1)
