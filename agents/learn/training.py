"""A training run: settings in, checkpoints, TensorBoard logs and a policy folder out."""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch.utils.tensorboard import SummaryWriter

from tablemates.agents.commands import deferred_interrupt, progress
from tablemates.agents.errors import FolderError, PolicyError
from tablemates.agents.facts import GameFacts
from tablemates.agents.folders import locked
from tablemates.agents.learn.cloning import CloningLearner
from tablemates.agents.learn.config import TrainConfig
from tablemates.agents.learn.dataset.reading import DataSets
from tablemates.agents.learn.episode_stats import EpisodeStats
from tablemates.agents.learn.learner import EnvLearner, Learner, device_of
from tablemates.agents.learn.networks import ActorCritic, check_weights
from tablemates.agents.learn.past import PAST, PastSelf
from tablemates.agents.learn.ppo import PPOLearner
from tablemates.agents.learn.run_folder import RunFolder
from tablemates.agents.learn.sb3 import MaskablePPOLearner
from tablemates.agents.learn.vec_env import TrainingEnvs, make_training_envs
from tablemates.agents.networks import input_scale
from tablemates.agents.policy import Policy, read_policy, write_policy
from tablemates.agents.policy_agent import load_policy
from tablemates.agents.registry import folder_of, print_notice
from tablemates.envs.core.seat_settings import Pool
from tablemates.envs.registry import find_game

#: Learners that step ``TrainingEnvs``; ``bc`` reads data sets, ``rllib`` has its own environments.
ENV_LEARNERS: Final[Mapping[str, type[EnvLearner]]] = {
    "maskable_ppo": MaskablePPOLearner,
    "ppo": PPOLearner,
}


def train(config: TrainConfig, resume: bool = False) -> None:
    """Train a policy and write it into its run folder.

    Args:
        config: The settings.
        resume: Continue the run in the folder from its newest checkpoint.

    Raises:
        GameError, DocumentError: Settings or folder are unusable.
    """
    with locked(config.run):
        run = Run(config, resume)
        try:
            with closing(run):
                run.train()
        except KeyboardInterrupt:
            newest = run.folder.newest()
            state = (
                "stopped before its first checkpoint"
                if newest is None
                else f"--resume continues from {newest}; its policy is {newest / 'policy'}"
            )
            print(f"{config.run}: {state}", file=sys.stderr)
            raise


