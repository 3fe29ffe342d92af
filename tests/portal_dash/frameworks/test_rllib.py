"""Ray RLlib: our environment, our module with masks, and training with them by ``train.py``."""

import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

MISSING = "Ray RLlib is not installed: pip install 'tablemates[rllib]'"
torch = pytest.importorskip("torch", reason=MISSING)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its own, about its coming versions
    pytest.importorskip("ray.rllib", reason=MISSING)

from ray.rllib.utils.pre_checks.env import check_multiagent_environments  # noqa: E402

from tablemates.agents.facts import GameFacts  # noqa: E402
from tablemates.agents.learn.rllib import RllibEnv  # noqa: E402
from tablemates.agents.networks.policy import load_policy, read_policy  # noqa: E402
from tablemates.envs import portal_dash_v0  # noqa: E402
from tablemates.envs.portal_dash.settings import Settings  # noqa: E402
from tests.portal_dash.frameworks.samples import sample  # noqa: E402

# Those of Ray and of what it uses.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
GAME = {"game": "portal_dash"}
ROOT = Path(__file__).resolve().parents[3]
SMALL = {
    "learner": "rllib",
    "total_timesteps": 256,
    "checkpoint_every": 128,
    "device": "cpu",
    "environment.num_envs": 4,
    "environment.max_turns": 3,
    "environment.scenario": "level=1,4",
    "network.hidden": "[8]",
    "ppo.num_steps": 32,
    "ppo.batch_size": 64,
    "ppo.n_epochs": 2,
}


# -- the environment -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [
        {"level": 5, "players": 4},
        {"level": [1, 4], "players": [1, 3], "max_turns": 3, "shaping": {"progress": 1.0}},
    ],
    ids=str,
)
def test_the_environment_is_the_aec_view(settings):
    env, view = RllibEnv({**GAME, **settings}), portal_dash_v0.env(**settings)
    rng = np.random.default_rng(0)
    for seed in range(3):
        seen, infos = env.reset(seed=seed)
        view.reset(seed=env._view.replay().seed)
        while True:
            (decider,) = seen
            assert decider == view.agent_selection
            expected, _, _, _, info = view.last()
            for name, array in expected.items():
                np.testing.assert_array_equal(seen[decider][name], array)
            assert env.observation_spaces[decider].contains(seen[decider])
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            seen, rewards, ended, cut, infos = env.step({decider: action})
            view.step(action)
            assert rewards == view.rewards
            if ended["__all__"] or cut["__all__"]:
                break
        assert set(seen) == set(env.agents) == set(view.agents)
        assert ended["__all__"] is view.terminations[decider]
        assert cut["__all__"] is view.truncations[decider]
        assert infos[decider]["turns"] > 0


def test_the_environment_passes_rllibs_check():
    check_multiagent_environments(RllibEnv({**GAME, "players": 3, "illegal_action": "penalty"}))


# -- training --------------------------------------------------------------------------------


def training(run, **settings):
    given = SMALL | {"run": run} | {name.replace("__", "."): one for name, one in settings.items()}
    words = [word for name, value in given.items() for word in (f"--{name}", str(value))]
    return [sys.executable, "train.py", "--config", "configs/train/tutorial.yaml", *words]


@pytest.mark.slow
@pytest.mark.parametrize("runners", [0, 2])
def test_a_run_leaves_a_policy_and_can_be_resumed(tmp_path, runners):
    run = tmp_path / "run"
    settings = {"rllib__num_env_runners": runners}
    subprocess.run(training(run, **settings), cwd=ROOT, check=True)
    card = read_policy(run / "policy").card
    assert card.learner == "rllib"
    assert card.steps >= 256
    longer = training(run, **settings, total_timesteps=384)
    subprocess.run([*longer, "--resume"], cwd=ROOT, check=True)
    assert read_policy(run / "policy").card.steps >= 384
    load_policy(run / "policy", GameFacts.of(Settings()), print)


@pytest.mark.slow
def test_the_sample_of_the_page_runs():
    names = {}
    exec(sample("frameworks.md", "Ray RLlib"), names)
    assert names["result"]["env_runners"]["num_env_steps_sampled"] >= 128
