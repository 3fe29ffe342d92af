"""The network that policies are made of, in NumPy: playing needs no learning library.

An actor-critic with one trunk: the observation, scaled into -1 to 1, goes
through fully connected layers with an activation each; on top of them one
layer gives a logit for every action, another one the value of the position.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from envs.core.documents import DocumentModel
from envs.core.record import Array8

Floats = npt.NDArray[np.float32]
Activation = Literal["tanh", "relu"]
#: No layer is wider: a stranger's card cannot ask for all the memory there is.
Width = Annotated[int, Field(ge=1, le=65_536)]


class NetworkSpec(DocumentModel):
    """Kind and sizes of a network.

    Attributes:
        kind: ``"mlp"``, the only one so far.
        inputs: Numbers in an observation.
        hidden: Widths of the trunk's layers.
        outputs: Actions in the catalogue.
        activation: After each layer of the trunk.
    """

    kind: Literal["mlp"]
    inputs: Width
    hidden: Annotated[tuple[Width, ...], Field(min_length=1, max_length=16)]
    outputs: Width
    activation: Activation

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of every tensor by its name; all are ``float32``."""
        shapes: dict[str, tuple[int, ...]] = {"scale": (self.inputs,)}
        width = self.inputs
        for n, following in enumerate(self.hidden):
            shapes |= _layer(f"trunk.{n}", width, following)
            width = following
        return shapes | _layer("actor", width, self.outputs) | _layer("critic", width, 1)

    def parameters(self) -> int:
        """Return how many numbers the tensors hold."""
        return sum(prod(shape) for shape in self.shapes().values())


def _layer(name: str, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def input_scale(low: Array8, high: Array8) -> Floats:
    """Return the factors that bring observations into -1 to 1; 0 stays 0.

    Args:
        low: The least value of each number of the observation.
        high: The greatest one.
    """
    reach = np.maximum(np.abs(low.astype(np.float32)), np.abs(high.astype(np.float32)))
    return np.asarray(1.0 / np.maximum(reach, 1.0), np.float32)


class Network:
    """A network that answers.

    Args:
        spec: Kind and sizes.
        tensors: Weights by the names and in the shapes of ``spec.shapes()``.
    """

    def __init__(self, spec: NetworkSpec, tensors: Mapping[str, Floats]) -> None:
        self.spec = spec
        # Scaling is part of the first layer: one multiplication less an observation.
        layers = [(tensors[f"trunk.{n}.weight"], tensors[f"trunk.{n}.bias"])
                  for n in range(len(spec.hidden))]  # fmt: skip
        first, bias = layers[0]
        layers[0] = (first * tensors["scale"], bias)
        self._trunk = [(np.ascontiguousarray(weight.T), bias) for weight, bias in layers]
        self._actor = (np.ascontiguousarray(tensors["actor.weight"].T), tensors["actor.bias"])
        self._critic = (tensors["critic.weight"][0], tensors["critic.bias"][0])

    def __call__(self, observations: Array8) -> tuple[Floats, Floats]:
        """Return logits and values.

        Args:
            observations: Shape ``(games, inputs)``.

        Returns:
            Logits of all actions, legal or not, shape ``(games, outputs)``;
            values, shape ``(games,)``.
        """
        hidden = observations.astype(np.float32)
        for weight, bias in self._trunk:
            hidden = hidden @ weight
            hidden += bias
            if self.spec.activation == "tanh":
                np.tanh(hidden, out=hidden)
            else:
                np.maximum(hidden, 0.0, out=hidden)
        return (
            hidden @ self._actor[0] + self._actor[1],
            np.asarray(hidden @ self._critic[0] + self._critic[1]),
        )
