"""The command ``play.py``: Portal Dash in a browser, or with ``--text`` in the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PORT = 8642
#: Packages of the extra ``table``.
_EXTRA = ("starlette", "uvicorn", "websockets", "rich")
#: Options of the text table only, and of the page only.
_TEXT_ONLY = ("save", "load")
_PAGE_ONLY = ("host", "port", "token", "games", "replay")


@dataclass(slots=True)
class PlayOptions:
    """What the command line says, see ``parser``; None: not given."""

    text: bool = False
    level: int | None = None
    players: int | None = None
    seed: int | None = None
    edition: str | None = None
    boss: str | None = None
    real_table: bool = False
    setup: Path | None = None
    partners: list[str] = field(default_factory=list)
    seat: int | None = None
    adviser: str | None = None
    partners_decide: bool = False
    replay: Path | None = None
    components: Path | None = None
    no_browser: bool = False
    port: int | None = None
    host: str | None = None
    token: str | None = None
    games: Path | None = None
    save: Path | None = None
    load: Path | None = None

    def settings(self) -> dict[str, Any]:
        """Return the parameters of ``Settings`` that were given."""
        names = ("level", "players", "edition", "boss", "components")
        chance = {"chance": "explicit"} if self.real_table else {}
        given = {name: getattr(self, name) for name in names}
        return {name: value for name, value in given.items() if value is not None} | chance


def parser() -> argparse.ArgumentParser:
    """Return the command line of ``play.py``."""
    made = argparse.ArgumentParser(
        prog="play.py",
        description="Play Portal Dash: in a browser, or with --text in the terminal.",
    )
    made.add_argument("--text", action="store_true", help="play at the text table, in the terminal")
    new = made.add_argument_group("a new game", "in the browser: defaults of its form")
    new.add_argument("--level", type=int, help="1 to 5 (default: 1)")
    new.add_argument(
        "--players",
        type=int,
        help="1 to 4; unless --partners names the others, they are bots in the browser and "
        "people with --text",
    )
    new.add_argument("--seed", type=int, help="of the game (default: drawn)")
    new.add_argument("--edition", help="en or fr: the edition of levels 2 and 3 (default: en)")
    new.add_argument("--boss", help="wildfire or 'ancient hoglin', where the level leaves it open")
    new.add_argument(
        "--real-table",
        action="store_true",
        help="the box is on your table: you enter each roll, draw and revealed tile",
    )
    new.add_argument(
        "--setup",
        type=Path,
        metavar="FILE",
        help="the set-up of that table, as JSON; missing keys are drawn",
    )
    partners = made.add_argument_group("partners")
    partners.add_argument(
        "--partners",
        nargs="+",
        metavar="AGENT",
        help="agents in the other seats, clockwise from yours, or one for all of them: "
        "names, policy folders, module:factory, 'cmd:program'",
    )
    partners.add_argument("--seat", type=int, metavar="N", help="yours, from 0 (default: 0)")
    partners.add_argument(
        "--adviser",
        metavar="AGENT",
        help="agent that gives hints (default: planner-tuned)",
    )
    partners.add_argument(
        "--partners-decide",
        action="store_true",
        help="partners also take the team's decisions in their turns",
    )
    made.add_argument(
        "--replay",
        type=Path,
        metavar="FILE",
        help="show a saved game, or a line of evaluation rows: rows.jsonl:7; in the terminal, "
        "evaluate.py --replay does so",
    )
    made.add_argument(
        "--components", type=Path, metavar="PATH", help="file or folder with parts of your own"
    )
    page = made.add_argument_group("in the browser")
    page.add_argument("--no-browser", action="store_true", help="serve the page, open none")
    page.add_argument("--port", type=int, help=f"default: {PORT}; 0: any that is free")
    page.add_argument(
        "--host", help="default: 127.0.0.1, this machine only; any other needs a token"
    )
    page.add_argument("--token", help="token that visitors must know (default elsewhere: drawn)")
    page.add_argument(
        "--games", type=Path, metavar="FOLDER", help="where games are kept (default: your data)"
    )
    text = made.add_argument_group("in the terminal")
    text.add_argument("--save", type=Path, metavar="FILE", help="save the game there on leaving")
    text.add_argument("--load", type=Path, metavar="FILE", help="continue a saved game")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    try:
        return _play(argv)
    except ModuleNotFoundError as error:
        if error.name not in _EXTRA:
            raise
        install = "pip install 'tablemates[table]'"
        print(f"play: {error.name} is not installed: {install}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:  # before there is a table that would be closed
        print(file=sys.stderr)
        return 130


def _play(argv: Sequence[str] | None) -> int:
    made = parser()
    options = made.parse_args(argv, PlayOptions())
    for name in _PAGE_ONLY if options.text else _TEXT_ONLY:
        if getattr(options, name) is not None:
            made.error(f"--{name} goes {'without' if options.text else 'with'} --text")
    if options.setup is not None and not options.real_table:
        made.error("--setup goes with --real-table")
    if options.load is not None and (fixed := options.settings().keys() - {"components"}):
        made.error(f"{', '.join(sorted(fixed))}: the saved game says that itself")
    # Imported here: --help must not wait for the engine.
    if options.text:
        from tablemates.table.text_command import run
    else:
        from tablemates.table.server.command import run
    return run(options)
