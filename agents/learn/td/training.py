"""A training run of the learner ``td``: settings in, checkpoints, curves and a network out."""

from __future__ import annotations

import platform
import time
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch.utils.tensorboard import SummaryWriter

from tablemates.agents.commands import progress
from tablemates.agents.errors import FolderError
from tablemates.agents.facts import GameFacts
from tablemates.agents.folders import locked
from tablemates.agents.learn.config import TrainConfig
from tablemates.agents.learn.run_folder import RunFolder
from tablemates.agents.learn.td.learner import TDLearner
from tablemates.agents.registry import folder_of, print_notice
from tablemates.agents.value.files import read_value, write_value
from tablemates.agents.value.network import Weights
from tablemates.envs.registry import new_game

_SHOWN: Final = {"eval/success_rate": "eval", "rollout/success_rate": "won"}


def train_td(config: TrainConfig, resume: bool = False) -> None:
    """Train a value network and write it into its run folder.

    Args:
        config: The settings.
        resume: Continue the run in the folder from its newest checkpoint.

    Raises:
        GameError, DocumentError: Settings, archive or folder are unusable.
    """
    with locked(config.run):
        run = TDRun(config, resume)
        with closing(run.learner):
            run.train()


class TDRun:
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
        self._game = new_game(
            config.environment.settings(starts=config.environment.starts.starts())
        )
        self.learner = TDLearner(
            self._game, config.td, config.seed, config.total_timesteps, config.threads
        )
        self._parent: str | None = None
        if resume:
            self.folder.resume(config)
            self._restore(self.folder.read_state())
        else:
            if config.init_from is not None:
                folder = folder_of(str(config.init_from), config.environment.game)
                card, weights = read_value(
                    folder or config.init_from, GameFacts.of_game(self._game), print_notice
                )
                self._parent = card.weights
                self.learner.start_from(weights)
            self.folder.start(config)

    def train(self) -> None:
        """Learn until the last step, and write the network.

        Raises:
            DivergedError: A weight is not finite.
            KeyboardInterrupt: On Ctrl-C; ``resume`` continues from the newest checkpoint.
        """
        config, learner, td = self._config, self.learner, self._config.td
        total, start, before = config.total_timesteps, time.monotonic(), learner.steps
        known: dict[str, float] = {}
        with (
            SummaryWriter(self.folder.tensorboard, purge_step=before + 1) as writer,
            progress("training", "steps", total, before) as report,
        ):
            if before == 0:
                for tag, value in learner.evaluate().items():
                    writer.add_scalar(tag, value, 0)
            while learner.steps < total:
                previous = learner.steps
                log = learner.update()
                done = learner.steps >= total
                log["time/fps"] = (learner.steps - before) / (time.monotonic() - start)
                if _passed(previous, learner.steps, config.checkpoint_every) or done:
                    log |= learner.finish()
                    self._checkpoint()
                if _passed(previous, learner.steps, td.evaluate_every) or done:
                    log |= learner.evaluate()
                for tag, value in log.items():
                    writer.add_scalar(tag, value, learner.steps)
                known |= log
                named = [f"{name} {known[tag]:.1%}" for tag, name in _SHOWN.items() if tag in known]
                report(learner.steps, ", ".join(named))
        self._write(self.folder.policy)
        print(f"network: {self.folder.policy}")
        self.folder.draw_curves()

    def _checkpoint(self) -> None:
        state = {"parent": self._parent, **_tensors(self.learner.state())}
        self.folder.write_checkpoint(self.learner.steps, state, self._write)

    def _restore(self, state: dict[str, Any]) -> None:
        try:
            self._parent = state.pop("parent")
            self.learner.restore(_arrays(state))
        except (KeyError, TypeError, ValueError) as error:
            raise FolderError(
                f"{self.folder.path}: its newest checkpoint is not of the learner td"
            ) from error

    def _write(self, folder: Path) -> None:
        config, game, learner = self._config, self._game, self.learner
        changed = (learner.weights.first != learner.initial.first).any(axis=1, keepdims=True)
        # Rows of values that never occurred are noise.
        kept = learner.average._replace(first=learner.average.first * changed)
        write_value(
            folder,
            Weights(*kept),
            config.precision,
            game=game.name,
            **game.hashes,
            scenarios=tuple(one.name for one in learner.scenarios),
            progress_weight=config.td.progress_weight,
            learner=config.learner,
            config=config.model_dump(mode="json"),
            seeds={"train": config.seed},
            steps=learner.steps,
            hardware={
                "system": f"{platform.system()} {platform.machine()}",
                "python": platform.python_version(),
                **{name: version(name) for name in ("numpy", "numba")},
            },
            parent=self._parent,
        )


def _passed(before: int, after: int, every: int) -> bool:
    return before // every != after // every


def _tensors(state: Any) -> Any:
    """Return arrays as tensors, which checkpoints hold."""
    if isinstance(state, dict):
        return {name: _tensors(value) for name, value in state.items()}
    return torch.from_numpy(np.ascontiguousarray(state).copy())


def _arrays(state: Any) -> Any:
    if isinstance(state, dict):
        return {name: _arrays(value) for name, value in state.items()}
    return state.numpy()
