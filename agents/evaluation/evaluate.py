"""The command ``evaluate.py``: score agents, verify rows, look at games."""

from __future__ import annotations

import importlib.util
import signal
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any, Final, Self

from pydantic import PrivateAttr, model_validator

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.running import failing_in_a_sentence, handled
from tablemates.agents.cli.settings_models import UserPath, narrowed, option_of
from tablemates.agents.errors import FolderError, LibraryError
from tablemates.agents.evaluation.plan import Plan, Positive

#: Settings of a plan that a benchmark has of its own.
_FIXED: Final = ("components", "cross_play", "match", "luck", "until", "ruleset", "max_turns")
#: Of the extra ``evaluation``: tables, statistics and report need them.
_LIBRARIES = ("scipy", "matplotlib", "jinja2", "rich", "tqdm")


class Evaluation(Plan):
    """The settings of ``evaluate.py``: a plan, and what else may be done."""

    _chosen: frozenset[str] = PrivateAttr(frozenset())

    overwrite: bool = False
    """Remove the games in --out first."""
    verify: UserPath | None = None
    """Play the games of a rows.jsonl again and name the first row that differs (exit code 1);
    --components names the parts."""
    benchmark: str | None = None
    """Let each of --agents play with strangers, in the cells of a benchmark such as teammates-v1,
    and report how near it comes to best responses; --game and --scenario choose among the cells."""
    strangers: UserPath | None = None
    """File with sealed strangers, which --benchmark takes in the place of the public ones."""
    responses: UserPath | None = None
    """Folder of best responses, made by python -m tablemates.agents.learn.responses, which
    --benchmark takes beside its own candidates."""
    sample: Positive | None = None
    """Play only so many of the games again, drawn at random."""
    replay: UserPath | None = None
    """Print a game: a replay, or rows.jsonl:7 for the seventh row; --agents names who explains
    decisions, --components the parts."""
    export: UserPath | None = None
    """Write the game of --replay as an HTML page."""

    @model_validator(mode="after")
    def _options_go_together(self) -> Self:
        for name, other in (
            ("export", "replay"),
            ("sample", "verify"),
            ("strangers", "benchmark"),
            ("responses", "benchmark"),
        ):
            if getattr(self, name) is not None and getattr(self, other) is None:
                raise ValueError(f"--{name} goes with --{other}")
        for name in _FIXED if self.benchmark is not None else ():
            if getattr(self, name) != type(self).model_fields[name].default:
                raise ValueError(
                    f"{option_of(name)} does not go with --benchmark, which says what is played"
                )
        return self

    @model_validator(mode="wrap")
    @classmethod
    def _note_the_scenario(cls, values: Any, handler: Callable[[Any], Self]) -> Self:
        """Keep which parameters were given: a plan adds those of the game's benchmark."""
        made = handler(values)
        given = values.get("scenario") if isinstance(values, dict) else None
        made._chosen = frozenset(given or ())
        return made


COMMAND: Final = Command(
    script="evaluate.py",
    settings=Evaluation,
    purpose="Play games with each agent on the same seeds and report how they went.",
    examples=[
        "--agents random planner --scenario level=1,2 players=2 --games 100",
        "--game {game} --agents rules value --luck --out runs/my_eval",
        "--agents value planner --games 10000 --ray auto --out runs/large",
        "--agents value runs/my_run/policy planner --cross-play",
        "--config configs/eval/{game}-v1.yaml --agents value --games smoke",
        "--benchmark teammates-v1 --agents rules --games 20 --out runs/teammates",
        "--verify runs/my_eval/rows.jsonl --sample 20",
        "--replay runs/my_eval/rows.jsonl:7 --export game.html",
    ],
    main="--agents",
    groups={
        "checking rows": ("verify", "sample"),
        "looking at a game": ("replay", "export"),
        "playing with strangers": ("benchmark", "strangers", "responses"),
    },
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
    elif asked.benchmark is not None:
        _meet_strangers(asked)
    else:
        _play(narrowed(Plan, asked), asked.overwrite)


def _meet_strangers(asked: Evaluation) -> None:
    """Play a benchmark with strangers."""
    _need_libraries()
    from rich.console import Console

    from tablemates.agents.evaluation.report.console import WIDTH
    from tablemates.agents.evaluation.teammates import Wanted, run

    assert asked.benchmark is not None
    given = asked.model_fields_set
    wanted = Wanted(
        entrants=asked.agents if "agents" in given else (),
        game=asked.game if "game" in given else None,
        games=asked.games if "games" in given else None,
        strangers=asked.strangers,
        responses=asked.responses,
        scenario={name: asked.scenario[name] for name in sorted(asked._chosen)},
        overwrite=asked.overwrite,
        more={
            name: getattr(asked, name)
            for name in ("purpose", "seed", "lanes", "workers", "ray", "out")
        },
    )
    console = Console()
    console = console if console.is_terminal else Console(width=WIDTH)
    with failing_in_a_sentence(), handled(signal.default_int_handler, signal.SIGTERM):
        run(asked.benchmark, wanted, console)


def _need_libraries() -> None:
    """Refuse to begin without the libraries of tables and figures: before hours of play."""
    missing = [name for name in _LIBRARIES if importlib.util.find_spec(name) is None]
    if missing:
        raise LibraryError(
            f"an evaluation needs {', '.join(missing)}: pip install 'tablemates[evaluation]'"
        )


def _play(plan: Plan, overwrite: bool) -> None:
    """Play a plan, print its tables and write its results."""
    _need_libraries()
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
