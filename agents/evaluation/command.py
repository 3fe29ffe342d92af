"""The command ``evaluate.py``: score agents, verify rows, look at games."""

from __future__ import annotations

import argparse
import importlib.util
import signal
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from tablemates.agents.commands import called, failing_in_a_sentence, handled, run
from tablemates.agents.configs import SettingsParser
from tablemates.agents.errors import FolderError, LibraryError
from tablemates.agents.evaluation.plan import Plan

#: Of the extra ``evaluation``: tables, statistics and report need them.
_LIBRARIES = ("scipy", "matplotlib", "jinja2", "rich", "tqdm")
#: Options that have a meaning only next to another one.
_GOES_WITH = {"export": "replay", "sample": "verify"}


def parser() -> SettingsParser[Plan]:
    """Return the command line of ``evaluate.py``."""
    made = SettingsParser(
        Plan,
        prog=called("evaluate.py"),
        description="Play games with each agent on the same seeds and report how they went.",
        stray="--agents",
    )
    made.add_argument("--overwrite", action="store_true", help="remove the games in --out first")
    checks = made.add_argument_group("checking rows")
    checks.add_argument(
        "--verify",
        type=Path,
        metavar="FILE",
        help="play the games of a rows.jsonl again and name the first row that differs (exit "
        "code 1); --components names the parts",
    )
    checks.add_argument(
        "--sample", type=int, metavar="N", help="play only N of the games again, drawn at random"
    )
    replays = made.add_argument_group("looking at a game")
    replays.add_argument(
        "--replay",
        metavar="FILE",
        help="print a game: a replay, or rows.jsonl:7 for the seventh row; --agents names who "
        "explains decisions, --components the parts",
    )
    replays.add_argument("--export", type=Path, metavar="FILE", help="write it as an HTML page")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    command = parser()
    plan, options = command.parse_settings(argv)
    for name, other in _GOES_WITH.items():
        if getattr(options, name) is not None and getattr(options, other) is None:
            command.error(f"--{name} goes with --{other}")
    if options.replay is not None:
        from tablemates.agents.evaluation.replays.command import show

        agents = plan.agents if "agents" in plan.model_fields_set else ()
        return run(
            command.prog,
            lambda: show(
                options.replay,
                agents=agents,
                components=plan.components,
                export=options.export,
                own=plan.game,
            ),
        )
    if options.verify is not None:
        from tablemates.agents.evaluation.verify import verify

        return run(
            command.prog,
            lambda: print(
                *verify(options.verify, plan.components, options.sample, plan.game), sep="\n"
            ),
        )
    return run(command.prog, lambda: _evaluate(plan, options))


def _evaluate(plan: Plan, options: argparse.Namespace) -> None:
    """Play a plan, print its tables and write its results."""
    missing = [name for name in _LIBRARIES if importlib.util.find_spec(name) is None]
    if missing:  # before hours of play
        raise LibraryError(
            f"an evaluation needs {', '.join(missing)}: pip install 'tablemates[evaluation]'"
        )
    from rich.console import Console

    from tablemates.agents.evaluation.report.console import WIDTH, print_results
    from tablemates.agents.evaluation.report.files import write_results
    from tablemates.agents.evaluation.report.results import Results
    from tablemates.agents.evaluation.runner import play
    from tablemates.agents.folders import locked

    if options.overwrite and plan.out is None:
        raise FolderError("--overwrite is for a folder of results: name it with --out")
    folder = nullcontext() if plan.out is None else locked(plan.out)
    stoppable = handled(signal.default_int_handler, signal.SIGTERM)
    with failing_in_a_sentence(), stoppable, folder:
        results = Results(plan, play(plan, options.overwrite))
        console = Console()
        console = console if console.is_terminal else Console(width=WIDTH)
        print_results(results, console)
        if plan.out is not None:
            for sentence in write_results(results, plan.out):
                print(sentence)
