"""A training run: settings in, checkpoints, TensorBoard logs and a policy folder out."""

from __future__ import annotations

import platform
import sys
import time
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import numpy as np
import torch
from torch.utils.tensorboard import SummaryWriter

from tablemates.agents.cli.running import deferred_interrupt, progress
from tablemates.agents.errors import FolderError
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.cloning import CloningLearner
from tablemates.agents.learn.datasets import DataSets
from tablemates.agents.learn.greedy_play import (
    EVALUATION,
    keep_best,
    play_greedily,
    write_evaluation,
)
from tablemates.agents.learn.learner import Episode, Learner, device_of
from tablemates.agents.learn.settings import TrainConfig
from tablemates.agents.learn.td.on_ray import PlayOnRay
from tablemates.agents.learn.torch_network import ActorCritic
from tablemates.agents.learn.tracking import tracked
from tablemates.agents.learn.training_folder import RunFolder
from tablemates.agents.learn.training_partners import PAST, PastSelf, training_partners
from tablemates.agents.names import SAMPLE, is_outside, network_folder
from tablemates.agents.networks.network import input_scale
from tablemates.agents.output.folders import locked
from tablemates.agents.registry import find_agent
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.views.partners import Partners
from tablemates.envs.registry import new_game

#: Episodes that rollout/* are means of, as in Stable-Baselines3.
_RECENT: Final = 100
#: Tags whose numbers the progress bar shows.
_SHOWN: Final = (
    *("rollout/ep_rew_mean", "rollout/success_rate", "rollout/progress"),
    *("train/loss", "validation/loss", "validation/accuracy", "eval/success_rate"),
)


