"""Orcs Must Die! The Board Game, a co-operative tower defence for 1 to 4 players.

Most of what is printed on its parts is in no source and therefore assumed: see ``parts.yaml``.
The views are those of ``tablemates.envs.core.views.constructors``, their parameters those of
``tablemates.envs.orcs_must_die.settings``.
"""

from tablemates.envs.core.views.constructors import views_of
from tablemates.envs.orcs_must_die.game import OrcsMustDie

env, raw_env, parallel_env, gym_env, vector_env, load_position, sample_legal, Pool = views_of(
    OrcsMustDie
)
