"""Speed of the PPO learners, side by side in one run: ``python -m benchmarks.ppo``."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Annotated, Final

import torch
from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel, UserPath, read_config
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.compiled_ppo import CompiledPPOLearner
from tablemates.agents.learn.ppo import PPOLearner
from tablemates.agents.learn.sb3 import MaskablePPOLearner
from tablemates.agents.learn.settings import TrainConfig
from tablemates.agents.learn.torch_network import ActorCritic
from tablemates.agents.learn.vec_env import EnvLearner, make_training_envs
from tablemates.agents.networks.network import input_scale
from tablemates.envs.registry import new_game

#: Learners by their names in the table, with their threads.
_LEARNERS: Final[dict[str, tuple[type[EnvLearner], int]]] = {
    "ppo in PyTorch, 1 thread": (PPOLearner, 1),
    "ppo in PyTorch, 2 threads": (PPOLearner, 2),
    "ppo compiled, 1 thread": (CompiledPPOLearner, 1),
    "ppo compiled, 2 threads": (CompiledPPOLearner, 2),
    "maskable_ppo, 1 thread": (MaskablePPOLearner, 1),
}


class SpeedConfig(SettingsModel):
    """All settings of the command."""

    recipe: UserPath = Path("configs/train/tutorial.yaml")
    """Recipe whose games, network and settings of PPO are taken."""
    rounds: Annotated[int, Field(ge=1)] = 9
    """Rounds, in each of which every learner makes two updates; the median counts."""
    num_envs: Annotated[int, Field(ge=1)] | None = None
    """Games that are played in parallel; null: those of the recipe."""
    batch_size: Annotated[int, Field(ge=2)] | None = None
    """Minibatch size; null: that of the recipe."""


COMMAND: Final = Command(
    script="python -m benchmarks.ppo",
    settings=SpeedConfig,
    purpose="Measure the PPO learners side by side: decisions a second with updates.",
    examples=["--num-envs 256 --batch-size 2048"],
    main="--recipe",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, measure)


def measure(asked: SpeedConfig) -> None:
    """Print decisions a second of each learner, and how many times those of the first."""
    config = read_config(TrainConfig, asked.recipe, {})
    games = {} if asked.num_envs is None else {"num_envs": asked.num_envs}
    sizes = {} if asked.batch_size is None else {"batch_size": asked.batch_size}
    config = config.model_copy(
        update={
            "environment": config.environment.model_copy(update=games),
            "ppo": config.ppo.model_copy(update=sizes),
        }
    )
    updates = {name: _update_of(config, *learner) for name, learner in _LEARNERS.items()}
    seconds: dict[str, list[float]] = {name: [] for name in updates}
    for n in range(asked.rounds + 1):  # the first one compiles and is not counted
        for name, update in updates.items():
            torch.set_num_threads(1 if "compiled" in name else _LEARNERS[name][1])
            start = time.perf_counter()
            update()
            update()
            if n:
                seconds[name].append(time.perf_counter() - start)
    decisions = 2 * config.environment.num_envs * config.ppo.num_steps
    medians = {name: median(times) for name, times in seconds.items()}
    first = next(iter(medians.values()))
    for name, one in medians.items():
        print(f"{name:28} {decisions / one:10,.0f} decisions/s {first / one:6.2f}")


def _update_of(
    config: TrainConfig, kind: type[EnvLearner], threads: int
) -> Callable[[], dict[str, float]]:
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    game = new_game(config.environment.shaped_settings(config.ppo.gamma))
    facts = GameFacts.of_game(game)
    scale = input_scale(facts.layout.low, facts.layout.high)
    network = ActorCritic(config.network.spec(facts), scale)
    envs = make_training_envs(game.settings, config.environment.num_envs, 0)
    return kind(network, envs, config.ppo, 10**9).update


if __name__ == "__main__":
    raise SystemExit(main())
