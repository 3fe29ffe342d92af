"""The command that trains best responses: a value network beside each stranger of a game.

``python -m tablemates.agents.learn.responses --out runs/responses`` trains one after the other by
the recipe ``configs/train/response.yaml``, each into a folder of its own. A stopped command goes on
where it was; ``evaluate.py --benchmark ... --responses`` takes them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.cli.settings_models import UserPath, read_config
from tablemates.agents.learn import train as training
from tablemates.agents.learn.settings import CONFIG, Positive, TrainConfig
from tablemates.agents.population import partners_of, response_folder


class ResponsesConfig(ScenarioConfig):
    """All settings of the command."""

    partners: tuple[str, ...] = ()
    """Partners to whom responses are trained; none: the public strangers of the game."""
    strangers: UserPath | None = None
    """File with sealed strangers, in the place of the public ones."""
    recipe: UserPath = Path("configs/train/response.yaml")
    """Settings of each training run."""
    total_timesteps: Positive | None = None
    """Decisions to learn from, for each partner; null: those of the recipe."""
    checkpoint_every: Positive | None = None
    """Decisions between two checkpoints; null: those of the recipe."""
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0
    """Seed of each training run."""
    out: UserPath = Path("runs/responses")
    """Folder of the networks, for each game and partner a training run."""


COMMAND: Final = Command(
    script="python -m tablemates.agents.learn.responses",
    settings=ResponsesConfig,
    purpose="Train a best response to each of some partners.",
    examples=[
        "--game {game} --out runs/responses",
        "--partners rules soft:value:0.1 --total-timesteps 1e6",
    ],
    main="--out",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, respond)


def respond(config: ResponsesConfig) -> None:
    """Train what is not trained yet, or not for so long.

    Raises:
        FolderError: A network in the folder was trained with other settings.
    """
    from tablemates.agents.learn.training_folder import RunFolder  # imports PyTorch

    partners = config.partners or partners_of(config.game, config.strangers)
    for partner in partners:
        run = response_folder(config.out, config.game, partner)
        resume = (run / CONFIG).exists()
        begun = resume and any(run.glob("checkpoints/*"))
        wanted = _config_for(config, partner, run, overwrite=resume and not begun)
        if (run / "policy").is_dir():
            if begun:
                RunFolder(run).check_same(wanted)
            before = read_config(TrainConfig, run / CONFIG) if begun else wanted
            if before.total_timesteps >= wanted.total_timesteps:
                print(f"{partner}: {run / 'policy'}")
                continue
        training.start(wanted, begun)


def _config_for(config: ResponsesConfig, partner: str, run: Path, overwrite: bool) -> TrainConfig:
    """Return the settings of the training beside a partner."""
    changes: dict[str, Any] = {
        "run": run,
        "overwrite": overwrite,
        "seed": config.seed,
        "environment.game": config.game,
        "environment.scenario": config.scenario,
        "environment.components": config.components,
        "environment.partners": (partner,),
    }
    for name in ("total_timesteps", "checkpoint_every"):
        if (value := getattr(config, name)) is not None:
            changes[name] = value
    return read_config(TrainConfig, config.recipe, changes)


if __name__ == "__main__":
    sys.exit(main())
