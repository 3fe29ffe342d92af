"""The folder of a training run.

| in it | what |
|---|---|
| ``config.yaml`` | all its settings |
| ``checkpoints/<steps>/policy`` | the policy after so many decisions |
| ``checkpoints/<steps>/learner.pt`` | what ``--resume`` needs; loaded from nowhere else |
| ``checkpoints/<steps>/learner.sha256`` | its digest, so that no damage goes unseen |
| ``tensorboard`` | curves |
| ``journal.jsonl`` | the same numbers, a line an update |
| ``curves.png`` | and as a picture, drawn anew at every checkpoint |
| ``policy`` | the policy at the end |

Whatever is written is written beside its place first and then renamed, so that
a run may be killed at any time and leaves nothing half done.
"""

from __future__ import annotations

import hashlib
import io
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import torch
import yaml

from tablemates.agents.errors import FolderError
from tablemates.agents.learn.config import TrainConfig
from tablemates.agents.learn.curves import NAME as CURVES
from tablemates.agents.learn.journal import NAME as JOURNAL
from tablemates.envs.core.documents import read_document

_CONFIG: Final = "config.yaml"
#: The setting that others' files, such as a data set's, do not have.
_OURS: Final = "learner"
_STATE: Final = "learner.pt"
_DIGEST: Final = "learner.sha256"
_FOLDERS: Final = ("checkpoints", "tensorboard", "policy")
_FILES: Final = (JOURNAL, CURVES)
#: Settings that a run may go on with otherwise.
_FREE: Final = frozenset(
    {"run", "overwrite", "steps", "checkpoint_every", "device", "threads", "rllib"}
)

#: Settings that older runs do not name, and what held for them.
_ADDED: Final[Mapping[str, Any]] = {
    "symmetry": 0.0,
    "environment": {"perturbed_parts": 0.0, "partners": None},
    "network": {"adviser": None, "plan": 64},
    "bc": {"target": "actions"},
}


