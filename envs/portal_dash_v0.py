"""Portal Dash, a co-operative board game for 1 to 4 players against the clock of a block cube.

The views are those of ``tablemates.envs.core.views.constructors``, their parameters those of
``tablemates.envs.portal_dash.settings``.
"""

from tablemates.envs.core.views.constructors import views_of
from tablemates.envs.portal_dash.game import PortalDash

env, raw_env, parallel_env, gym_env, vector_env, load_position, sample_legal, Pool = views_of(
    PortalDash
)
