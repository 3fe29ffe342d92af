"""Score agents: ``python evaluate.py --agents random runs/quick/policy --levels 1 2 3 4 5``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence, Set
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
    made.add_argument("--plan", type=Path, metavar="FILE", help=f"YAML file (default: {PLAN})")
    who = made.add_mutually_exclusive_group()
    who.add_argument(
        "--agents",
        nargs="+",
        metavar="AGENT",
        help="names, policy folders, module:factory, 'cmd:program', each playing all seats; a team "
        "such as planner+rules fills the seats in turn: the first agent has seats 0 and 2, the "
        "second 1 and 3",
    )
    who.add_argument(
        "--cross-play",
        nargs="+",
        metavar="AGENT",
        help="every two of these agents as a team, and each with itself",
    )
    made.add_argument(
        "--noise",
        type=float,
        metavar="P",
        help="partners that err: every seat but the first plays a random legal action so often, "
        "0 to 1; the first seat never does",
    )
    made.add_argument("--levels", nargs="+", type=int, metavar="N", help="1 to 5")
    made.add_argument("--players", nargs="+", type=int, metavar="N", help="1 to 4")
    count = made.add_mutually_exclusive_group()
    count.add_argument("--games", type=int, metavar="N", help="games a cell of the table")
    count.add_argument(
        "--tier",
        type=_tier,
        metavar="NAME",
        help="smoke, dev, board or claim: 50, 400, 2,000 or 10,000 games",
    )
    made.add_argument(
        "--purpose",
        choices=["eval", "tune"],
        help="whose seeds: eval (default) to publish, tune to choose among agents of your own",
    )
    made.add_argument("--seed", type=int, metavar="N", help="block of these seeds")
    made.add_argument("--edition", metavar="NAME", help="en or fr: whose levels 2 and 3")
    made.add_argument("--boss", metavar="NAME", help="where the level leaves it open")
    made.add_argument("--components", metavar="PATH", help="parts of your own")
    made.add_argument(
        "--answer-seconds",
        type=float,
        metavar="S",
        help="limit for an answer of a module:factory or a program",
    )
    made.add_argument("--workers", type=int, metavar="N", help="processes; 0: one a core")
    made.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="write rows, tables and replays there; stopped at any moment, the same command goes "
        "on after the games that lie there",
    )
    made.add_argument(
        "--anew", action="store_true", default=None, help="remove the games in that folder first"
    )
    made.add_argument(
        "--reuse",
        nargs="+",
        type=Path,
        metavar="FOLDER",
        help="take games over that other runs have played already: same agents, settings and "
        "seeds, such as when an agent or a level was added",
    )
    checks = made.add_argument_group("checking rows")
    checks.add_argument(
        "--verify",
        type=Path,
        metavar="FILE",
        help="play every game of a rows.jsonl again and name the first line that does not hold "
        "(exit code 1); --components names the parts",
    )
    checks.add_argument(
        "--ask-agents",
        action="store_true",
        default=None,
        help="ask the agents again for every decision",
    )
    checks.add_argument(
        "--sample", type=int, metavar="N", help="play only so many of the games again"
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
    given = {name: value for name, value in options.items() if value is not None}
    # Only now: whoever asks for help shall not wait for the engine.
    from tablemates.agents.commands import run

    _refuse_lonely(given)
    if "replay" in given:
        from tablemates.agents.evaluation.replays.command import LOOKING
        from tablemates.agents.evaluation.replays.command import start as look

        _refuse_others(given, "replay", LOOKING)
        file = given.pop("replay")
        return run("evaluate.py", lambda: look(file, **given))
    if "verify" in given:
        from tablemates.agents.evaluation.verify import start as check

        _refuse_others(given, "verify", {"verify", "ask_agents", "sample", "components"})
        file = given.pop("verify")
        return run("evaluate.py", lambda: check(file, **given))
    from tablemates.agents.evaluation import start

    plan = given.pop("plan", PLAN)
    anew, reuse = given.pop("anew", False), given.pop("reuse", ())
    if "cross_play" in given:
        given |= {"agents": given["cross_play"], "cross_play": True}
    if "tier" in given:
        given["games"] = given.pop("tier")
    return run("evaluate.py", lambda: start(plan, given, anew, reuse))


def _tier(name: str) -> str:
    if name.isdecimal():
        raise argparse.ArgumentTypeError(f"{name} is no tier: --games {name} plays so many")
    return name


#: Options that mean something beside another one alone.
_WITH: Final = {
    "export": "replay",
    "every": "replay",
    "ask_agents": "verify",
    "sample": "verify",
}


def _refuse_lonely(given: Mapping[str, object]) -> None:
    for name, other in _WITH.items():
        if name in given and other not in given:
            parser().error(f"{_option(name)} goes with {_option(other)}")


def _refuse_others(given: Mapping[str, object], name: str, known: Set[str]) -> None:
    if unfit := sorted(given.keys() - known):
        parser().error(f"{_option(unfit[0])} does not go with {_option(name)}")


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


if __name__ == "__main__":
    sys.exit(main())
