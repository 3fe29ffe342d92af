"""The command ``train.py``."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    from tablemates.agents.commands import run
    from tablemates.agents.configs import SettingsParser
    from tablemates.agents.learn import start
    from tablemates.agents.learn.config import DEFAULT_RECIPE, TrainConfig

    parser = SettingsParser(
        TrainConfig,
        prog="train.py",
        description="Train a policy and write it into its run folder.",
        recipe=DEFAULT_RECIPE,
    )
    parser.add_argument(
        "--resume", action="store_true", help="continue the run in the run folder (default: False)"
    )
    config, options = parser.parse_settings(argv)
    return run("train.py", lambda: start(config, options.resume))
