"""The networks that policies are made of, in NumPy: playing needs no learning library.

There are three kinds. ``mlp`` reads the flat observation with fully connected
layers and has a logit for every action of the catalogue. ``tokens`` reads the
things on the table, each kind with an encoder of its own, and gives every legal
choice its logit from what the choice points at. ``plans`` reads them, too, and
those where the plans of a script lead, and chooses among these.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import Field

from tablemates.agents.networks.base import Floats, Network
from tablemates.agents.networks.mlp import Mlp, MlpSpec
from tablemates.agents.networks.plan_rows import PlanRows
from tablemates.agents.networks.plans import PlansNetwork
from tablemates.agents.networks.plans_spec import PlansSpec
from tablemates.agents.networks.tokens import TokensNetwork
from tablemates.agents.networks.tokens_spec import TokensSpec

#: Kind and sizes of a network, as a card has them.
AnySpec: TypeAlias = MlpSpec | TokensSpec | PlansSpec
NetworkSpec: TypeAlias = Annotated[AnySpec, Field(discriminator="kind")]

__all__ = [
    "AnySpec",
    "Floats",
    "MlpSpec",
    "Network",
    "NetworkSpec",
    "PlansSpec",
    "TokensSpec",
    "make_network",
    "rows_of",
]


def rows_of(spec: AnySpec) -> PlanRows | None:
    """Return how plans stand beside a network's observations, None: it reads none."""
    return spec.rows() if isinstance(spec, PlansSpec) else None


def make_network(
    spec: AnySpec, tensors: Mapping[str, Floats], dtype: type[Any] = np.float32
) -> Network:
    """Return a network that answers.

    Args:
        spec: Kind and sizes.
        tensors: Weights by the names and in the shapes of ``spec.shapes()``.
        dtype: Of the numbers that it computes with: ``numpy.float32``, or ``numpy.float64``
            for answers that do not depend on how sums are rounded.
    """
    used = {name: np.asarray(tensor, dtype) for name, tensor in tensors.items()}
    if isinstance(spec, MlpSpec):
        return Mlp(spec, used)
    return TokensNetwork(spec, used) if isinstance(spec, TokensSpec) else PlansNetwork(spec, used)
