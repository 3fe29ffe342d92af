"""Builders & Biomes, a competitive board game for 2 to 4 players.

The views are those of ``tablemates.envs.core.views.constructors``, their parameters those of
``tablemates.envs.builders_biomes.settings``.
"""

from __future__ import annotations

from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.settings import SeatSettings, Settings, VectorSettings
from tablemates.envs.core.engine.random_actions import sample_legal
from tablemates.envs.core.views import constructors
from tablemates.envs.core.views.seat_options import Pool

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

env = raw_env = constructors.aec_env(BuildersBiomes, Settings)
parallel_env = constructors.parallel_env(BuildersBiomes, Settings)
gym_env = constructors.gym_env(BuildersBiomes, SeatSettings)
vector_env = constructors.vector_env(BuildersBiomes, VectorSettings)
load_position = constructors.position_loader(env, Settings)
