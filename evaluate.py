"""Score agents: ``python evaluate.py --agents random runs/quick/policy --levels 1 2 3 4 5``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

#: Where the defaults stand.
PLAN: Final = Path("configs/eval/base.yaml")


def parser() -> argparse.ArgumentParser:
    """Return the command line of ``evaluate.py``."""
    made = argparse.ArgumentParser(
        prog="evaluate.py",
        description="Play many games with each agent and print how they went.",
        epilog=f"Defaults stand in {PLAN}.",
    )
    made.add_argument("--plan", type=Path, default=PLAN, metavar="FILE", help="YAML file")
    made.add_argument(
        "--agents", nargs="+", metavar="AGENT", help="names, policy folders, module:factory"
    )
    made.add_argument("--levels", nargs="+", type=int, metavar="N", help="1 to 5")
    made.add_argument("--players", nargs="+", type=int, metavar="N", help="1 to 4")
    made.add_argument("--games", type=int, metavar="N", help="games a cell of the table")
    made.add_argument("--seed", type=int, metavar="N", help="block of evaluation seeds")
    made.add_argument("--edition", metavar="NAME", help="en or fr: whose levels 2 and 3")
    made.add_argument("--boss", metavar="NAME", help="where the level leaves it open")
    made.add_argument("--components", metavar="PATH", help="parts of your own")
    made.add_argument("--workers", type=int, metavar="N", help="processes; 0: one a core")
    made.add_argument(
        "--out", type=Path, metavar="FOLDER", help="write rows, table, plot and replays there"
    )
    replays = made.add_argument_group("looking at a game")
    replays.add_argument(
        "--replay",
        metavar="FILE",
        help="step through a game: a replay, or rows.jsonl:7 for the seventh row; --agents names "
        "who is asked for reasons (default: who played), --components the parts",
    )
    replays.add_argument(
        "--export", type=Path, metavar="FILE", help="write it as a film (.gif) or a page (.html)"
    )
    replays.add_argument(
        "--every", choices=["turn", "decision"], help="pictures of a film (default: turn)"
    )
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    options = vars(parser().parse_args(argv))
    plan = options.pop("plan")
    given = {name: value for name, value in options.items() if value is not None}
    # Only now: whoever asks for help shall not wait for the engine.
    from agents.commands import run

    for name in {"export", "every"} & given.keys() if "replay" not in given else ():
        parser().error(f"--{name} goes with --replay: name the game")
    if "replay" in given:
        from agents.evaluation.replays.command import LOOKING
        from agents.evaluation.replays.command import start as look

        if unfit := sorted(given.keys() - LOOKING):
            parser().error(f"--{unfit[0]} does not go with --replay")
        file = given.pop("replay")
        return run("evaluate.py", lambda: look(file, **given))
    from agents.evaluation import start

    return run("evaluate.py", lambda: start(plan, given))


if __name__ == "__main__":
    sys.exit(main())