def train(config: TrainConfig, resume: bool = False) -> None:
    """Train a network and write it into its run folder.

    Args:
        config: The settings.
        resume: Continue the run in the folder from its newest checkpoint.

    Raises:
        GameError, DocumentError: Settings or folder are unusable.
    """
    with locked(config.run):
        run = Run(config, resume)
        try:
            with closing(run.learner):
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
        self._game = new_game(config.environment.shaped_settings(config.ppo.gamma))
        # Evaluations begin where games do, not where the recipe lets the learner begin.
        self._true_game = new_game(config.environment.settings())
        self._facts = GameFacts.of_game(self._game)
        partners = config.environment.partners
        self._rated = self._game.co_operative or partners is not None
        # Beside earlier selves that change, checkpoints cannot be compared.
        self._comparable = self._rated and PAST not in (partners or ())
        self._device = device_of("cpu" if config.learner == "td" else config.device)
        torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        np.random.seed(config.seed)  # noqa: NPY002 - Stable-Baselines3 shuffles with it
        sampled = "" if config.learner == "td" else SAMPLE
        self._past = PastSelf(self.folder, self._facts, config.seed, sampled)
        self._partners = training_partners(
            config.environment, self._game, self._facts, self.folder, self._past
        )
        on_ray = _play_on_ray(config, self._facts, self._partners, self.folder, self._past)
        given = self._game, self._facts, self._partners, self._device
        self.learner = _learner(config, *given, on_ray)
        self._parent: str | None = None
        #: Whether the newest checkpoint is still to be evaluated: the run was killed before.
        self._owes_evaluation = False
        # All settings are checked before the folder is changed.
        if resume:
            self.folder.resume(config)
            self._past.renew()
            self._restore(self.folder.read_state())
            self.learner.begin()
            return
        if config.init_from is not None:
            folder = network_folder(str(config.init_from), self._facts.game)
            self._parent = self.learner.start_from(folder, self._facts)
        self.folder.check_new(config)
        self.learner.begin()
        self.folder.start(config)

    def train(self) -> None:
        """Learn until the last step or early stopping, and write the network.

        Raises:
            DivergedError: A weight is not finite.
            KeyboardInterrupt: On Ctrl-C, after a checkpoint.
        """
        config, learner = self._config, self.learner
        total = config.total_timesteps
        if learner.timesteps >= total:
            print(f"{self.folder.path} has {learner.timesteps:,} steps: raise --total-timesteps")
        stats = _EpisodeStats(self._game.label_fields, self._rated)
        start, before = time.monotonic(), learner.timesteps
        with (
            SummaryWriter(self.folder.tensorboard, purge_step=before + 1) as writer,
            tracked(config) as track,
            progress("training", "steps", total, before) as report,
            deferred_interrupt("stopping after this update; Ctrl-C again stops at once") as asked,
        ):

            def tell(sentence: str) -> None:
                if learner.timesteps == before:  # later the bar shows how it goes
                    report(before, sentence)

            learner.tell = tell

            def write(log: Mapping[str, float]) -> None:
                for tag, value in log.items():
                    writer.add_scalar(tag, value, learner.timesteps)
                track(log, learner.timesteps)

            if self._owes_evaluation:
                write(self._evaluate())
            while learner.timesteps < total and not learner.finished:
                previous = learner.timesteps
                log = self._update() | stats.add(learner.take_episodes())
                done = learner.timesteps >= total or learner.finished
                stop = asked()

                def is_due(every: int, previous: int = previous, end: bool = done) -> bool:
                    return learner.timesteps // every > previous // every or end

                log["time/fps"] = (learner.timesteps - before) / (time.monotonic() - start)
                if due := is_due(config.checkpoint_every) or stop:
                    log |= learner.finish()
                if due:
                    self._checkpoint(evaluated=not stop)
                    log |= {} if stop else self._evaluate()
                write(log)
                report(learner.timesteps, _summary(log))
                if due:
                    writer.flush()
                if stop:
                    raise KeyboardInterrupt
        self._write(self.folder.policy)
        print(f"policy: {self.folder.policy}")
        self.folder.draw_curves()

    def _update(self) -> dict[str, float]:
        try:
            log = self.learner.update()
        except ValueError:  # Stable-Baselines3 and PyTorch refuse NaN with long messages
            self.learner.check()
            raise
        self.learner.check()
        return log

    def _checkpoint(self, evaluated: bool) -> None:
        """Write a checkpoint; ``evaluated`` says whether its evaluation follows."""
        state = {
            "steps": self.learner.timesteps,
            "evaluated": evaluated,
            "parent": self._parent,
            "learner": self.learner.state(),
            "random": _random_state(self._device),
        }
        self.folder.write_checkpoint(self.learner.timesteps, state, self._write)
        self._past.renew()

    def _evaluate(self) -> dict[str, float]:
        """Let the newest checkpoint's policy play greedily; return numbers for the log."""
        newest, games = self.folder.newest(), self._config.evaluate_games
        if newest is None or not games:
            return {}
        agent, limit = find_agent(str(newest / "policy"), self._facts), sys.maxsize
        limit = self._config.environment.max_turns or limit
        numbers = play_greedily(self._true_game, agent, self._partners, games, limit)
        if self._comparable:
            write_evaluation(newest, self.learner.timesteps, games, numbers)
            keep_best(newest.parent, self.folder.best)
        return numbers

    def _evaluated(self) -> bool:
        newest = self.folder.newest()
        return newest is not None and (newest / EVALUATION).exists()

    def _restore(self, state: Mapping[str, Any]) -> None:
        try:
            self._parent = state["parent"]
            evaluates = state.get("evaluated", False) and bool(self._config.evaluate_games)
            self._owes_evaluation = evaluates and self._comparable and not self._evaluated()
            self.learner.restore(state["learner"], state["steps"])
        except (KeyError, TypeError) as error:
            raise FolderError(
                f"{self.folder.path}: its newest checkpoint is of another learner or version"
            ) from error
        _restore_random(state["random"], self._device)

    def _write(self, folder: Path) -> None:
        config = self._config
        self.learner.write(
            folder,
            precision=config.precision,
            game=self._game.name,
            **self._facts.hashes,
            scenarios=tuple(one.name for one in self._game.settings.scenarios()),
            learner=config.learner,
            config=config.model_dump(mode="json"),
            seeds={"train": config.seed},
            steps=self.learner.timesteps,
            hardware=_hardware(self._device, config.learner),
            parent=self._parent,
        )


