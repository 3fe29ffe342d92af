"""Policy networks in NumPy, so that playing needs no PyTorch.

Kind ``mlp`` reads the flat observation and has a logit for every action. A game may declare kinds
of its own in its ``GameAgents``. ``tablemates.agents.learn.networks`` has the same networks in
PyTorch, for training.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
from pydantic import BeforeValidator, SerializeAsAny

from tablemates.agents.game_agents import agents_of, load
from tablemates.agents.networks.base import Floats, MlpSpec, Network, Spec, input_scale
from tablemates.envs.core.documents import nearest
from tablemates.envs.registry import GAMES

__all__ = [
    "Floats",
    "MlpSpec",
    "Network",
    "NetworkSpec",
    "Spec",
    "input_scale",
    "make_network",
    "spec_type",
]

_MLP: Final = "mlp"


def spec_type(kind: str) -> type[Spec]:
    """Return the class of a kind's specs.

    Raises:
        ValueError: No kind has the name.
    """
    if kind == _MLP:
        return MlpSpec
    known = {name: one for game in GAMES for name, one in agents_of(game).networks.items()}
    if kind not in known:
        raise ValueError(f"unknown kind of network {kind!r}{nearest(kind, [_MLP, *known])}")
    found: type[Spec] = load(known[kind])
    return found


def _as_spec(value: Any) -> Any:
    """Read plain data as the spec of its kind."""
    return (
        spec_type(str(value.get("kind"))).model_validate(value)
        if isinstance(value, dict)
        else value
    )


#: Architecture of a network of any kind, as ``card.json`` stores it.
NetworkSpec: TypeAlias = Annotated[SerializeAsAny[Spec], BeforeValidator(_as_spec)]


def make_network(
    spec: Spec, tensors: Mapping[str, Floats], dtype: type[Any] = np.float32
) -> Network:
    """Return a NumPy network.

    Args:
        spec: Architecture.
        tensors: Weights by the names and in the shapes of ``spec.shapes()``.
        dtype: Precision of the computation; ``numpy.float64`` gives logits that do not
            depend on the order of summation.
    """
    return spec.network({name: np.asarray(tensor, dtype) for name, tensor in tensors.items()})
