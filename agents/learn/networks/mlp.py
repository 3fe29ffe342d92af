"""The kind ``mlp`` in PyTorch; ``tablemates.agents.networks.mlp`` describes it and answers in NumPy."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn

from tablemates.agents.learn.networks.base import (
    ACTIVATIONS,
    ILLEGAL,
    ActorCritic,
    begin,
    mark_features,
    trusting,
)
from tablemates.agents.networks import Floats, MlpSpec


class Trunk(nn.ModuleList):
    """The layers that actor and critic share."""

    def __init__(self, spec: MlpSpec) -> None:
        widths = (spec.inputs, *spec.hidden)
        super().__init__(nn.Linear(before, after) for before, after in pairwise(widths))
        self._activation = ACTIVATIONS[spec.activation]

    def forward(self, scaled: Tensor) -> Tensor:
        """Return features of scaled observations, shape ``(batch, hidden[-1])``."""
        for layer in self:
            scaled = self._activation(layer(scaled))
        return scaled


class MlpActorCritic(ActorCritic):
    """Logits of all actions and the value of the position, from one trunk.

    Args:
        spec: Sizes.
        scale: Factors that bring observations into -1 to 1.
    """

    scale: Tensor

    def __init__(self, spec: MlpSpec, scale: Floats) -> None:
        super().__init__(spec)
        self.spec = spec
        self.register_buffer("scale", torch.from_numpy(scale.copy()))
        self.trunk = Trunk(spec)
        self.actor = nn.Linear(spec.hidden[-1], spec.outputs)
        self.critic = nn.Linear(spec.hidden[-1], 1)
        self.trust = None if spec.adviser is None else trusting()
        # Small logits at first: every legal action is about as likely (Andrychowicz et al. 2021).
        for layer in self.trunk:
            begin(layer, 2**0.5)
        begin(self.actor, 0.01)
        begin(self.critic, 1.0)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return masked logits and values; see ``ActorCritic``."""
        features = self.trunk(observations.float() * self.scale)
        logits = self.actor(features)
        if self.trust is not None:
            logits = logits + self.trust(mark_features(masks)).squeeze(-1)
        logits = logits.masked_fill(masks == 0, ILLEGAL)
        return logits, self._valued(self.critic(features).squeeze(-1))

    def values(self, observations: Tensor) -> Tensor:
        """Return the values alone, shape ``(batch,)``; they do not depend on masks."""
        features = self.trunk(observations.float() * self.scale)
        return self._valued(self.critic(features).squeeze(-1))
