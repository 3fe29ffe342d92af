"""Ray RLlib: our game as its environment, our networks as its modules, its PPO as a learner.

For users who outgrow one machine: RLlib plays and learns in as many processes as there
are, on this machine or on a cluster. Needs ``pip install 'tablemates[rllib]'``.
"""

from __future__ import annotations

from tablemates.agents.learn.rllib.env import RllibEnv
from tablemates.agents.learn.rllib.learner import RllibPpo
from tablemates.agents.learn.rllib.module import MaskedActorCritic

__all__ = ["MaskedActorCritic", "RllibEnv", "RllibPpo"]