class Run:
    """A training run.

    Args:
        config: The settings.
        resume: Continue the run in the folder.

    Attributes:
        folder: The run folder.
        learner: The learner.
    """

    def __init__(self, config: TrainConfig, resume: bool) -> None:
        self.folder = RunFolder(config.run)
        self._config = config
        self._settings = config.environment.shaped_settings(config.ppo.gamma)
        self._facts = GameFacts.of(self._settings)
        self._spec = config.network.spec(self._facts)
        # A resumed run has the weights that came of the initial policy, which may be gone.
        initial = None if resume else self._initial_policy()
        self._parent = None if initial is None else initial.card.weights
        # All settings are checked before the folder is changed.
        self._device = device_of(config.device)
        torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        np.random.seed(config.seed)  # noqa: NPY002 - Stable-Baselines3 shuffles with it
        layout = self._facts.layout
        network = ActorCritic(self._spec, input_scale(layout.low, layout.high))
        if initial is not None:
            network.load_tensors(initial.tensors)
        self._envs: TrainingEnvs | None = None
        self._data: DataSets | None = None
        self._past = PastSelf(self.folder, self._facts, config.seed)
        self.learner = self._make_learner(network.to(self._device))
        if resume:
            self.folder.resume(config)
            self._past.renew()
            self._restore(self.folder.read_state())
        else:
            self.folder.start(config)

    def _make_learner(self, network: ActorCritic) -> Learner:
        config, environment = self._config, self._config.environment
        if config.learner == "bc":
            self._data = DataSets(
                config.bc.data,
                self._facts,
                config.bc.validation_share,
                print_notice,
            )
            return CloningLearner(
                network, self._data, config.bc, config.total_timesteps, config.seed
            )
        if config.learner == "rllib":
            from tablemates.agents.learn.rllib import RLlibLearner

            return RLlibLearner(network, self._settings, self._facts, config)
        partners = None
        if environment.partners is not None:
            partners = Pool([self._past if one == PAST else one for one in environment.partners])
        self._envs = make_training_envs(self._settings, environment.num_envs, config.seed, partners)
        return ENV_LEARNERS[config.learner](network, self._envs, config.ppo, config.total_timesteps)

    def _initial_policy(self) -> Policy | None:
        path = self._config.init_from
        if path is None:
            return None
        policy = load_policy(
            folder_of(str(path), self._facts.game) or path, self._facts, print_notice
        )
        if policy.card.network != self._spec:
            theirs, ours = policy.card.network.model_dump(), self._spec.model_dump()
            differing = [name for name in {**theirs, **ours} if theirs.get(name) != ours.get(name)]
            raise PolicyError(
                f"init_from={path}: its network differs from the settings in network."
                f"{differing[0]} ({theirs.get(differing[0])}, not {ours.get(differing[0])})"
            )
        return policy

    def close(self) -> None:
        """End processes that the learner has started."""
        self.learner.close()

    def train(self) -> None:
        """Learn until the last step or early stopping, and write the policy.

        Raises:
            DivergedError: A weight is not finite.
            KeyboardInterrupt: On Ctrl-C, after a checkpoint.
        """
        config, learner = self._config, self.learner
        total, every = config.total_timesteps, config.checkpoint_every
        if learner.timesteps >= total:
            print(f"{self.folder.path} has {learner.timesteps:,} steps: raise --total_timesteps")
        game = find_game(self._facts.game)
        rated = game.utilities == "identical" or config.environment.partners is not None
        stats, start, before = (
            EpisodeStats(game.label_fields, rated),
            time.monotonic(),
            learner.timesteps,
        )
        with (
            SummaryWriter(self.folder.tensorboard, purge_step=before + 1) as writer,
            progress("training", "steps", total, before) as report,
            deferred_interrupt("stopping after this update; Ctrl-C again stops at once") as asked,
        ):
            while learner.timesteps < total and not learner.finished:
                previous = learner.timesteps
                log = self._update() | stats.add(learner.take_episodes())
                log["time/fps"] = (learner.timesteps - before) / (time.monotonic() - start)
                for tag, value in log.items():
                    writer.add_scalar(tag, value, learner.timesteps)
                report(learner.timesteps, _summary(log))
                done = learner.timesteps >= total or learner.finished
                stop = asked()
                if learner.timesteps // every > previous // every or done or stop:
                    writer.flush()
                    self._checkpoint()
                if stop:
                    raise KeyboardInterrupt
        self._write_policy(self.folder.policy)
        print(f"policy: {self.folder.policy}")
        self.folder.draw_curves()

    def _update(self) -> dict[str, float]:
        try:
            log = self.learner.update()
        except ValueError:  # Stable-Baselines3 and PyTorch refuse NaN with long messages
            check_weights(self.learner.network())
            raise
        check_weights(self.learner.network())
        return log

    def _checkpoint(self) -> None:
        state = {
            "steps": self.learner.timesteps,
            "learner": self.learner.state(),
            "envs": self._envs.state() if self._envs else None,
            "data": self._data.digests if self._data else [],
            "random": _random_state(self._device),
        }
        self.folder.write_checkpoint(self.learner.timesteps, state, self._write_policy)
        self._past.renew()

    def _restore(self, state: Mapping[str, Any]) -> None:
        if state["data"] != (self._data.digests if self._data else []):
            raise FolderError(
                f"{self.folder.path} has learned from other files than bc.data holds now: start "
                "another --run with --init_from its policy"
            )
        if self._envs is not None:
            self._envs.restore(state["envs"])
        self.learner.restore(state["learner"], state["steps"])
        _restore_random(state["random"], self._device)
        newest = self.folder.newest()
        assert newest is not None  # its state has just been read
        self._parent = read_policy(newest / "policy").card.parent

    def _write_policy(self, folder: Path) -> None:
        config, hashes = self._config, self._facts.hashes
        write_policy(
            folder,
            self.learner.network().tensors(),
            config.precision,
            game=find_game(self._facts.game).name,
            scenarios=tuple(one.name for one in self._settings.scenarios()),
            interface=hashes["interface"],
            ruleset=hashes["ruleset"],
            engine=hashes["engine"],
            network=self._spec,
            learner=config.learner,
            config=config.model_dump(mode="json"),
            seeds={"train": config.seed},
            steps=self.learner.timesteps,
            hardware=_hardware(self._device, config.learner),
            parent=self._parent,
            data=tuple(self._data.digests) if self._data else (),
        )


def _summary(log: Mapping[str, float]) -> str:
    """Return the numbers for the progress bar."""
    shown = ("ep_rew_mean", "success_rate", "progress", "loss", "accuracy")
    named = {tag.rpartition("/")[2]: value for tag, value in log.items()}
    return ", ".join(f"{name} {named[name]:.3g}" for name in shown if name in named)


def _hardware(device: torch.device, learner: str) -> dict[str, str]:
    """Return the machine and the versions of libraries, for the card."""
    libraries = ["numpy", "torch", "stable-baselines3", "sb3-contrib"]
    libraries += ["ray"] * (learner == "rllib")
    return {
        "device": torch.cuda.get_device_name(device) if device.type == "cuda" else "CPU",
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    } | {name: version(name) for name in libraries}


def _random_state(device: torch.device) -> dict[str, Any]:
    """Return the states of the random generators as tensors and plain data."""
    _, keys, position, *_ = np.random.get_state()  # noqa: NPY002
    return {
        "torch": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state(device) if device.type == "cuda" else None,
        "numpy": (torch.from_numpy(np.asarray(keys, np.int64)), int(position)),
    }


def _restore_random(state: Mapping[str, Any], device: torch.device) -> None:
    torch.set_rng_state(state["torch"])
    if device.type == "cuda" and state["cuda"] is not None:
        torch.cuda.set_rng_state(state["cuda"], device)
    keys, position = state["numpy"]
    np.random.set_state(  # noqa: NPY002
        ("MT19937", keys.numpy().astype(np.uint32), position, 0, 0.0)
    )
