"""Policy networks in NumPy, so that playing needs no PyTorch.

``tablemates.agents.learn.torch_network`` has the same network in PyTorch, for training.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

import numpy as np
import numpy.typing as npt
from pydantic import Field, model_validator

from tablemates.agents.facts import GameFacts
from tablemates.envs.core.files.documents import DocumentModel
from tablemates.envs.core.records.layout import Array8

Floats = npt.NDArray[np.float32]
Activation = Literal["tanh", "relu"]
#: The limit bounds the memory that a downloaded ``card.json`` can ask for.
Width = Annotated[int, Field(ge=1, le=65_536)]
Widths = Annotated[tuple[Width, ...], Field(min_length=1, max_length=16)]
Shapes = dict[str, tuple[int, ...]]


class NetworkSpec(DocumentModel):
    """Architecture of a network, as ``card.json`` stores it: a trunk, an actor and a critic head.

    Attributes:
        kind: Fully connected; or with a recurrent layer after the trunk (Cho et al. 2014), which
            remembers the decisions of its seat in a game.
        inputs: Size of the flat observation.
        outputs: Number of actions.
        hidden: Widths of the trunk's layers.
        activation: After each hidden layer.
        value: The critic predicts the expected return.
        adviser: Always None; of policies before this version.
        memory: Units of the recurrent layer; None: there is none.
    """

    kind: Literal["mlp", "gru"] = "mlp"
    inputs: Width
    outputs: Width
    hidden: Widths
    activation: Activation
    value: Literal["return"] = "return"
    adviser: None = None
    memory: Width | None = None

    @model_validator(mode="after")
    def _memory_has_units(self) -> Self:
        if (self.kind == "gru") != (self.memory is not None):
            raise ValueError(f"a network of kind {self.kind} with memory={self.memory}")
        return self

    @classmethod
    def of(cls, facts: GameFacts, **settings: Any) -> Self:
        """Return the architecture for a game, with the settings that do not follow from it."""
        kind: Literal["mlp", "gru"] = "gru" if settings.get("memory") else "mlp"
        sizes = {"inputs": facts.layout.size, "outputs": len(facts.catalogue)}
        return cls.model_validate({"kind": kind, **sizes, **settings})

    def shapes(self) -> Shapes:
        """Return the shape of every tensor by its name; all are ``float32``."""
        shapes: Shapes = {"scale": (self.inputs,)}
        inputs = self.inputs
        for n, width in enumerate(self.hidden):
            shapes |= _layer(f"trunk.{n}", inputs, width)
            inputs = width
        if self.memory is not None:
            for name, size in (("ih", inputs), ("hh", self.memory)):
                shapes[f"memory.weight_{name}"] = (3 * self.memory, size)
                shapes[f"memory.bias_{name}"] = (3 * self.memory,)
            inputs = self.memory
        return shapes | _layer("actor", inputs, self.outputs) | _layer("critic", inputs, 1)


def _layer(name: str, inputs: int, outputs: int) -> Shapes:
    """Return the shapes of a fully connected layer."""
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


class Network:
    """A policy network in NumPy, without the critic.

    In ``numpy.float64`` its logits do not depend on the order of summation.
    """

    def __init__(
        self, spec: NetworkSpec, tensors: Mapping[str, Floats], dtype: type[Any] = np.float32
    ) -> None:
        self.spec = spec
        tensors = {name: np.asarray(tensor, dtype) for name, tensor in tensors.items()}
        layers = [(tensors[f"trunk.{n}.weight"], tensors[f"trunk.{n}.bias"])
                  for n in range(len(spec.hidden))]  # fmt: skip
        # Input scaling is folded into the first layer.
        first, bias = layers[0]
        layers[0] = (first * tensors["scale"], bias)
        self._trunk = [(np.ascontiguousarray(weight.T), bias) for weight, bias in layers]
        self._memory = [
            (np.ascontiguousarray(tensors[f"memory.weight_{one}"].T), tensors[f"memory.bias_{one}"])
            for one in (("ih", "hh") if spec.memory else ())
        ]
        self._actor = (np.ascontiguousarray(tensors["actor.weight"].T), tensors["actor.bias"])

    def logits(self, observations: Array8, masks: Array8, states: Floats | None = None) -> Floats:
        """Return the logits, minus infinity for illegal actions, shape ``(batch, outputs)``.

        ``states`` are what a recurrent network remembers of earlier decisions, see ``remember``.
        """
        logits: Floats
        if states is None:
            logits = self._features(observations) @ self._actor[0]
        else:  # row by row: a sum's rounding must not depend on the games beside it
            rows = zip(observations, states, strict=True)
            logits = np.stack([self.remember(*one) @ self._actor[0] for one in rows])
        logits += self._actor[1]
        logits[masks == 0] = -np.inf
        return logits

    def remember(self, observation: Array8, state: Floats) -> Floats:
        """Return what a recurrent network remembers after one more decision of a seat.

        Args:
            observation: Of the decision, shape ``(inputs,)``.
            state: What it remembered before, shape ``(units,)``; at first all 0.
        """
        (weight, bias), *_ = self._trunk
        seen = np.flatnonzero(observation)  # most is 0
        hidden = self._rest((observation[seen].astype(np.float32) @ weight[seen] + bias)[None])
        return np.asarray(self._remembered(hidden, state[None])[0])

    def _remembered(self, features: Floats, states: Floats) -> Floats:
        """Return states of a gated recurrent unit after one more input, as PyTorch has it."""
        (inner, inner_bias), (outer, outer_bias) = self._memory
        seen = np.split(features @ inner + inner_bias, 3, axis=1)
        kept = np.split(states @ outer + outer_bias, 3, axis=1)
        reset, update = (
            1.0 / (1.0 + np.exp(-a - b)) for a, b in zip(seen[:2], kept[:2], strict=True)
        )
        new = np.tanh(seen[2] + reset * kept[2])
        return np.asarray((1.0 - update) * new + update * states, features.dtype)

    def _features(self, observations: Array8) -> Floats:
        """Return the features of the trunk, shape ``(batch, hidden[-1])``."""
        weight, bias = self._trunk[0]
        hidden: Floats = observations.astype(np.float32) @ weight
        hidden += bias
        return self._rest(hidden)

    def _rest(self, hidden: Floats) -> Floats:
        """Return the features that follow from the sums of the first layer."""
        for n, (weight, bias) in enumerate(self._trunk):
            if n:
                hidden = hidden @ weight
                hidden += bias
            if self.spec.activation == "tanh":
                np.tanh(hidden, out=hidden)
            else:
                np.maximum(hidden, 0.0, out=hidden)
        return hidden


def input_scale(low: Array8, high: Array8) -> Floats:
    """Return the factors that scale observations between bounds into -1 to 1."""
    reach = np.maximum(np.abs(low.astype(np.float32)), np.abs(high.astype(np.float32)))
    return np.asarray(1.0 / np.maximum(reach, 1.0), np.float32)
