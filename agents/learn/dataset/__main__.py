"""Make a data set: ``python -m tablemates.agents.learn.dataset --config FILE [key=value ...]``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tablemates.agents.learn.dataset",
        description="Play games and note what a teacher would do in each decision. The same "
        "command goes on with what lies in the folder.",
        epilog="The settings and their defaults stand in configs/data/base.yaml.",
    )
    parser.add_argument("--config", type=Path, required=True, metavar="FILE", help="YAML file")
    parser.add_argument(
        "words", nargs="*", metavar="key=value", help="settings that go over those of the file"
    )
    options = parser.parse_intermixed_args(argv)
    # Only now: whoever asks for help shall not wait for the engine.
    from tablemates.agents.commands import run
    from tablemates.agents.configs import read_config
    from tablemates.agents.learn.dataset.config import DataConfig
    from tablemates.agents.learn.dataset.making import make

    def work() -> None:
        card = make(read_config(DataConfig, options.config, options.words))
        print(
            f"{card.config['out']}: {card.decisions:,} decisions of {card.games:,} games, "
            f"{card.win_rate:.1%} won, digest {card.digest}"
        )

    return run("dataset", work)


if __name__ == "__main__":
    sys.exit(main())