class RunFolder:
    """A run's folder; the caller keeps it (``tablemates.agents.folders.kept``) while it uses this.

    Args:
        path: The folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.policy = path / "policy"
        self.tensorboard = path / "tensorboard"
        self.curves = path / CURVES
        self._config = path / _CONFIG
        self._checkpoints = path / "checkpoints"

    def begin(self, config: TrainConfig) -> None:
        """Note the settings of a new run.

        Raises:
            FolderError: There is a run already and it is not to be overwritten, or the
                folder is used for something else.
        """
        if self._config.exists():
            if _OURS not in self._noted():
                raise FolderError(
                    f"{self.path} is no run folder ({_CONFIG} names no {_OURS}): choose another"
                )
            if not config.overwrite:
                raise FolderError(
                    f"{self.path} holds a run already: --resume goes on with it, run=FOLDER "
                    "begins elsewhere, overwrite=true begins anew"
                )
            for name in _FOLDERS:
                for folder in (name, _new(name), _old(name)):
                    shutil.rmtree(self.path / folder, ignore_errors=True)
            for name in _FILES:
                (self.path / name).unlink(missing_ok=True)
        else:
            ours = {".lock", _new(_CONFIG)}
            if foreign := sorted({one.name for one in self.path.iterdir()} - ours):
                raise FolderError(
                    f"{self.path} is no run folder and not empty ({foreign[0]}): choose another"
                )
        self._note(config)

    def resume(self, config: TrainConfig) -> int:
        """Check that the run that lies here can go on with these settings.

        Returns:
            The decisions that it was to have so far.

        Raises:
            FolderError: There is no run, or one with other settings.
        """
        if not self._config.exists():
            raise FolderError(f"{self.path} holds no run that could go on: leave out --resume")
        noted = self._noted()
        sections = [name for name, added in _ADDED.items() if isinstance(added, Mapping)]
        whole = all(isinstance(noted.get(name), Mapping) for name in sections)
        if not whole or not isinstance(noted.get("steps"), int):
            raise FolderError(
                f"{self._config} is damaged: put back what the run was begun with, or begin anew "
                "in another folder"
            )
        old = _with_added(noted, _ADDED)
        new = _plain(config)
        for name in sorted(new.keys() - _FREE):
            if old.get(name) != new[name]:
                raise FolderError(
                    f"{self.path} was begun with another {name!r} "
                    f"({_differences(old.get(name), new[name])}): only "
                    f"{', '.join(sorted(_FREE))} may change when a run goes on"
                )
        self._note(config)
        return int(old["steps"])

    def _noted(self) -> Mapping[Any, Any]:
        """Return the settings that lie here, whoever's they are.

        Raises:
            DocumentError: The file is damaged.
        """
        return read_document(self._config).values

    def _note(self, config: TrainConfig) -> None:
        new = self._config.with_name(_new(_CONFIG))
        new.write_text(yaml.safe_dump(_plain(config), sort_keys=False), encoding="utf-8")
        new.replace(self._config)

    def write_checkpoint(
        self, steps: int, state: Mapping[str, Any], write_policy: Callable[[Path], None]
    ) -> None:
        """Write what the run needs to go on from here.

        Args:
            steps: Decisions so far.
            state: Tensors and plain data.
            write_policy: Writes the policy into the folder that it is given.
        """

        def fill(folder: Path) -> None:
            write_policy(folder / "policy")
            file = folder / _STATE
            try:
                torch.save(dict(state), file)
            except RuntimeError as error:  # so the library says that the disk is full
                raise FolderError(f"{file} cannot be written: is the disk full?") from error
            (folder / _DIGEST).write_text(_digest_of(file.read_bytes()), encoding="ascii")

        _put(self._checkpoints / f"{steps:012d}", fill)

    def write_policy(self, write_policy: Callable[[Path], None]) -> None:
        """Write the policy at the end; the argument as in ``write_checkpoint``."""
        _put(self.policy, write_policy)

    def newest(self) -> Path | None:
        """Return the folder of the newest checkpoint, None: there is none."""
        return max(self._checkpoints.glob("[0-9]*"), default=None)

    def read_state(self) -> dict[str, Any]:
        """Return the newest state.

        Raises:
            FolderError: There is none, or it is damaged.
        """
        folder = self.newest()
        if folder is None:
            raise FolderError(
                f"{self.path} has no checkpoint yet to go on from: leave out --resume and begin "
                "anew with overwrite=true"
            )
        file, digest = folder / _STATE, folder / _DIGEST
        state: Any = None
        try:
            data = file.read_bytes()
            # The library does not see numbers that were changed.
            whole = not digest.exists() or digest.read_bytes() == _digest_of(data).encode()
            if whole:
                state = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
        except Exception as error:  # what the library raises depends on where the file is cut
            raise _damaged(file) from error
        if not isinstance(state, dict) or "steps" not in state:
            raise _damaged(file)
        return state


def _damaged(file: Path) -> FolderError:
    return FolderError(
        f"{file} is cut or damaged: delete {file.parent} to go on from the checkpoint before it"
    )


def _digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _new(name: str) -> str:
    return f".{name}.new"


def _old(name: str) -> str:
    return f".{name}.old"


def _put(place: Path, fill: Callable[[Path], None]) -> None:
    """Fill a folder beside its place and then let it take the place."""
    new, old = place.with_name(_new(place.name)), place.with_name(_old(place.name))
    for rest in (new, old):  # of a run that was killed
        shutil.rmtree(rest, ignore_errors=True)
    new.mkdir(parents=True)
    fill(new)
    if place.exists():
        place.rename(old)
    new.rename(place)
    shutil.rmtree(old, ignore_errors=True)


def _with_added(old: Mapping[Any, Any], added: Mapping[str, Any]) -> dict[Any, Any]:
    """Return settings with those that were added since."""
    return {
        **old,
        **{
            name: _with_added(old[name], one) if isinstance(one, Mapping) else one
            for name, one in added.items()
            if name not in old or isinstance(one, Mapping)
        },
    }


def _plain(config: TrainConfig) -> dict[str, Any]:
    return config.model_dump(mode="json")


def _differences(old: Any, new: Any) -> str:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
        return ", ".join(f"{name}: {old.get(name)} then, {new.get(name)} now" for name in names)
    return f"{old} then, {new} now"
