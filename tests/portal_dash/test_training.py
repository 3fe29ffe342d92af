"""Training with plans of an adviser, and from a shipped policy."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.configs import read_config  # noqa: E402
from tablemates.agents.learn.config import DataConfig, TrainConfig  # noqa: E402
from tablemates.agents.learn.dataset.making import make  # noqa: E402
from tablemates.agents.learn.training import train  # noqa: E402
from tablemates.agents.policy import WEIGHTS, read_policy  # noqa: E402
from tablemates.agents.portal_dash import AGENTS  # noqa: E402
from tablemates.agents.registry import find_agent  # noqa: E402

pytestmark = pytest.mark.slow
PLANS = {
    "network.kind": "plans",
    "network.value": "win",
    "network.activation": "relu",
    "network.adviser": "planner-tuned",
    "network.hidden": [8],
}


def test_a_network_of_plans_with_partners_continues_exactly(tmp_path, facts):
    def config(run, total):
        scenario = {"level": [1, 4], "players": [2, 3]}
        values = {"run": tmp_path / run, "learner": "ppo", "total_timesteps": total}
        games = {"scenario": scenario, "num_envs": 4, "partners": ["rules", "random"]}
        values |= {f"environment.{name}": one for name, one in games.items()}
        values |= {"ppo.num_steps": 32, "ppo.batch_size": 64, "checkpoint_every": 128}
        return read_config(TrainConfig, None, PLANS | values)

    train(config("whole", 256))
    train(config("run", 128))
    train(config("run", 256), resume=True)
    whole, run = (tmp_path / name / "policy" for name in ("whole", "run"))
    assert (run / WEIGHTS).read_bytes() == (whole / WEIGHTS).read_bytes()
    card = read_policy(run).card
    assert (card.network.kind, card.network.value) == ("plans", "win")
    find_agent(str(run), facts)


def test_training_starts_from_a_shipped_policy_by_its_name(tmp_path):
    settings = {"run": tmp_path / "run", "total_timesteps": 8, "environment.num_envs": 4}
    settings |= {"ppo.num_steps": 2, "ppo.batch_size": 8}
    train(read_config(TrainConfig, Path("configs/train/ppo.yaml"), settings))
    card = read_policy(tmp_path / "run" / "policy").card
    assert card.parent == read_policy(AGENTS.policies["bc"]).card.weights


def test_a_network_of_plans_learns_from_a_teachers_ratings(tmp_path, facts):
    out = tmp_path / "data"
    teacher = {"play": "planner-tuned", "label": "futures:2", "scores": True}
    few = {"adviser": "planner-tuned", "decisions": 150, "games_per_file": 4, "max_turns": 4}
    make(read_config(DataConfig, None, {"out": out, "workers": 1, **teacher, **few}))
    values = {"learner": "bc", "run": tmp_path / "run", "total_timesteps": 600}
    bc = {"data": [str(out)], "target": "chances", "batch_size": 64, "validation_share": 0.2}
    train(read_config(TrainConfig, None, PLANS | values | {f"bc.{n}": v for n, v in bc.items()}))
    assert read_policy(tmp_path / "run" / "policy").card.network.kind == "plans"
    find_agent(str(tmp_path / "run" / "policy"), facts)
