"""Play Portal Dash: ``python play.py --text --level 1 --players 2``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def parser() -> argparse.ArgumentParser:
    """Return the command line of ``play.py``."""
    made = argparse.ArgumentParser(prog="play.py", description="Play Portal Dash.")
    made.add_argument(
        "--text", action="store_true", required=True, help="play at the text table, in the terminal"
    )
    new = made.add_argument_group("a new game")
    new.add_argument("--level", type=int, help="1 to 5")
    new.add_argument("--players", type=int, help="1 to 4; all of them people, or see --partners")
    new.add_argument("--seed", type=int, help="names the game; left out, one is drawn")
    new.add_argument("--edition", help="en or fr: whose reading of levels 2 and 3")
    new.add_argument("--boss", help="wildfire or 'ancient hoglin', where the level leaves it open")
    partners = made.add_argument_group("partners")
    partners.add_argument(
        "--partners",
        nargs="+",
        metavar="AGENT",
        help="who plays the other seats, clockwise from yours, or one for all of them: "
        "names, policy folders, module:factory, 'cmd:program'",
    )
    partners.add_argument("--seat", type=int, metavar="N", help="yours, from 0 (default: 0)")
    partners.add_argument(
        "--adviser", metavar="AGENT", help="who answers when you type ? (default: planner)"
    )
    partners.add_argument(
        "--partners-decide",
        action="store_true",
        help="in their turns partners also take the decisions that are the team's in spirit",
    )
    made.add_argument("--components", type=Path, metavar="PATH", help="parts of your own")
    made.add_argument("--save", type=Path, metavar="FILE", help="save the game there on leaving")
    made.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    options = vars(parser().parse_args(argv))
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    given.pop("text")
    partners = {
        "names": given.pop("partners", []),
        "seat": given.pop("seat", None),
        "take_shared": given.pop("partners_decide"),
        **({"adviser": given.pop("adviser")} if "adviser" in given else {}),
    }
    load, save, seed = (given.pop(name, None) for name in ("load", "save", "seed"))
    fixed = sorted(given.keys() - {"components"})
    if load is not None and (fixed or seed is not None):
        named = ", ".join(f"--{name}" for name in (*fixed, *(["seed"] if seed is not None else [])))
        parser().error(f"{named}: the saved game says that itself, leave it out with --load")
    # Only now: whoever asks for help shall not wait for the engine.
    from table.text import run

    return run(given, partners, seed=seed, save=save, load=load)


if __name__ == "__main__":
    sys.exit(main())
