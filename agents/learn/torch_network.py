"""The network of ``tablemates.agents.networks.network`` in PyTorch: same weights, same outputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

import torch
from torch import Tensor, nn

from tablemates.agents.errors import DivergedError
from tablemates.agents.networks.network import Floats, NetworkSpec

#: Logit of an illegal action: its probability is exactly 0, and no sum becomes NaN.
ILLEGAL: Final = -1e8


class Columns(NamedTuple):
    """Inputs and outputs, by their numbers, without which the others are computed as well.

    Left out are inputs that are 0, and outputs whose actions are illegal, in every row of a batch.
    """

    inputs: Tensor
    outputs: Tensor


class ActorCritic(nn.Module):
    """Fully connected trunk with actor and critic head; ``scale`` brings inputs into -1 to 1."""

    scale: Tensor

    def __init__(self, spec: NetworkSpec, scale: Floats) -> None:
        super().__init__()
        self.spec = spec
        self._activation: Callable[[Tensor], Tensor] = getattr(torch, spec.activation)
        self.register_buffer("scale", torch.from_numpy(scale.copy()))
        self.trunk = nn.ModuleList(
            nn.Linear(*pair) for pair in pairwise((spec.inputs, *spec.hidden))
        )
        memory, width = spec.memory, spec.hidden[-1]
        self.memory = None if memory is None else nn.GRUCell(width, memory)
        self.actor = nn.Linear(memory or width, spec.outputs)
        self.critic = nn.Linear(memory or width, 1)
        for layer in self.trunk:
            _initialise(layer, 2**0.5)
        # Small initial logits: all legal actions are about equally likely
        # (Andrychowicz et al. 2021).
        _initialise(self.actor, 0.01)
        _initialise(self.critic, 1.0)

    @property
    def device(self) -> torch.device:
        """Device of the weights."""
        return next(self.parameters()).device

    def features(self, observations: Tensor, inputs: Tensor | None = None) -> Tensor:
        """Return the trunk's features, shape ``(batch, hidden[-1])``.

        The observations have some ``inputs`` alone if these are given.
        """
        first, scale = self.trunk[0], self.scale
        weight: Tensor
        weight, bias = first.parameters()
        if inputs is not None:
            weight, scale = weight.index_select(1, inputs), scale[inputs]
        features = self._activation(
            nn.functional.linear(observations.float() * scale, weight, bias)
        )
        for layer in self.trunk[1:]:
            features = self._activation(layer(features))
        return features

    def forward(
        self, observations: Tensor, masks: Tensor, columns: Columns | None = None
    ) -> tuple[Tensor, Tensor]:
        """Return masked logits, shape ``(batch, outputs)``, and values, shape ``(batch,)``.

        The observations are ``int8``, and both have some ``columns`` alone if these are given. A
        network with memory remembers nothing here, see ``remember``.
        """
        features = self.features(observations, None if columns is None else columns.inputs)
        return self._heads(features, masks, columns)

    def remember(
        self,
        observations: Tensor,
        masks: Tensor,
        states: Tensor,
        seats: Tensor,
        columns: Columns | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return logits, values, and what is remembered after these decisions.

        ``states`` have shape ``(batch, seats, memory)``, ``seats`` says who decides in each game.
        """
        assert self.memory is not None
        games = torch.arange(len(seats), device=seats.device)
        features = self.features(observations, None if columns is None else columns.inputs)
        state = self.memory(features, states[games, seats])
        return *self._heads(state, masks, columns), states.index_put((games, seats), state)

    def _heads(
        self, features: Tensor, masks: Tensor, columns: Columns | None
    ) -> tuple[Tensor, Tensor]:
        weight: Tensor = self.actor.weight
        bias: Tensor = self.actor.bias
        if columns is not None:
            weight, bias = weight[columns.outputs], bias[columns.outputs]
        logits = nn.functional.linear(features, weight, bias).masked_fill(masks == 0, ILLEGAL)
        return logits, self.critic(features).squeeze(-1)

    def value_losses(self, values: Tensor, returns: Tensor) -> Tensor:
        """Return the critic's squared error of each decision."""
        check_finite("a value", values)
        return nn.functional.mse_loss(values, returns, reduction="none")

    def tensors(self) -> dict[str, Floats]:
        """Return the weights as a policy folder stores them."""
        return {name: tensor.cpu().numpy().copy() for name, tensor in self.state_dict().items()}

    def load_tensors(self, tensors: Mapping[str, Floats]) -> None:
        """Load the weights of a policy folder."""
        self.load_state_dict({name: torch.from_numpy(one.copy()) for name, one in tensors.items()})


def check_finite(name: str, numbers: Tensor) -> None:
    """Raise ``DivergedError`` unless all numbers are finite; ``name`` says what they are."""
    if not torch.isfinite(numbers).all():
        raise DivergedError(
            f"training has diverged ({name} is not finite): lower the learning rate "
            "(--ppo.learning_rate or --bc.learning_rate) or the weights of --environment.shaping, "
            "and start again; earlier checkpoints are sound"
        )


def _initialise(layer: nn.Module, gain: float) -> None:
    """Initialise a linear layer orthogonally."""
    weight, bias = layer.parameters()
    nn.init.orthogonal_(weight, gain)
    nn.init.zeros_(bias)
