"""What networks of all kinds have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import prod
from typing import Annotated, Final, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tablemates.envs.core.documents import DocumentModel
from tablemates.envs.core.record import Array8

Floats = npt.NDArray[np.float32]
Activation = Literal["tanh", "relu"]
#: What the value of a position is: the reward to be expected, or the chance of winning.
Value = Literal["return", "win"]
#: No layer is wider: a stranger's card cannot ask for all the memory there is.
Width = Annotated[int, Field(ge=1, le=65_536)]
Widths = Annotated[tuple[Width, ...], Field(min_length=1, max_length=16)]
Shapes = dict[str, tuple[int, ...]]
#: A mask's numbers where a script has marked the legal actions: what it would play itself,
#: and what it has not looked at. Those between are better the greater they are.
BEST_MARK: Final = 127
UNSEEN_MARK: Final = 1
#: What a network is told of a mark, see ``mark_features``.
MARK_FEATURES: Final = 3
#: Weights of these at first: a script's own choice is by far the likeliest one.
FIRST_TRUST: Final = (6.0, 3.0, -2.0)


class Spec(DocumentModel):
    """Sizes of a network.

    Attributes:
        inputs: Numbers that it is given of a decision, at least the observation.
        outputs: Actions in the catalogue.
        hidden: Widths of the trunk's layers.
        activation: After each layer that another one follows.
        value: What its value is; ``win`` is stated as a chance, 0 to 1.
        adviser: Script whose opinion of the legal actions it is told; None: nobody's.
    """

    inputs: Width
    outputs: Width
    hidden: Widths
    activation: Activation
    value: Value = "return"
    adviser: Annotated[str, Field(max_length=64)] | None = None

    def shapes(self) -> Shapes:
        """Return the shape of every tensor by its name; all are ``float32``."""
        raise NotImplementedError

    def observed(self) -> int:
        """Return how many numbers an observation has; what is told beside it does not count."""
        return self.inputs

    def refusal(self) -> str | None:
        """Return why no network of this version can be made of it, None: one can."""
        return None

    def parameters(self) -> int:
        """Return how many numbers the tensors hold."""
        return sum(prod(shape) for shape in self.shapes().values())


class Network(ABC):
    """A network that answers."""

    @abstractmethod
    def __call__(self, observations: Array8, masks: Array8) -> tuple[Floats, Floats]:
        """Return logits and values.

        Args:
            observations: Shape ``(games, inputs)``.
            masks: Legal actions, shape ``(games, outputs)``; marked ones for a network that
                is advised.

        Returns:
            Logits, minus infinity for illegal actions, shape ``(games, outputs)``;
            values, shape ``(games,)``.
        """

    def logits(self, observations: Array8, masks: Array8) -> Floats:
        """Return the logits alone."""
        return self(observations, masks)[0]

    @abstractmethod
    def values(self, observations: Array8) -> Floats:
        """Return the values alone, shape ``(games,)``."""

    def in_parts(self, observations: Array8, masks: Array8, most: int) -> tuple[Floats, Floats]:
        """Return the answers to many decisions, so many of them at a time."""
        parts = [
            self(observations[n : n + most], masks[n : n + most])
            for n in range(0, len(observations), most)
        ]
        logits, values = (np.concatenate(part) for part in zip(*parts, strict=True))
        return logits, values


def layer(name: str, inputs: int, outputs: int) -> Shapes:
    """Return the shapes of a fully connected layer."""
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def stack(name: str, inputs: int, widths: tuple[int, ...]) -> Shapes:
    """Return the shapes of fully connected layers one after the other."""
    shapes: Shapes = {}
    for n, following in enumerate(widths):
        shapes |= layer(f"{name}.{n}", inputs, following)
        inputs = following
    return shapes


def trusted(adviser: str | None) -> Shapes:
    """Return the shapes of what makes logits of an adviser's marks."""
    return {} if adviser is None else {"trust.weight": (1, MARK_FEATURES)}


def mark_features(marks: Array8) -> Floats:
    """Return how good the adviser finds actions, whether one is its own, or unknown to it.

    Args:
        marks: Of a mask, in any shape.

    Returns:
        One axis more, of ``MARK_FEATURES``; all 0 for illegal actions.
    """
    return np.stack(
        [marks / np.float32(BEST_MARK), marks == BEST_MARK, marks == UNSEEN_MARK], -1
    ).astype(np.float32)


def activate(numbers: Floats, activation: Activation) -> Floats:
    """Apply an activation in place."""
    if activation == "tanh":
        return np.tanh(numbers, out=numbers)
    return np.maximum(numbers, 0.0, out=numbers)


def valued(numbers: Floats, value: Value) -> Floats:
    """Return values as they are stated."""
    if value == "return":
        return numbers
    with np.errstate(over="ignore"):  # exp(-x) of a lost position is infinite: 0 is right
        return np.asarray(1.0 / (1.0 + np.exp(-numbers)), np.float32)


def input_scale(low: Array8, high: Array8) -> Floats:
    """Return the factors that bring observations into -1 to 1; 0 stays 0.

    Args:
        low: The least value of each number of the observation.
        high: The greatest one.
    """
    reach = np.maximum(np.abs(low.astype(np.float32)), np.abs(high.astype(np.float32)))
    return np.asarray(1.0 / np.maximum(reach, 1.0), np.float32)
