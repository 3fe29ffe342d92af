"""What the networks of all kinds have in common in PyTorch."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Final

import torch
from torch import Tensor, nn

from tablemates.agents.errors import DivergedError
from tablemates.agents.networks.base import (
    BEST_MARK,
    FIRST_TRUST,
    UNSEEN_MARK,
    Activation,
    Floats,
    Spec,
)

ACTIVATIONS: Final[Mapping[Activation, Callable[[Tensor], Tensor]]] = {
    "tanh": torch.tanh,
    "relu": torch.relu,
}
#: Logit of an illegal action: its probability is exactly 0, and no sum becomes NaN.
ILLEGAL: Final = -1e8


class ActorCritic(nn.Module):
    """Logits of all actions and the value of the position.

    Args:
        spec: Kind and sizes.
    """

    def __init__(self, spec: Spec) -> None:
        super().__init__()
        self._spec = spec

    @abstractmethod
    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return masked logits and values.

        Args:
            observations: ``int8``, shape ``(batch, inputs)``.
            masks: Legal actions, shape ``(batch, outputs)``; marked ones for a network that
                is advised, see ``tablemates.agents.portal_dash.advice``.

        Returns:
            Logits, shape ``(batch, outputs)``; values, shape ``(batch,)``.
        """

    @abstractmethod
    def values(self, observations: Tensor) -> Tensor:
        """Return the values alone, shape ``(batch,)``; they do not depend on masks."""

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return next(self.parameters()).device

    @property
    def states_chances(self) -> bool:
        """Whether its values are chances of winning."""
        return self._spec.value == "win"

    def value_loss(self, values: Tensor, returns: Tensor) -> Tensor:
        """Return how far values are from what they should have been.

        Chances of winning are judged by their logarithm, so that they become honest ones;
        other values by the square of the error.

        Raises:
            DivergedError: A value is no number.
        """
        check_numbers("a value", values)  # PyTorch itself would end with a traceback
        if self.states_chances:
            return nn.functional.binary_cross_entropy(values, returns.clamp(0.0, 1.0))
        return nn.functional.mse_loss(values, returns)

    def _valued(self, numbers: Tensor) -> Tensor:
        return numbers.sigmoid() if self.states_chances else numbers

    def tensors(self) -> dict[str, Floats]:
        """Return the weights as a policy folder keeps them."""
        return {name: tensor.cpu().numpy().copy() for name, tensor in self.state_dict().items()}

    def load_tensors(self, tensors: Mapping[str, Floats]) -> None:
        """Take the weights of a policy folder."""
        self.load_state_dict({name: torch.from_numpy(one.copy()) for name, one in tensors.items()})


def check_numbers(name: str, numbers: Tensor) -> None:
    """Refuse what is no number.

    Args:
        name: What they are, for the message.
        numbers: Weights of a network or its answers.

    Raises:
        DivergedError: Some are infinite or NaN.
    """
    if not torch.isfinite(numbers).all():
        raise _diverged(f"{name} is not finite")


def check_play(log_probs: Tensor, masks: Tensor) -> None:
    """Refuse probabilities that could not be played by.

    Args:
        log_probs: Of all actions, one decision below the other.
        masks: Legal ones.

    Raises:
        DivergedError: Some are no numbers, or so large that an illegal action may be drawn.
    """
    if not torch.equal(log_probs > ILLEGAL / 2, masks != 0):
        raise _diverged("a logit is not finite or too large")


def _diverged(how: str) -> DivergedError:
    return DivergedError(
        f"training has diverged ({how}): try a smaller ppo.learning_rate (of clones: "
        "bc.learning_rate) or smaller weights of environment.shaping; checkpoints made before "
        "are sound"
    )


def mark_features(marks: Tensor) -> Tensor:
    """Return what ``tablemates.agents.networks.base.mark_features`` returns."""
    return torch.stack(
        [marks / BEST_MARK, (marks == BEST_MARK).float(), (marks == UNSEEN_MARK).float()], -1
    )


def trusting() -> nn.Linear:
    """Return a layer that makes logits of marks, at first such that the adviser is followed."""
    layer = nn.Linear(len(FIRST_TRUST), 1, bias=False)
    with torch.no_grad():
        layer.weight.copy_(torch.tensor([FIRST_TRUST]))
    return layer


def begin(layer: nn.Module, gain: float) -> None:
    """Set the weights that a layer begins with."""
    weight, bias = layer.weight, layer.bias
    assert isinstance(weight, Tensor)
    nn.init.orthogonal_(weight, gain)
    if isinstance(bias, Tensor):
        nn.init.zeros_(bias)
