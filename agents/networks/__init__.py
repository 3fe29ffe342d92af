"""The networks that policies are made of, in NumPy: playing needs no learning library.

There are two kinds. ``mlp`` reads the flat observation with fully connected
layers and has a logit for every action of the catalogue. ``tokens`` reads the
things on the table, each kind with an encoder of its own, and gives every legal
choice its logit from what the choice points at.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from agents.networks.base import Floats, Network
from agents.networks.mlp import Mlp, MlpSpec
from agents.networks.tokens import TokensNetwork
from agents.networks.tokens_spec import TokensSpec

#: Kind and sizes of a network, as a card has them.
NetworkSpec: TypeAlias = Annotated[MlpSpec | TokensSpec, Field(discriminator="kind")]

__all__ = ["Floats", "MlpSpec", "Network", "NetworkSpec", "TokensSpec", "make_network"]


def make_network(spec: MlpSpec | TokensSpec, tensors: dict[str, Floats]) -> Network:
    """Return a network that answers.

    Args:
        spec: Kind and sizes.
        tensors: Weights by the names and in the shapes of ``spec.shapes()``.
    """
    return Mlp(spec, tensors) if isinstance(spec, MlpSpec) else TokensNetwork(spec, tensors)
