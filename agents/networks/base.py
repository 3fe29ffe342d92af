"""What all kinds of networks share, and kind ``mlp``: fully connected layers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from math import prod
from typing import Annotated, Any, ClassVar, Final, Literal, Self

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tablemates.agents.facts import GameFacts
from tablemates.envs.core.documents import DocumentModel
from tablemates.envs.core.record import Array8

Floats = npt.NDArray[np.float32]
Activation = Literal["tanh", "relu"]
#: What the value head predicts: the expected return, or the probability of winning.
Value = Literal["return", "win"]
#: The limit bounds the memory that a downloaded ``card.json`` can ask for.
Width = Annotated[int, Field(ge=1, le=65_536)]
Widths = Annotated[tuple[Width, ...], Field(min_length=1, max_length=16)]
Shapes = dict[str, tuple[int, ...]]
#: Logit of a legal action that a network never plays: its probability is 0.
NEVER: Final = -1e4


class Spec(DocumentModel):
    """Architecture of a network, as ``card.json`` stores it.

    Attributes:
        trainable: ``module:class`` of the network in PyTorch.
        advised: Whether the network reads the judgement of an adviser.
        kind: Name of the kind of network.
        inputs: Size of the flat input of one decision.
        outputs: Number of actions.
        hidden: Widths of the trunk's layers.
        activation: After each hidden layer.
        value: What the value head predicts.
        adviser: Script whose plans the network reads; None: none.
    """

    trainable: ClassVar[str]
    advised: ClassVar[bool] = False

    kind: str
    inputs: Width
    outputs: Width
    hidden: Widths
    activation: Activation
    value: Value = "return"
    adviser: Annotated[str, Field(max_length=64)] | None = None

    @classmethod
    def of(cls, facts: GameFacts, **settings: Any) -> Self:
        """Return the architecture for a game.

        Args:
            facts: The game.
            **settings: The fields that do not follow from it.

        Raises:
            ValidationError: A setting does not suit the kind.
        """
        return cls(inputs=facts.layout.size, outputs=len(facts.catalogue), **settings)

    def network(self, tensors: Mapping[str, Floats]) -> Network:
        """Return the network in NumPy with weights as ``shapes`` names them."""
        raise NotImplementedError

    def shapes(self) -> Shapes:
        """Return the shape of every tensor by its name; all are ``float32``."""
        raise NotImplementedError

    def parameters(self) -> int:
        """Return the number of parameters."""
        return sum(prod(shape) for shape in self.shapes().values())


class Network(ABC):
    """A policy and value network in NumPy."""

    @abstractmethod
    def logits(self, observations: Array8, masks: Array8) -> Floats:
        """Return the logits, minus infinity for illegal actions, shape ``(batch, outputs)``.

        Args:
            observations: Shape ``(batch, inputs)``.
            masks: Legal actions, shape ``(batch, outputs)``.
        """

    @abstractmethod
    def values(self, observations: Array8) -> Floats:
        """Return the values, shape ``(batch,)``."""


def layer(name: str, inputs: int, outputs: int) -> Shapes:
    """Return the shapes of a fully connected layer."""
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def stack(name: str, inputs: int, widths: tuple[int, ...]) -> Shapes:
    """Return the shapes of consecutive fully connected layers."""
    shapes: Shapes = {}
    for n, width in enumerate(widths):
        shapes |= layer(f"{name}.{n}", inputs, width)
        inputs = width
    return shapes


def activate(numbers: Floats, activation: Activation) -> Floats:
    """Apply an activation in place."""
    if activation == "tanh":
        return np.tanh(numbers, out=numbers)
    return np.maximum(numbers, 0.0, out=numbers)


def value_output(numbers: Floats, value: Value) -> Floats:
    """Return the value head's output: the number itself, or its sigmoid."""
    if value == "return":
        return numbers
    with np.errstate(over="ignore"):  # exp(-x) may be infinite: 0 is the right result
        return np.asarray(1.0 / (1.0 + np.exp(-numbers)), np.float32)


def input_scale(low: Array8, high: Array8) -> Floats:
    """Return the factors that scale observations into -1 to 1.

    Args:
        low: Lower bound of each number of the observation.
        high: Upper bound.
    """
    reach = np.maximum(np.abs(low.astype(np.float32)), np.abs(high.astype(np.float32)))
    return np.asarray(1.0 / np.maximum(reach, 1.0), np.float32)


# -- mlp ----------------------------------------------------------------------------------
class MlpSpec(Spec):
    """Architecture of a fully connected network; see ``Spec``."""

    trainable = "tablemates.agents.learn.networks:MlpActorCritic"

    kind: Literal["mlp"] = "mlp"
    adviser: None = None

    def network(self, tensors: Mapping[str, Floats]) -> Mlp:
        """Return the network in NumPy."""
        return Mlp(self, tensors)

    def shapes(self) -> Shapes:
        """Return the shape of every tensor by its name."""
        last = self.hidden[-1]
        return {
            "scale": (self.inputs,),
            **stack("trunk", self.inputs, self.hidden),
            **layer("actor", last, self.outputs),
            **layer("critic", last, 1),
        }


class Mlp(Network):
    """Fully connected network in NumPy.

    Args:
        spec: Architecture.
        tensors: Weights by the names and in the shapes of ``spec.shapes()``.
    """

    def __init__(self, spec: MlpSpec, tensors: Mapping[str, Floats]) -> None:
        self.spec = spec
        layers = [(tensors[f"trunk.{n}.weight"], tensors[f"trunk.{n}.bias"])
                  for n in range(len(spec.hidden))]  # fmt: skip
        # Input scaling is folded into the first layer.
        first, bias = layers[0]
        layers[0] = (first * tensors["scale"], bias)
        self._trunk = [(np.ascontiguousarray(weight.T), bias) for weight, bias in layers]
        self._actor = (np.ascontiguousarray(tensors["actor.weight"].T), tensors["actor.bias"])
        self._critic = (tensors["critic.weight"][0], tensors["critic.bias"][0])

    def logits(self, observations: Array8, masks: Array8) -> Floats:
        """Return the logits, shape ``(batch, outputs)``; see ``Network``."""
        logits: Floats = self._features(observations) @ self._actor[0] + self._actor[1]
        logits[masks == 0] = -np.inf
        return logits

    def values(self, observations: Array8) -> Floats:
        """Return the values, shape ``(batch,)``."""
        numbers = np.asarray(self._features(observations) @ self._critic[0] + self._critic[1])
        return value_output(numbers, self.spec.value)

    def _features(self, observations: Array8) -> Floats:
        hidden = observations.astype(np.float32)
        for weight, bias in self._trunk:
            hidden = hidden @ weight
            hidden += bias
            activate(hidden, self.spec.activation)
        return hidden
