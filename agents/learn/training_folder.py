"""The folder of a training run.

| file | content |
|---|---|
| ``config.yaml`` | all settings |
| ``checkpoints/<steps>/policy`` | the policy after that many decisions |
| ``checkpoints/<steps>/evaluation.json`` | what it won in greedy play on tuning seeds |
| ``checkpoints/<steps>/learner.pt`` | the state that ``--resume`` continues from |
| ``tensorboard`` | logs |
| ``wandb`` | with a tracker: its files, and the name that it knows the run by |
| ``curves.svg`` | the learning curves |
| ``policy`` | the final policy |
| ``best`` | the policy of the checkpoint that won most |
| ``run.secret`` | with partners from outside: what their keys are hashed with |
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
import yaml
from torch.utils._pytree import tree_map

from tablemates.agents.cli.settings_models import kinds_of, option_of, read_config
from tablemates.agents.errors import FolderError
from tablemates.agents.learn.settings import CONFIG, SHORT, TrainConfig
from tablemates.agents.learn.tracking import FOLDER as TRACKED
from tablemates.agents.output.folders import write_whole
from tablemates.agents.outside.secret import SECRET, keep_secret, kept_secret, new_secret

_STATE: Final = "learner.pt"
_OUTPUTS: Final = ("checkpoints", "tensorboard", TRACKED, "policy", "best")
#: Settings that may change when a run is resumed.
_FREE: Final = frozenset(
    {
        *("run", "overwrite", "total_timesteps", "checkpoint_every", "device", "threads", "rllib"),
        *("ray", "tracker"),
    }
)


class RunFolder:
    """The folder of a training run; the caller holds its lock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.policy = path / "policy"
        self.best = path / "best"
        self.tensorboard = path / "tensorboard"
        self._config = path / CONFIG
        self._checkpoints = path / "checkpoints"
        self._secret: bytes | None = None

    def secret(self) -> bytes:
        """Return the secret of the run, which is kept in the folder from now on."""
        self._secret = self._secret or kept_secret(self.path) or new_secret()
        return self._secret

    def check_new(self, config: TrainConfig) -> None:
        """Refuse to begin a run that replaces another or other files unasked."""
        if not self._config.exists():
            if others := sorted({one.name for one in self.path.iterdir()} - {".lock", SECRET}):
                raise FolderError(
                    f"{self.path} is no run folder and not empty ({others[0]}): name another "
                    "with --run"
                )
        elif not config.overwrite:
            raise FolderError(
                f"{self.path} already holds a run: continue it with --resume, replace it with "
                "--overwrite, or name another folder with --run"
            )

    def start(self, config: TrainConfig) -> None:
        """Write the settings of a new run in the place of an earlier one."""
        for name in _OUTPUTS:
            if (self.path / name).exists():
                shutil.rmtree(self.path / name)
        self._write(config)

    def resume(self, config: TrainConfig) -> None:
        """Check that the run in the folder can continue with these settings, and keep them."""
        self.check_same(config)
        self._write(config)

    def check_same(self, config: TrainConfig) -> None:
        """Refuse settings with which the run in the folder cannot have begun."""
        if not self._config.exists():
            raise FolderError(f"{self.path} holds no run to continue: leave out --resume")
        before = read_config(TrainConfig, self._config)
        for name in kinds_of(TrainConfig):
            old, new = map(attrgetter(name), (before, config))
            if name.partition(".")[0] not in _FREE and old != new:
                raise FolderError(
                    f"{self.path} was started with {option_of(name, SHORT)} {old}, not {new}: "
                    f"only {', '.join(sorted(_FREE))} may change with --resume"
                )

    def _write(self, config: TrainConfig) -> None:
        values = config.model_dump(mode="json")
        if self._secret is not None:
            keep_secret(self.path, self._secret)
        write_whole(self._config, yaml.safe_dump(values, sort_keys=False))

    def write_checkpoint(
        self, steps: int, state: Mapping[str, Any], write_policy: Callable[[Path], None]
    ) -> None:
        """Write a checkpoint; a killed run leaves no half-written one.

        ``state`` has tensors, arrays and plain data; ``write_policy`` gets a folder to write to.
        """
        unfinished = self._checkpoints / ".new"
        shutil.rmtree(unfinished, ignore_errors=True)
        write_policy(unfinished / "policy")
        try:
            torch.save(tree_map(_plain, state), unfinished / _STATE)
        except RuntimeError as error:  # PyTorch's error for a full disk
            raise FolderError(f"{unfinished} cannot be written: is the disk full?") from error
        unfinished.rename(self._checkpoints / f"{steps:012d}")

    def draw_curves(self) -> None:
        """Draw the learning curves of the run."""
        # Imported here: without Matplotlib, training begins a second sooner.
        from tablemates.agents.learn.curves import write_curves

        write_curves([self.path], self.path / "curves.svg")

    def newest(self) -> Path | None:
        """Return the folder of the newest checkpoint, None if there is none."""
        return max(self._checkpoints.glob("[0-9]*"), default=None)

    def policies(self) -> list[str]:
        """Return the policy folders of all checkpoints, oldest first."""
        return [str(one / "policy") for one in sorted(self._checkpoints.glob("[0-9]*"))]

    def read_state(self) -> dict[str, Any]:
        """Return the state of the newest checkpoint, its arrays as tensors."""
        folder = self.newest()
        if folder is None:
            raise FolderError(f"{self.path} has no checkpoint yet: start anew with --overwrite")
        file = folder / _STATE
        try:
            state: dict[str, Any] = torch.load(file, map_location="cpu", weights_only=True)
        except Exception as error:  # PyTorch's error depends on where the file is damaged
            raise FolderError(
                f"{file} is damaged: delete {folder} to continue from the checkpoint before it"
            ) from error
        return state


def _plain(value: Any) -> Any:
    """Return a NumPy value as a tensor or number, which a checkpoint may hold."""
    if isinstance(value, np.ndarray):
        return torch.from_numpy(np.array(value))
    return value.item() if isinstance(value, np.generic) else value
