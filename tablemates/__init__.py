"""Tablemates: modern board games as reinforcement-learning environments.

Importing the package registers every game, so ``gymnasium.make("PortalDash-v0")`` works
after ``import tablemates``, and ``gymnasium.make("tablemates:PortalDash-v0")`` without it.
"""

from tablemates.envs.registry import register_games

__version__ = "0.2.0"

register_games()
