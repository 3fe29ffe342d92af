"""Stable-Baselines3 takes the views as they are: its checker, plain PPO and PPO with masks.

Observations as blocks by name do not fit: the checker takes the board's planes for a
picture, and torch cannot name a part of a network after the block ``items``.
"""

import pytest

pytest.importorskip("stable_baselines3", reason="pip install 'tablemates[train]'")
pytest.importorskip("sb3_contrib", reason="pip install 'tablemates[train]'")

from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env

from tablemates.envs.core.policies import PENALTY
from tablemates.envs.portal_dash_v0 import gym_env
from tests.games import LEVELS, PLAYERS

SIZES = {"n_steps": 128, "batch_size": 64, "n_epochs": 1, "seed": 0}


class Watching(BaseCallback):
    """Counts what a learner does."""

    def __init__(self):
        super().__init__()
        self.refused = self.steps = self.ended = 0
        self.rewards = set()

    def _on_step(self):
        for info, reward in zip(self.locals["infos"], self.locals["rewards"], strict=True):
            self.steps += 1
            self.refused += info.get("illegal", False)
            self.rewards.add(round(float(reward), 4))
            self.ended += "terminal_observation" in info
        return True


@pytest.mark.parametrize(
    "settings",
    [
        {"level": 5, "players": 4},
        {"level": LEVELS, "players": PLAYERS},
        {"mask_in_observation": True},
        {"max_turns": 2, "shaping": {"progress": 1.0}},
        {"illegal_action": "end"},
    ],
    ids=str,
)
def test_its_checker_accepts(settings):
    check_env(gym_env(**settings))


@pytest.mark.slow
def test_plain_ppo_learns_under_penalties():
    """It knows of no mask: most of what it plays is refused, and the games go on."""
    watching = Watching()
    PPO("MlpPolicy", make_vec_env(gym_env, 2), **SIZES).learn(1024, watching)
    assert watching.steps == 1024
    assert watching.refused > 500
    assert PENALTY in watching.rewards
    assert watching.ended > 0, "100 refusals in a row end a game"


@pytest.mark.parametrize("settings", [{}, {"mask_in_observation": True, "players": 3}], ids=str)
def test_ppo_with_masks_plays_nothing_illegal(settings):
    watching = Watching()
    kind = "MultiInputPolicy" if settings else "MlpPolicy"
    lanes = make_vec_env(gym_env, 2, env_kwargs=settings)
    MaskablePPO(kind, lanes, **SIZES).learn(256, watching)
    assert watching.steps == 256
    assert watching.refused == 0
    assert watching.rewards <= {0.0, 1.0}
    assert watching.ended > 0
