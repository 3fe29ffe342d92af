"""The command ``evaluate.py``: score agents, verify rows, look at games."""

from __future__ import annotations

import importlib.util
import signal
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Final, Self

from pydantic import model_validator

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.running import failing_in_a_sentence, handled
from tablemates.agents.cli.settings_models import UserPath, narrowed
from tablemates.agents.errors import FolderError, LibraryError
from tablemates.agents.evaluation.plan import Plan, Positive

#: Of the extra ``evaluation``: tables, statistics and report need them.
_LIBRARIES = ("scipy", "matplotlib", "jinja2", "rich", "tqdm")


class Evaluation(Plan):
    """The settings of ``evaluate.py``: a plan, and what else may be done."""

    overwrite: bool = False
    """Remove the games in --out first."""
    verify: UserPath | None = None
    """Play the games of a rows.jsonl again and name the first row that differs (exit code 1);
    --components names the parts."""
    sample: Positive | None = None
    """Play only so many of the games again, drawn at random."""
    replay: UserPath | None = None
    """Print a game: a replay, or rows.jsonl:7 for the seventh row; --agents names who explains
    decisions, --components the parts."""
    export: UserPath | None = None
    """Write the game of --replay as an HTML page."""

    @model_validator(mode="after")
    def _options_go_together(self) -> Self:
        for name, other in (("export", "replay"), ("sample", "verify")):
            if getattr(self, name) is not None and getattr(self, other) is None:
                raise ValueError(f"--{name} goes with --{other}")
        return self


COMMAND: Final = Command(
    script="evaluate.py",
    settings=Evaluation,
    purpose="Play games with each agent on the same seeds and report how they went.",
    examples=[
        "--agents random planner --scenario level=1,2 players=2 --games 100",
        "--game {game} --agents rules value --luck --out runs/my_eval",
        "--agents value runs/my_run/policy planner --cross-play",
        "--config configs/eval/{game}-v1.yaml --agents value --games smoke",
        "--verify runs/my_eval/rows.jsonl --sample 20",
        "--replay runs/my_eval/rows.jsonl:7 --export game.html",
    ],
    main="--agents",
    groups={"checking rows": ("verify", "sample"), "looking at a game": ("replay", "export")},
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, evaluate)


def evaluate(asked: Evaluation) -> None:
    """Play a plan, or verify rows, or show a game."""
    if asked.replay is not None:
        from tablemates.agents.evaluation.replays.show import show

        agents = asked.agents if "agents" in asked.model_fields_set else ()
        show(
            str(asked.replay),
            agents=agents,
            components=asked.components,
            export=asked.export,
            own=asked.game,
        )
    elif asked.verify is not None:
        from tablemates.agents.evaluation.verify import verify

        print(*verify(asked.verify, asked.components, asked.sample, asked.game), sep="\n")
    else:
        _play(narrowed(Plan, asked), asked.overwrite)


def _play(plan: Plan, overwrite: bool) -> None:
    """Play a plan, print its tables and write its results."""
    missing = [name for name in _LIBRARIES if importlib.util.find_spec(name) is None]
    if missing:  # before hours of play
        raise LibraryError(
            f"an evaluation needs {', '.join(missing)}: pip install 'tablemates[evaluation]'"
        )
    from rich.console import Console

    from tablemates.agents.evaluation.report.console import WIDTH, print_results
    from tablemates.agents.evaluation.report.contents import Results
    from tablemates.agents.evaluation.report.files import write_results
    from tablemates.agents.evaluation.runner import play
    from tablemates.agents.output.folders import locked

    if overwrite and plan.out is None:
        raise FolderError("--overwrite is for a folder of results: name it with --out")
    folder = nullcontext() if plan.out is None else locked(plan.out)
    stoppable = handled(signal.default_int_handler, signal.SIGTERM)
    with failing_in_a_sentence(), stoppable, folder:
        results = Results(plan, play(plan, overwrite))
        console = Console()
        console = console if console.is_terminal else Console(width=WIDTH)
        print_results(results, console)
        if plan.out is not None:
            for sentence in write_results(results, plan.out):
                print(sentence)
