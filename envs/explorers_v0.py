"""Explorers, a co-operative card game for 1 to 4 players against a pile of creatures.

The views are those of ``tablemates.envs.core.views.constructors``, their parameters those of
``tablemates.envs.explorers.settings``.
"""

from __future__ import annotations

from tablemates.envs.core.engine.random_actions import sample_legal
from tablemates.envs.core.views import constructors
from tablemates.envs.core.views.seat_options import Pool
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.settings import SeatSettings, Settings, VectorSettings

__all__ = [
    "Pool",
    "env",
    "gym_env",
    "load_position",
    "parallel_env",
    "raw_env",
    "sample_legal",
    "vector_env",
]

env = raw_env = constructors.aec_env(Explorers, Settings)
parallel_env = constructors.parallel_env(Explorers, Settings)
gym_env = constructors.gym_env(Explorers, SeatSettings)
vector_env = constructors.vector_env(Explorers, VectorSettings)
load_position = constructors.position_loader(env, Settings)
