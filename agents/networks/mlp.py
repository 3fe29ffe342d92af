"""The kind ``mlp``: fully connected layers over the flat observation.

An actor-critic with one trunk: the observation, scaled into -1 to 1, goes
through fully connected layers with an activation each; on top of them one
layer gives a logit for every action, another one the value of the position.
"""

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
    mark_features,
    stack,
    trusted,
    valued,
)
from tablemates.envs.core.record import Array8


class MlpSpec(Spec):
    """Sizes of a network of fully connected layers; see ``Spec``."""

    kind: Literal["mlp"]

    def shapes(self) -> Shapes:
        """Return the shape of every tensor by its name."""
        last = self.hidden[-1]
        return {
            "scale": (self.inputs,),
            **stack("trunk", self.inputs, self.hidden),
            **layer("actor", last, self.outputs),
            **layer("critic", last, 1),
            **trusted(self.adviser),
        }


class Mlp(Network):
    """Fully connected layers that answer.

    Args:
        spec: Sizes.
        tensors: Weights by the names and in the shapes of ``spec.shapes()``.
    """

    def __init__(self, spec: MlpSpec, tensors: Mapping[str, Floats]) -> None:
        self.spec = spec
        # Scaling is part of the first layer: one multiplication less an observation.
        layers = [(tensors[f"trunk.{n}.weight"], tensors[f"trunk.{n}.bias"])
                  for n in range(len(spec.hidden))]  # fmt: skip
        first, bias = layers[0]
        layers[0] = (first * tensors["scale"], bias)
        self._trunk = [(np.ascontiguousarray(weight.T), bias) for weight, bias in layers]
        self._actor = (np.ascontiguousarray(tensors["actor.weight"].T), tensors["actor.bias"])
        self._critic = (tensors["critic.weight"][0], tensors["critic.bias"][0])
        self._trust = None if spec.adviser is None else tensors["trust.weight"][0]

    def __call__(self, observations: Array8, masks: Array8) -> tuple[Floats, Floats]:
        """Return logits and values; see ``Network``."""
        features = self._features(observations)
        logits = features @ self._actor[0] + self._actor[1]
        if self._trust is not None:
            logits += mark_features(masks) @ self._trust
        logits[masks == 0] = -np.inf
        return logits, self._valued(features)

    def values(self, observations: Array8) -> Floats:
        """Return the values alone, shape ``(games,)``."""
        return self._valued(self._features(observations))

    def _features(self, observations: Array8) -> Floats:
        hidden = observations.astype(np.float32)
        for weight, bias in self._trunk:
            hidden = hidden @ weight
            hidden += bias
            activate(hidden, self.spec.activation)
        return hidden

    def _valued(self, features: Floats) -> Floats:
        return valued(np.asarray(features @ self._critic[0] + self._critic[1]), self.spec.value)
