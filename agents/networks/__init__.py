"""The networks that policies are made of, in NumPy: playing needs no learning library.

There are two kinds. ``mlp`` reads the flat observation with fully connected
layers and has a logit for every action of the catalogue. ``tokens`` reads the
things on the table, each kind with an encoder of its own, and gives every legal
choice its logit from what the choice points at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import Field

from agents.networks.base import Floats, Network
from agents.networks.mlp import Mlp, MlpSpec
from agents.networks.tokens import TokensNetwork
from agents.networks.tokens_spec import TokensSpec

#: Kind and sizes of a network, as a card has them.
NetworkSpec: TypeAlias = Annotated[MlpSpec | TokensSpec, Field(discriminator="kind")]

__all__ = ["Floats", "MlpSpec", "Network", "NetworkSpec", "TokensSpec", "make_network"]


def make_network(
    spec: MlpSpec | TokensSpec, tensors: Mapping[str, Floats], dtype: type[Any] = np.float32
) -> Network:
    """Return a network that answers.

    Args:
        spec: Kind and sizes.
        tensors: Weights by the names and in the shapes of ``spec.shapes()``.
        dtype: Of the numbers that it computes with: ``numpy.float32``, or ``numpy.float64``
            for answers that do not depend on how sums are rounded.
    """
    used = {name: np.asarray(tensor, dtype) for name, tensor in tensors.items()}
    return Mlp(spec, used) if isinstance(spec, MlpSpec) else TokensNetwork(spec, used)
