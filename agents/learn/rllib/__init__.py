"""Ray RLlib: an environment, an ``RLModule`` with action masks, and RLlib's PPO as a learner.

RLlib plays and learns in several processes, on this machine or on a cluster. Needs
``pip install 'tablemates[rllib]'``.
"""

from __future__ import annotations

from tablemates.agents.learn.rllib.env import RllibEnv
from tablemates.agents.learn.rllib.learner import RLlibLearner
from tablemates.agents.learn.rllib.module import MaskedActorCritic

__all__ = ["MaskedActorCritic", "RLlibLearner", "RllibEnv"]
