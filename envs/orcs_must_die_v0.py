"""Orcs Must Die! The Board Game, a co-operative tower defence for 1 to 4 players.

Most of what is printed on its parts is in no source and therefore assumed: see ``parts.yaml``.
The views are those of ``tablemates.envs.core.views.constructors``, their parameters those of
``tablemates.envs.orcs_must_die.settings``.
"""

from __future__ import annotations

from tablemates.envs.core.engine.random_actions import sample_legal
from tablemates.envs.core.views import constructors
from tablemates.envs.core.views.seat_options import Pool
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.settings import SeatSettings, Settings, VectorSettings

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

env = raw_env = constructors.aec_env(OrcsMustDie, Settings)
parallel_env = constructors.parallel_env(OrcsMustDie, Settings)
gym_env = constructors.gym_env(OrcsMustDie, SeatSettings)
vector_env = constructors.vector_env(OrcsMustDie, VectorSettings)
_STATED = ("chance", "choices", "edition", "heroes", "boss_stage_2", "boss_stage_3", "boss_end")
load_position = constructors.position_loader(env, Settings, _STATED)
