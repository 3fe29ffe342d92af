"""The folder of a training run.

| in it | what |
|---|---|
| ``config.yaml`` | all its settings |
| ``checkpoints/<steps>/policy`` | the policy after so many decisions |
| ``checkpoints/<steps>/learner.pt`` | what ``--resume`` needs; loaded from nowhere else |
| ``tensorboard`` | curves |
| ``policy`` | the policy at the end |
"""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import torch
import yaml

from agents.errors import FolderError
from agents.learn.config import TrainConfig
from envs.core.documents import parse_document

_PARTS: Final = ("config.yaml", "checkpoints", "tensorboard", "policy")
#: Settings that a run may go on with otherwise.
_FREE: Final = frozenset({"run", "overwrite", "steps", "checkpoint_every", "device"})


class RunFolder:
    """A run's folder; the caller keeps it (``agents.folders.kept``) while it uses this.

    Args:
        path: The folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.policy = path / "policy"
        self.tensorboard = path / "tensorboard"
        self._config = path / "config.yaml"
        self._checkpoints = path / "checkpoints"

    def begin(self, config: TrainConfig) -> None:
        """Note the settings of a new run.

        Raises:
            FolderError: There is a run already and it is not to be overwritten, or the
                folder is used for something else.
        """
        if self._config.exists():
            if not config.overwrite:
                raise FolderError(
                    f"{self.path} holds a run already: --resume goes on with it, run=FOLDER "
                    "begins elsewhere, overwrite=true begins anew"
                )
            for name in _PARTS:
                shutil.rmtree(self.path / name, ignore_errors=True)
            self._config.unlink()
        elif foreign := [one.name for one in self.path.iterdir() if one.name != ".lock"]:
            raise FolderError(
                f"{self.path} is no run folder and not empty ({sorted(foreign)[0]}): choose another"
            )
        self._write(config)

    def resume(self, config: TrainConfig) -> None:
        """Check that the run that lies here can go on with these settings.

        Raises:
            FolderError: There is no run, or one with other settings.
        """
        if not self._config.exists():
            raise FolderError(f"{self.path} holds no run that could go on: leave out --resume")
        old = parse_document(self._config.read_text(encoding="utf-8"), str(self._config)).values
        new = _plain(config)
        for name in sorted(new.keys() - _FREE):
            if old.get(name) != new[name]:
                raise FolderError(
                    f"{self.path} was begun with another {name!r} "
                    f"({_differences(old.get(name), new[name])}): only "
                    f"{', '.join(sorted(_FREE))} may change when a run goes on"
                )
        self._write(config)

    def _write(self, config: TrainConfig) -> None:
        self._config.write_text(yaml.safe_dump(_plain(config), sort_keys=False), encoding="utf-8")

    def checkpoint(self, steps: int) -> Path:
        """Return the folder of the policy after so many decisions; its name sorts."""
        return self._checkpoints / f"{steps:012d}" / "policy"

    def write_state(self, steps: int, state: Mapping[str, Any]) -> None:
        """Write what the run needs to go on from here."""
        file = self._checkpoints / f"{steps:012d}" / "learner.pt"
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(".new")
        torch.save(dict(state), new)
        new.replace(file)  # whoever stops the run now leaves no half file

    def read_state(self) -> dict[str, Any]:
        """Return the newest state.

        Raises:
            FolderError: There is none, or it is damaged.
        """
        files = sorted(self._checkpoints.glob("*/learner.pt"))
        if not files:
            raise FolderError(f"{self.path} has no checkpoint to go on from: leave out --resume")
        try:
            state: dict[str, Any] = torch.load(files[-1], map_location="cpu", weights_only=True)
        # What the library raises depends on where the file is cut.
        except (OSError, EOFError, RuntimeError, ValueError, pickle.UnpicklingError) as error:
            raise FolderError(
                f"{files[-1]} is cut or damaged: delete {files[-1].parent} to go on from the "
                f"checkpoint before it"
            ) from error
        return state


def _plain(config: TrainConfig) -> dict[str, Any]:
    return config.model_dump(mode="json")


def _differences(old: Any, new: Any) -> str:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
        return ", ".join(f"{name}: {old.get(name)} then, {new.get(name)} now" for name in names)
    return f"{old} then, {new} now"
