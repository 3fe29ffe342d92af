"""Sealed strangers: drawn from a secret, with a digest that can be published before.

``python -m tablemates.agents.evaluation.studies.strangers --secret my.secret --out sealed.yaml``
makes a secret if the file is not there. Whoever gets it later makes the same set and compares.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Final

import yaml
from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel, UserPath
from tablemates.agents.errors import FolderError
from tablemates.agents.output.folders import write_whole
from tablemates.agents.outside.secret import new_secret
from tablemates.agents.population import document_of, games_with_strangers, sealed_set


class StrangersConfig(SettingsModel):
    """All settings of the command."""

    game: str | None = None
    """Game whose strangers are drawn; null: all that declare some."""
    count: Annotated[int, Field(ge=1, le=100)] = 4
    """Strangers of each game."""
    secret: UserPath | None = None
    """File with the secret in hexadecimal digits; it is made where it is not there. Keep it."""
    out: UserPath | None = None
    """File for the partners; without it their digests alone are printed."""


COMMAND: Final = Command(
    script="python -m tablemates.agents.evaluation.studies.strangers",
    settings=StrangersConfig,
    purpose="Draw sealed strangers from a secret and print their digests.",
    examples=["--secret my.secret --count 4 --out sealed.yaml"],
    main="--secret",
    renamed={"--games": "--game"},
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, draw)


def draw(config: StrangersConfig) -> None:
    """Draw the sets, print their digests, and write them."""
    if config.secret is None:
        raise FolderError("--secret names the file of the secret; one that is not there is made")
    file = config.secret
    if not file.exists():
        write_whole(file, f"{new_secret().hex()}\n", mode=0o600)
    try:
        secret = bytes.fromhex(file.read_text(encoding="ascii"))
    except ValueError as error:
        raise FolderError(f"{file} holds no hexadecimal digits ({error})") from error
    if not 16 <= len(secret) <= 64:
        raise FolderError(f"{file}: a secret has 16 to 64 bytes, this one {len(secret)}")
    games = games_with_strangers() if config.game is None else (config.game,)
    sets = [sealed_set(game, secret, config.count) for game in games]
    for one in sets:
        print(f"{one.game}: {len(one.partners)} strangers, digest {one.digest}")
    if config.out is not None:
        text = yaml.safe_dump(dict(document_of(sets)), sort_keys=False)
        write_whole(config.out, text, mode=0o600)
        print(f"strangers: {config.out}")


if __name__ == "__main__":
    sys.exit(main())
