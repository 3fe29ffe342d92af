"""Make a data set: ``python -m tablemates.agents.learn.dataset --config FILE``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    from tablemates.agents.commands import run
    from tablemates.agents.configs import SettingsParser
    from tablemates.agents.learn.config import DataConfig

    parser = SettingsParser(
        DataConfig,
        prog="dataset",
        description="Play games and store a teacher's answer to every decision. The same command "
        "continues after a stop.",
        recipe=Path("configs/data/value.yaml"),
    )
    config, _ = parser.parse_settings(argv)

    def work() -> None:
        # Imported late, so that --help is quick.
        from tablemates.agents.learn.dataset.making import make

        card = make(config)
        print(f"{config.out}: {card.decisions:,} decisions, digest {card.digest}")

    return run("dataset", work)


if __name__ == "__main__":
    sys.exit(main())
