"""Builders & Biomes, a competitive board game for 2 to 4 players.

| view | class | illegal actions by default | observation by default |
|---|---|---|---|
| ``env``, ``raw_env`` | PettingZoo ``AECEnv`` | raise | dict with ``action_mask`` |
| ``parallel_env`` | PettingZoo ``ParallelEnv`` | raise | dict with ``action_mask`` |
| ``gym_env`` | Gymnasium ``Env``, one controller for every seat, or for one | penalty | flat int8 |
| ``vector_env`` | Gymnasium ``VectorEnv``, many games at once | penalty | flat int8 arrays |

The mask is in ``info["action_mask"]`` too. Every parameter is described in
``tablemates.envs.builders_biomes.settings``.
"""

from __future__ import annotations

from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.layout import LAYOUT
from tablemates.envs.builders_biomes.settings import SeatSettings, Settings, VectorSettings
from tablemates.envs.core import constructors
from tablemates.envs.core.sampling import sample_legal
from tablemates.envs.core.seat_settings import Pool

__all__ = [
    "Pool",
    "env",
    "gym_env",
    "layout",
    "load_position",
    "parallel_env",
    "raw_env",
    "sample_legal",
    "vector_env",
]

env = constructors.aec_env(BuildersBiomes, Settings)
#: The same as ``env``: there are no wrappers to leave out.
raw_env = env
parallel_env = constructors.parallel_env(BuildersBiomes, Settings)
gym_env = constructors.gym_env(BuildersBiomes, Settings, SeatSettings)
vector_env = constructors.vector_env(BuildersBiomes, Settings, VectorSettings)
load_position = constructors.position_loader(env, Settings)


#: The layout of an observation: its named blocks, their numbers and ranges.
layout = LAYOUT
