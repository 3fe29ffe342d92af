"""A game that only a sound learner wins: five gates, each with two of many doors unlocked.

::

    gate 0        gate 1              gate 4
    door 7  -->   door 12  -->  ...   door 27  --> won
    door 8  lost  door 13  lost       door 28  lost

Which of the two is the way out is shown; the others are locked and a try at one
loses. Whoever plays at random wins one game in 32, and who ignores the mask none.
"""

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from tablemates.agents.learn.compiled_ppo import CompiledPPOLearner
from tablemates.agents.learn.sb3 import MaskablePPOLearner
from tablemates.agents.learn.settings import PPOConfig
from tablemates.agents.learn.vec_env import TrainingEnvs
from tablemates.agents.networks.network import NetworkSpec, input_scale

#: Learners that step environments, by the names of the setting.
ENV_LEARNERS = {"maskable_ppo": MaskablePPOLearner, "ppo": CompiledPPOLearner}

GATES = 5
DOORS = 64
FULL = 5  # the observation's scale

PPO = PPOConfig(learning_rate=3e-3, anneal_lr=False, num_steps=32, batch_size=64, ent_coef=0.003)


def toy_envs(game, count):
    """Return environments of a toy game."""
    env = SyncVectorEnv([game] * count, autoreset_mode=AutoresetMode.SAME_STEP)
    return TrainingEnvs(env, seed=0)


def small_spec(envs, hidden=(32,)):
    """Return a small network for a game."""
    return NetworkSpec(
        inputs=envs.observation_space.shape[0],
        hidden=hidden,
        outputs=int(envs.action_space.n),
        activation="tanh",
    )


def scale_of(envs):
    """Return the network's scale for a game."""
    return input_scale(envs.observation_space.low, envs.observation_space.high)


class Gates(gymnasium.Env):
    """The game; see the module."""

    reward = 1.0
    observation_space = spaces.Box(0, FULL, (GATES + 2,), np.int8)
    action_space = spaces.Discrete(DOORS)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.gate = 0
        return self._seen()

    def step(self, action):
        door = self._way_out
        self.gate += 1
        won = action == door and self.gate == GATES
        over = won or action != door
        if over:
            observation = np.zeros(GATES + 2, np.int8)
            info = {
                "action_mask": self._mask(),
                "returns": np.array([float(won)]),
                "progress": (self.gate - (not won)) / GATES,
            }
        else:
            observation, info = self._seen()
        return observation, self.reward * won, over, False, info

    def _seen(self):
        observation = np.zeros(GATES + 2, np.int8)
        observation[self.gate] = FULL
        side = int(self.np_random.integers(2))
        observation[GATES + side] = FULL
        self._way_out = self._first + side
        return observation, {"action_mask": self._mask()}

    @property
    def _first(self):
        return 7 + 5 * min(self.gate, GATES - 1)

    def _mask(self):
        mask = np.zeros(DOORS, np.int8)
        mask[self._first : self._first + 2] = 1
        return mask


class Endless(Gates):
    """A game that nobody wins or loses: it is cut short after every decision."""

    def step(self, action):
        observation, info = self._seen()
        return observation, 0.0, False, True, {"returns": np.zeros(1), "progress": 0.0, **info}
