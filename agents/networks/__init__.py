"""Policy networks in NumPy, so that playing needs no PyTorch.

Kind ``mlp`` reads the flat observation and has a logit for every action. A game may declare kinds
of its own in its ``GameAgents``. ``tablemates.agents.learn.networks`` has the same networks in
PyTorch, for training.
"""

from __future__ import annotations

from tablemates.agents.networks.base import Floats, MlpSpec, Network, Spec, input_scale
from tablemates.agents.networks.kinds import NetworkSpec, make_network, spec_type

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
