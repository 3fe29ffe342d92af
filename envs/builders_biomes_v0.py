"""Builders & Biomes, a competitive board game for 2 to 4 players.

The views are those of ``tablemates.envs.core.views.constructors``, their parameters those of
``tablemates.envs.builders_biomes.settings``.
"""

from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.core.views.constructors import views_of

env, raw_env, parallel_env, gym_env, vector_env, load_position, sample_legal, Pool = views_of(
    BuildersBiomes
)