def _learner(
    config: TrainConfig,
    game: Game,
    facts: GameFacts,
    partners: Partners | None,
    device: torch.device,
    on_ray: PlayOnRay | None,
) -> Learner:
    """Return the learner that is to be run; it imports the libraries that only it needs."""
    if config.learner == "td":
        from tablemates.agents.learn.td.learner import TDLearner

        sizes = config.seed, config.total_timesteps, config.threads
        return TDLearner(game, config.td, *sizes, partners, on_ray)
    scale = input_scale(facts.layout.low, facts.layout.high)
    network = ActorCritic(config.network.spec(facts), scale).to(device)
    if config.learner == "bc":
        data = DataSets(config.bc.data, facts, config.bc.validation_share)
        return CloningLearner(network, data, config.bc, config.total_timesteps, config.seed)
    if config.learner == "rllib":
        from tablemates.agents.learn.rllib import RLlibLearner

        return RLlibLearner(network, game.settings, facts, config)
    from tablemates.agents.learn.compiled_ppo import CompiledPPOLearner
    from tablemates.agents.learn.ppo import PPOLearner
    from tablemates.agents.learn.recurrent_ppo import RecurrentPPOLearner
    from tablemates.agents.learn.sb3 import MaskablePPOLearner
    from tablemates.agents.learn.vec_env import EnvLearner, make_training_envs

    envs = make_training_envs(game.settings, config.environment.num_envs, config.seed, partners)
    kind: type[EnvLearner] = PPOLearner if device.type == "cuda" else CompiledPPOLearner
    if config.learner == "maskable_ppo":
        kind = MaskablePPOLearner
    if network.memory is not None:
        kind = RecurrentPPOLearner
    return kind(network, envs, config.ppo, config.total_timesteps)


def _play_on_ray(
    config: TrainConfig,
    facts: GameFacts,
    partners: Partners | None,
    folder: RunFolder,
    past: PastSelf,
) -> PlayOnRay | None:
    """Return what plays the games of the learner td on a cluster, None: it plays them itself."""
    if config.ray is None or config.learner != "td":
        return None
    seated = () if partners is None else partners.names
    outside = any(is_outside(one, facts.game) for one in seated)
    secret = folder.secret() if outside else None

    def names() -> list[str]:
        return [past.spec if one == PAST else one for one in seated]

    return PlayOnRay(config.ray, config.threads, facts, config.td, names, secret)


class _EpisodeStats:
    """Means over the recent episodes by tag.

    Games are ``rated`` if they are won or lost: not if the learner plays all seats of a
    competitive game.
    """

    def __init__(self, labels: Sequence[str], rated: bool) -> None:
        self._labels = labels
        self._rated = rated
        self._recent: deque[Episode] = deque(maxlen=_RECENT)
        self._won: defaultdict[str, deque[bool]] = defaultdict(lambda: deque(maxlen=_RECENT))

    def add(self, episodes: Iterable[Episode]) -> dict[str, float]:
        """Add finished episodes; return the means, empty without new episodes.

        ``success_rate`` is the share of games with the greatest return, 1, for the learner.
        """
        new = list(episodes)
        if not new:
            return {}
        self._recent.extend(new)
        means = {
            "rollout/ep_rew_mean": fmean(one["r"] for one in self._recent),
            "rollout/ep_len_mean": fmean(one["l"] for one in self._recent),
            "rollout/progress": fmean(float(np.mean(one["progress"])) for one in self._recent),
        }
        if not self._rated:
            return means
        for one in new:
            name = "-".join(f"{label}-{one[label]}" for label in self._labels)
            self._won[name].append(_is_won(one))
        if len(self._won) > 1:
            means |= {f"success_rate/{name}": fmean(won) for name, won in self._won.items()}
        return means | {"rollout/success_rate": fmean(map(_is_won, self._recent))}


def _is_won(episode: Episode) -> bool:
    """Return whether the learner has the greatest return; all seats of a team have the same."""
    return bool(episode["returns"][max(episode.get("seat", 0), 0)] >= 1.0)


def _summary(log: Mapping[str, float]) -> str:
    """Return the numbers for the progress bar."""
    named = {tag.removeprefix("rollout/"): log[tag] for tag in _SHOWN if tag in log}
    return ", ".join(f"{name} {value:.3g}" for name, value in named.items())


def _hardware(device: torch.device, learner: str) -> dict[str, str]:
    """Return the machine and the versions of libraries, for the card."""
    libraries = ["numpy", "torch"]
    libraries += [] if learner == "td" else ["stable-baselines3", "sb3-contrib"]
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
        "numpy": (np.asarray(keys, np.int64), int(position)),
    }


def _restore_random(state: Mapping[str, Any], device: torch.device) -> None:
    torch.set_rng_state(state["torch"])
    if device.type == "cuda" and state["cuda"] is not None:
        torch.cuda.set_rng_state(state["cuda"], device)
    keys, position = state["numpy"]
    np.random.set_state(  # noqa: NPY002
        ("MT19937", keys.numpy().astype(np.uint32), position, 0, 0.0)
    )
