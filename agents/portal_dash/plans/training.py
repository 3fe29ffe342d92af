"""The network of kind ``plans`` in PyTorch: same weights, same outputs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn

from tablemates.agents.learn.networks import ILLEGAL, ActorCritic, initialise, layers
from tablemates.agents.networks.base import NEVER, Floats
from tablemates.agents.portal_dash.plans.network import FIRST_TRUST
from tablemates.agents.portal_dash.plans.reader import CONSTANTS, SIDE, SLICE, PlansSpec, Pool
from tablemates.agents.portal_dash.plans.rows import FEATURES, LOGIT, PLANS, TRUSTED


class PlanHead(nn.Module):
    """Scores plans.

    Args:
        spec: Architecture.
        activation: After the hidden layers.
    """

    def __init__(self, spec: PlansSpec, activation: Callable[[Tensor], Tensor]) -> None:
        super().__init__()
        last = spec.hidden[-1]
        self.context = nn.Linear(last, spec.plan)
        self.end = nn.Linear(last, spec.plan, bias=False)
        self.told = nn.Linear(FEATURES, spec.plan, bias=False)
        self.first = nn.Linear(1, spec.plan, bias=False)
        self.middle = nn.Linear(spec.plan, spec.plan)
        self.logit = nn.Linear(spec.plan, 1, bias=False)
        for layer in (self.context, self.end, self.told, self.first, self.middle):
            initialise(layer, 2**0.5)
        # Initially the adviser's own opinion alone counts.
        nn.init.zeros_(self.logit.weight)
        self._activation = activation

    def forward(self, here: Tensor, ends: Tensor, features: Tensor, first: Tensor) -> Tensor:
        """Return the logits of plans, shape ``(plans,)``.

        Args:
            here: The reader's features of the decisions, shape ``(plans, hidden[-1])``.
            ends: The same of the plans' ends.
            features: The adviser's features, shape ``(plans, FEATURES)``.
            first: Whether each plan is the adviser's own choice.
        """
        hidden = self.context(here) + self.end(ends) + self.told(features)
        hidden = self._activation(hidden + self.first(first.float().unsqueeze(-1)))
        logits: Tensor = self.logit(self._activation(self.middle(hidden)))
        return logits.squeeze(-1)


class PlansActorCritic(ActorCritic):
    """Scores the plans of an adviser by where they lead.

    Args:
        spec: Architecture; the scales follow from it.
    """

    def __init__(self, spec: PlansSpec, _scale: Floats) -> None:
        super().__init__(spec)
        self._rows = spec.rows()
        self.reading = reading = spec.reading()
        self._add_constant("constants", CONSTANTS)
        self._add_constant("raw", reading.raw, torch.int64)
        self._add_constant("raw_scale", reading.raw_scale)
        self._add_constant("planes", reading.planes)
        for pool in reading.pools:
            self._add_constant(pool.name, pool.index, torch.int64)
            self._add_constant(f"{pool.name}_scale", pool.scale)
            self._add_constant(f"{pool.name}_own", pool.own, torch.bool)
        self.pools = nn.ModuleDict(
            {pool.name: layers(pool.numbers, (spec.token,) * 2) for pool in reading.pools}
        )
        self.board = nn.ModuleList(
            nn.Conv2d(before, after, SIDE, padding=SIDE**n, dilation=SIDE**n)
            for n, (before, after) in enumerate(pairwise((len(reading.planes), *spec.board)))
        )
        for layer in self.board:
            initialise(layer, 2**0.5)
        self.trunk = layers(spec.trunk_inputs(), spec.hidden)
        self.plan = PlanHead(spec, self.activation)
        self.trust = nn.Linear(len(FIRST_TRUST), 1, bias=False)
        self.critic = nn.Linear(2 * spec.hidden[-1] + FEATURES, 1)
        with torch.no_grad():
            self.trust.weight.copy_(torch.tensor([FIRST_TRUST]))
            # The initial value is the adviser's winning probability.
            self.critic.weight.zero_()
            self.critic.bias.zero_()
            if self.predicts_win:
                self.critic.weight[0, LOGIT - FEATURES] = 1.0

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return masked logits and values; see ``ActorCritic``."""
        seen, features, actions = self._split(observations)
        batch, plans = (actions >= 0).nonzero(as_tuple=True)
        count = len(seen)
        read = self._read(torch.cat([seen[:, 0], seen[batch, 1 + plans]]))
        here, ends = read[:count], read[count:]
        first = plans == 0
        scores = self.plan(here[batch], ends, features[batch, plans], first)
        differences = (features[batch, plans] - features[batch, 0])[:, TRUSTED]
        scores = scores + self.trust(differences).squeeze(-1)
        logits = torch.full(masks.shape, NEVER, device=self.device)
        logits = logits.masked_fill(masks == 0, ILLEGAL)
        logits = logits.index_put((batch, actions[batch, plans]), scores)
        own = torch.zeros_like(here).index_put((batch[first],), ends[first])
        # Outcomes of few games train the value: without `detach` the encoder overfits to them.
        numbers = torch.cat([here.detach(), own.detach(), features[:, 0]], 1)
        return logits, self.value_output(self.critic(numbers).squeeze(-1))

    def _split(self, inputs: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the parts of ``PlanRows``: observations, features, actions."""
        rows, count = self._rows, len(inputs)
        seen = inputs[:, : rows.features_at].reshape(count, 1 + PLANS, rows.observed)
        bits = inputs[:, rows.features_at : rows.actions_at].contiguous()
        features = bits.view(torch.float16).float().reshape(count, PLANS, FEATURES)
        actions = inputs[:, rows.actions_at :].contiguous().view(torch.int16).long()
        return seen, features, actions

    # -- the encoder ----------------------------------------------------------------------
    def _add_constant(self, name: str, array: Any, dtype: torch.dtype = torch.float32) -> None:
        """Register a constant that follows from the layouts and is not stored with the weights."""
        self.register_buffer(f"_{name}", torch.tensor(array, dtype=dtype), persistent=False)

    def _constant(self, name: str) -> Tensor:
        return self.get_buffer(f"_{name}")

    def _read(self, observations: Tensor) -> Tensor:
        """Return the trunk's features of ``int8`` observations of shape ``(batch, size)``."""
        count = len(observations)
        numbers = observations.float()
        with_constants = torch.cat([numbers, self._constant("constants").expand(count, -1)], 1)
        parts = [numbers.index_select(1, self._constant("raw")) * self._constant("raw_scale")]
        parts += [self._pooled(pool, with_constants) for pool in self.reading.pools]
        rows, columns = self.reading.layout.board_shape
        board = numbers[:, self.reading.board].reshape(count, -1, rows, columns)
        board = board * self._constant("planes")[:, None, None]
        for layer in self.board:
            board = self.activation(layer(board))
        wide = nn.functional.pad(board, (0, -columns % SLICE)) if columns % SLICE else board
        for pooled in (nn.functional.avg_pool2d, nn.functional.max_pool2d):
            parts += [pooled(wide, (rows, SLICE)).reshape(count, -1)]
        flat = board.reshape(count, board.shape[1], -1)
        cells = torch.from_numpy(self.reading.own_cells(observations.cpu().numpy())).to(self.device)
        batch = torch.arange(count, device=self.device)
        parts += [flat[batch, :, cells.clamp(min=0)] * (cells >= 0).unsqueeze(-1)]
        features = torch.cat(parts, 1)
        for layer in self.trunk:
            features = self.activation(layer(features))
        return features

    def _pooled(self, pool: Pool, observations: Tensor) -> Tensor:
        numbers = observations.index_select(1, self._constant(pool.name))
        shape = (len(observations), pool.groups, pool.each, pool.numbers)
        present = ((numbers != 0) & self._constant(f"{pool.name}_own")).reshape(shape).any(-1)
        tokens = numbers.reshape(-1, pool.numbers) * self._constant(f"{pool.name}_scale")
        encoder = self.pools[pool.name]
        assert isinstance(encoder, nn.ModuleList)
        for layer in encoder:
            tokens = self.activation(layer(tokens))
        grouped = tokens.reshape(*shape[:3], -1) * present.unsqueeze(-1)
        both = torch.cat([grouped.mean(2), grouped.max(2).values], dim=-1)
        return both.reshape(len(observations), -1)
