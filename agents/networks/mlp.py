"""Kind ``mlp``: an actor-critic with a shared trunk of fully connected layers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from tablemates.agents.networks.base import (
    Floats,
    Network,
    Shapes,
    Spec,
    activate,
    layer,
    stack,
    value_output,
)
from tablemates.envs.core.record import Array8


class MlpSpec(Spec):
    """Architecture of a fully connected network; see ``Spec``."""

    kind: Literal["mlp"] = "mlp"
    adviser: None = None

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

    def __call__(self, observations: Array8, masks: Array8) -> tuple[Floats, Floats]:
        """Return logits and values; see ``Network``."""
        features = self._features(observations)
        logits = features @ self._actor[0] + self._actor[1]
        logits[masks == 0] = -np.inf
        return logits, self._value(features)

    def values(self, observations: Array8) -> Floats:
        """Return the values alone, shape ``(batch,)``."""
        return self._value(self._features(observations))

    def _features(self, observations: Array8) -> Floats:
        hidden = observations.astype(np.float32)
        for weight, bias in self._trunk:
            hidden = hidden @ weight
            hidden += bias
            activate(hidden, self.spec.activation)
        return hidden

    def _value(self, features: Floats) -> Floats:
        numbers = np.asarray(features @ self._critic[0] + self._critic[1])
        return value_output(numbers, self.spec.value)
