"""Stable-Baselines3 and sb3-contrib learn on the views as they are."""

import pytest

pytest.importorskip("sb3_contrib", reason="pip install 'tablemates[train]'")

from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env

from tablemates.envs.portal_dash_v0 import gym_env
from tests.portal_dash.frameworks.samples import sample
from tests.portal_dash.games import LEVELS, PLAYERS

SIZES = {"n_steps": 128, "batch_size": 64, "n_epochs": 1, "seed": 0}


class Count(BaseCallback):
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
    "settings", [{"level": LEVELS, "players": PLAYERS}, {"mask_in_observation": True}], ids=str
)
def test_the_checker_accepts(settings):
    check_env(gym_env(**settings))


@pytest.mark.slow
@pytest.mark.parametrize("env", [gym_env, "PortalDash-v0"])
@pytest.mark.parametrize("settings", [{}, {"mask_in_observation": True, "players": 3}], ids=str)
def test_maskable_ppo_plays_nothing_illegal(env, settings):
    count = Count()
    kind = "MultiInputPolicy" if settings else "MlpPolicy"
    lanes = make_vec_env(env, 2, env_kwargs=settings)
    MaskablePPO(kind, lanes, **SIZES).learn(256, count)
    assert count.steps == 256
    assert count.refused == 0
    assert count.rewards <= {0.0, 1.0}
    assert count.ended > 0


@pytest.mark.slow
def test_the_sample_of_the_page_learns_from_named_blocks():
    names = {}
    exec(sample("frameworks.md", "Stable-Baselines3 on named blocks"), names)
    assert names["model"].num_timesteps == 64
    assert "inventory" in names["model"].observation_space.spaces
