"""Play Portal Dash: ``python play.py`` opens the table in a browser, ``--text`` in the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

#: Where the page is, unless somebody says otherwise.
PORT = 8642
#: Options of one of the two tables alone.
_TEXT_ONLY = ("save", "load")
_PAGE_ONLY = ("host", "port", "token", "games")


def parser() -> argparse.ArgumentParser:
    """Return the command line of ``play.py``."""
    made = argparse.ArgumentParser(
        prog="play.py",
        description="Play Portal Dash: in a browser, or with --text in the terminal.",
    )
    made.add_argument("--text", action="store_true", help="play at the text table, in the terminal")
    new = made.add_argument_group("a new game", "in the browser: what its form is filled in with")
    new.add_argument("--level", type=int, help="1 to 5")
    new.add_argument(
        "--players",
        type=int,
        help="1 to 4; unless --partners names the others, they are bots in the browser and "
        "people with --text",
    )
    new.add_argument("--seed", type=int, help="names the game; left out, one is drawn")
    new.add_argument("--edition", help="en or fr: whose reading of levels 2 and 3")
    new.add_argument("--boss", help="wildfire or 'ancient hoglin', where the level leaves it open")
    new.add_argument(
        "--real-table",
        action="store_true",
        help="the box is on your table: you say what each die, draw and revealed tile is",
    )
    new.add_argument(
        "--setup",
        type=Path,
        metavar="FILE",
        help="what lies on that table, as JSON; what it leaves out is drawn",
    )
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
        "--adviser",
        metavar="AGENT",
        help="who answers when you ask for a hint (default: planner-tuned)",
    )
    partners.add_argument(
        "--partners-decide",
        action="store_true",
        help="in their turns partners also take the decisions that are the team's in spirit",
    )
    made.add_argument(
        "--replay",
        type=Path,
        metavar="FILE",
        help="look at a saved game, or at a line of evaluation rows: rows.jsonl:7",
    )
    made.add_argument("--components", type=Path, metavar="PATH", help="parts of your own")
    page = made.add_argument_group("in the browser")
    page.add_argument("--no-browser", action="store_true", help="serve the page, open none")
    page.add_argument("--port", type=int, help=f"default: {PORT}; 0: any that is free")
    page.add_argument(
        "--host", help="default: 127.0.0.1, this machine alone; any other demands a token"
    )
    page.add_argument("--token", help="what visitors must know (default elsewhere: drawn)")
    page.add_argument(
        "--games", type=Path, metavar="FOLDER", help="where games are kept (default: your data)"
    )
    text = made.add_argument_group("in the terminal")
    text.add_argument("--save", type=Path, metavar="FILE", help="save the game there on leaving")
    text.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    try:
        return _play(argv)
    except KeyboardInterrupt:  # before there is a table that would be closed
        print(file=sys.stderr)
        return 130


def _play(argv: Sequence[str] | None) -> int:
    made = parser()
    options = vars(made.parse_args(argv))
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    text = given.pop("text")
    for name in _PAGE_ONLY if text else _TEXT_ONLY:
        if name in given:
            made.error(f"--{name} goes {'without' if text else 'with'} --text")
    if given.pop("real_table"):
        given["chance"] = "explicit"
    elif "setup" in given:
        made.error("--setup goes with --real-table")
    partners = {
        "names": given.pop("partners", []),
        "seat": given.pop("seat", None),
        "take_shared": given.pop("partners_decide"),
        **({"adviser": given.pop("adviser")} if "adviser" in given else {}),
    }
    browser = not given.pop("no_browser")
    return _at_text_table(made, given, partners) if text else _on_page(given, partners, browser)


def _at_text_table(
    made: argparse.ArgumentParser, given: dict[str, Any], partners: dict[str, Any]
) -> int:
    replay, load, save, setup = (
        given.pop(name, None) for name in ("replay", "load", "save", "setup")
    )
    saved = "replay" if replay is not None else "load" if load is not None else None
    fixed = sorted(given.keys() - {"components"}, key=lambda name: (name == "seed", name))
    seed = given.pop("seed", None)
    if saved is not None and fixed:
        options = {"chance": "real-table"}
        named = ", ".join(f"--{options.get(name, name)}" for name in fixed)
        made.error(f"{named}: the saved game says that itself, leave it out with --{saved}")
    # Only now: whoever asks for help shall not wait for the engine.
    if replay is not None:
        playing = {"load": load, "save": save, "partners": partners["names"] or None}
        for name, value in playing.items():
            if value is not None:
                made.error(f"--{name}: --replay looks at a game, nobody plays")
        from tablemates.table.text_command import look

        adviser = {name: partners[name] for name in partners.keys() & {"adviser"}}
        return look(replay, given.get("components"), **adviser)
    from tablemates.table.text_command import run

    return run(given, partners, seed=seed, save=save, load=load, setup=setup)


def _on_page(given: dict[str, Any], partners: dict[str, Any], browser: bool) -> int:
    from tablemates.table.server.command import run
    from tablemates.table.server.guard import Address

    address = Address(
        given.pop("host", "127.0.0.1"), given.pop("port", PORT), given.pop("token", None)
    )
    files = {name: given.pop(name, None) for name in ("games", "replay", "setup")}
    return run(given, partners, address=address, browser=browser, **files)


if __name__ == "__main__":
    sys.exit(main())
