"""Portal Dash, a co-operative board game for 1 to 4 players against the clock of a block cube.

The views are those of ``tablemates.envs.core.views.constructors``, their parameters those of
``tablemates.envs.portal_dash.settings``.
"""

from __future__ import annotations

from tablemates.envs.core.engine.random_actions import sample_legal
from tablemates.envs.core.views import constructors
from tablemates.envs.core.views.seat_options import Pool
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import SeatSettings, Settings, VectorSettings

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


env = raw_env = constructors.aec_env(PortalDash, Settings)
parallel_env = constructors.parallel_env(PortalDash, Settings)
gym_env = constructors.gym_env(PortalDash, SeatSettings)
vector_env = constructors.vector_env(PortalDash, VectorSettings)
load_position = constructors.position_loader(env, Settings, ("edition", "chance", "skip_forced"))
