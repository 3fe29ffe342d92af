"""A training run on a tracker beside TensorBoard: Weights & Biases, or none.

Addresses, keys and offline mode are the tracker's own settings (``WANDB_MODE=offline``).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, TypeAlias

from tablemates.agents.errors import LibraryError
from tablemates.agents.learn.settings import TrainConfig

#: Folder of what the tracker keeps, and the file in it with the name that it knows the run by.
FOLDER: Final = "wandb"
_RUN: Final = "run_id"
#: Takes numbers by tag, and the decisions learned from so far.
Track: TypeAlias = Callable[[Mapping[str, float], int], None]


@contextmanager
def tracked(config: TrainConfig) -> Iterator[Track]:
    """Give what notes numbers of a run for the block; a resumed run goes on under its name.

    Raises:
        LibraryError: The tracker refuses, for example for want of a key.
    """
    if config.tracker is None:
        yield lambda _log, _step: None
        return
    import wandb

    kept = config.run / FOLDER / _RUN
    kept.parent.mkdir(parents=True, exist_ok=True)
    if not kept.exists():
        kept.write_text(secrets.token_hex(4), encoding="utf-8")
    try:
        run = wandb.init(
            project="tablemates",
            name=config.run.name,
            id=kept.read_text(encoding="utf-8"),
            resume="allow",
            dir=str(config.run),
            config=config.model_dump(mode="json"),
        )
    except wandb.Error as error:
        raise LibraryError(
            f"tracker=wandb cannot begin: {error} (WANDB_MODE=offline keeps the run here)"
        ) from error
    # A resumed run goes back to its checkpoint, and the tracker's own steps only grow.
    run.define_metric("*", step_metric="decisions")
    with run:
        yield lambda log, steps: run.log({**log, "decisions": steps})
