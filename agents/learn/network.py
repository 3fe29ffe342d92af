"""The policy network in PyTorch; ``agents.network`` describes it and answers in NumPy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Final

import torch
from torch import Tensor, nn

from agents.network import Activation, Floats, NetworkSpec

ACTIVATIONS: Final[Mapping[Activation, Callable[[Tensor], Tensor]]] = {
    "tanh": torch.tanh,
    "relu": torch.relu,
}
#: Logit of an illegal action: its probability is exactly 0, and no sum becomes NaN.
ILLEGAL: Final = -1e8


class Trunk(nn.ModuleList):
    """The layers that actor and critic share."""

    def __init__(self, spec: NetworkSpec) -> None:
        widths = (spec.inputs, *spec.hidden)
        super().__init__(nn.Linear(before, after) for before, after in pairwise(widths))
        self._activation = ACTIVATIONS[spec.activation]

    def forward(self, scaled: Tensor) -> Tensor:
        """Return features of scaled observations, shape ``(batch, hidden[-1])``."""
        for layer in self:
            scaled = self._activation(layer(scaled))
        return scaled


class ActorCritic(nn.Module):
    """Logits of all actions and the value of the position, from one trunk.

    Args:
        spec: Kind and sizes.
        scale: Factors that bring observations into -1 to 1.
    """

    scale: Tensor

    def __init__(self, spec: NetworkSpec, scale: Floats) -> None:
        super().__init__()
        self.spec = spec
        self.register_buffer("scale", torch.from_numpy(scale.copy()))
        self.trunk = Trunk(spec)
        self.actor = nn.Linear(spec.hidden[-1], spec.outputs)
        self.critic = nn.Linear(spec.hidden[-1], 1)
        # Small logits at first: every legal action is about as likely (Andrychowicz et al. 2021).
        for layer in self.trunk:
            _begin(layer, 2**0.5)
        _begin(self.actor, 0.01)
        _begin(self.critic, 1.0)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return masked logits and values.

        Args:
            observations: ``int8``, shape ``(batch, inputs)``.
            masks: Legal actions, shape ``(batch, outputs)``.

        Returns:
            Logits, shape ``(batch, outputs)``; values, shape ``(batch,)``.
        """
        features = self.trunk(observations.float() * self.scale)
        logits = self.actor(features).masked_fill(masks == 0, ILLEGAL)
        return logits, self.critic(features).squeeze(-1)

    def values(self, observations: Tensor) -> Tensor:
        """Return the values alone, shape ``(batch,)``; they do not depend on masks."""
        values: Tensor = self.critic(self.trunk(observations.float() * self.scale)).squeeze(-1)
        return values

    def tensors(self) -> dict[str, Floats]:
        """Return the weights as a policy folder keeps them."""
        return {name: tensor.cpu().numpy().copy() for name, tensor in self.state_dict().items()}

    def load_tensors(self, tensors: Mapping[str, Floats]) -> None:
        """Take the weights of a policy folder."""
        self.load_state_dict({name: torch.from_numpy(one.copy()) for name, one in tensors.items()})


def _begin(layer: nn.Module, gain: float) -> None:
    assert isinstance(layer, nn.Linear)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
