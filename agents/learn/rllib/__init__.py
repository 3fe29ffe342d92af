"""Ray RLlib: an environment, an ``RLModule`` with action masks, and RLlib's PPO as a learner.

RLlib plays and learns in several processes, on this machine or on a cluster. Needs
``pip install 'tablemates[rllib]'``.

``env``     A game as RLlib's ``MultiAgentEnv``, with an agent for every seat.
``learner`` Learner ``rllib``: RLlib's PPO with the settings, run folder and policies of the
            others.
``module``  An ``mlp`` network as an ``RLModule`` with action masks.
"""

from __future__ import annotations

from tablemates.agents.learn.rllib.env import RllibEnv
from tablemates.agents.learn.rllib.learner import RLlibLearner
from tablemates.agents.learn.rllib.module import MaskedActorCritic

__all__ = ["MaskedActorCritic", "RLlibLearner", "RllibEnv"]
