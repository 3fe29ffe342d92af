"""Policy networks in NumPy, so that playing needs no PyTorch.

| kind | input | output |
|---|---|---|
| ``mlp`` | the flat observation | a logit for every action |
| ``plans`` | the observation, and those where an adviser's plans lead | a logit for each plan |

``tablemates.agents.learn.networks`` has the same networks in PyTorch, for training.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import Field

from tablemates.agents.networks.base import Floats, Mlp, MlpSpec, Network, input_scale
from tablemates.agents.networks.plan_rows import PlanRows
from tablemates.agents.networks.plans import PlansNetwork
from tablemates.agents.networks.reader import PlansSpec

AnySpec: TypeAlias = MlpSpec | PlansSpec
#: Architecture of a network, as ``card.json`` stores it.
NetworkSpec: TypeAlias = Annotated[AnySpec, Field(discriminator="kind")]

__all__ = [
    "AnySpec",
    "Floats",
    "MlpSpec",
    "Network",
    "NetworkSpec",
    "PlanRows",
    "PlansSpec",
    "input_scale",
    "make_network",
]


def make_network(
    spec: AnySpec, tensors: Mapping[str, Floats], dtype: type[Any] = np.float32
) -> Network:
    """Return a NumPy network.

    Args:
        spec: Architecture.
        tensors: Weights by the names and in the shapes of ``spec.shapes()``.
        dtype: Precision of the computation; ``numpy.float64`` gives logits that do not
            depend on the order of summation.
    """
    converted = {name: np.asarray(tensor, dtype) for name, tensor in tensors.items()}
    if isinstance(spec, MlpSpec):
        return Mlp(spec, converted)
    return PlansNetwork(spec, converted)
