"""Explorers, a co-operative card game for 1 to 4 players against a pile of creatures.

The views are those of ``tablemates.envs.core.views.constructors``, their parameters those of
``tablemates.envs.explorers.settings``.
"""

from tablemates.envs.core.views.constructors import views_of
from tablemates.envs.explorers.game import Explorers

env, raw_env, parallel_env, gym_env, vector_env, load_position, sample_legal, Pool = views_of(
    Explorers
)
