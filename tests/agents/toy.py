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

from agents.network import NetworkSpec, input_scale

GATES = 5
DOORS = 64
FULL = 5  # the observation's scale

PPO = {
    "learning_rate": 3e-3,
    "decay": False,
    "rollout": 32,
    "minibatch": 64,
    "epochs": 4,
    "discount": 1.0,
    "trace": 0.95,
    "clip": 0.2,
    "entropy": 0.003,
    "value": 0.5,
    "gradient": 0.5,
    "target_kl": None,
}


class Gates(gymnasium.Env):
    """The game; see the module."""

    observation_space = spaces.Box(0, FULL, (GATES + 2,), np.int8)
    action_space = spaces.Discrete(DOORS)
    reward = 1.0

    @classmethod
    def spec(cls, hidden=(32,)):
        return NetworkSpec(
            kind="mlp", inputs=GATES + 2, hidden=hidden, outputs=DOORS, activation="tanh"
        )

    @classmethod
    def scale(cls):
        return input_scale(cls.observation_space.low, cls.observation_space.high)

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
                "outcome": "won" if won else "lost",
                "level": 1,
                "progress": (self.gate - (not won)) / GATES,
                "turns": self.gate,
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
        return observation, 0.0, False, True, {"level": 1, **info}
