"""The networks of ``tablemates.agents.networks`` in PyTorch: the same weights, the same answers."""

from __future__ import annotations

from tablemates.agents.learn.networks.base import ILLEGAL, ActorCritic
from tablemates.agents.learn.networks.mlp import MlpActorCritic, Trunk
from tablemates.agents.learn.networks.plans import PlansActorCritic
from tablemates.agents.learn.networks.tokens import TokensActorCritic
from tablemates.agents.networks import AnySpec, Floats, MlpSpec, TokensSpec

__all__ = [
    "ILLEGAL",
    "ActorCritic",
    "MlpActorCritic",
    "PlansActorCritic",
    "TokensActorCritic",
    "Trunk",
    "new_network",
]


def new_network(spec: AnySpec, scale: Floats) -> ActorCritic:
    """Return a network to be trained, with the weights that learning begins with.

    Args:
        spec: Kind and sizes.
        scale: Factors that bring observations into -1 to 1.
    """
    if isinstance(spec, MlpSpec):
        return MlpActorCritic(spec, scale)
    return TokensActorCritic(spec) if isinstance(spec, TokensSpec) else PlansActorCritic(spec)
