"""The command ``play.py``: board games in a browser, or with ``--text`` in the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tablemates.agents import commands
from tablemates.agents.configs import CommandParser
from tablemates.agents.scenarios import value_of
from tablemates.envs.core.settings import Settings
from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game
from tablemates.table.forms import meaning_of

PORT = 8642
#: Packages of the extra ``table``.
_EXTRA = ("starlette", "uvicorn", "websockets", "rich", "segno")
#: Options of the text table only, and of the page only.
_TEXT_ONLY = ("save", "load")
_PAGE_ONLY = ("host", "port", "token", "games", "replay")
#: Before the names of the game's own parameters among parsed arguments.
_OWN: Final = "game_"


@dataclass(slots=True, kw_only=True)
class PlayOptions:
    """What the command line says, see ``parser``; None: not given."""

    game: str = DEFAULT_GAME
    scenario: dict[str, Any] = field(default_factory=dict)
    text: bool = False
    seed: int | None = None
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

    @property
    def own_game(self) -> str | None:
        """The game if it is not registered."""
        return None if self.game in GAMES else self.game

    def settings(self) -> Settings:
        """Return the settings of a new game."""
        chance: Any = "explicit" if self.real_table else "sampled"
        kind = find_game(self.game).settings_type
        return kind.of_form(self.scenario, chance=chance, components=self.components)


def parser(game: str) -> CommandParser:
    """Return the command line of ``play.py``."""
    made = CommandParser(
        prog=commands.called("play.py"),
        stray="--game",
        description=f"Play {find_game(game).title}: in a browser, or with --text in the terminal.",
    )
    made.add_argument("--text", action="store_true", help="play at the text table, in the terminal")
    _add_game(made)
    new = made.add_argument_group("a new game", "in the browser: defaults of its form")
    kind = find_game(game).settings_type
    for one in kind.form():
        known = ", ".join("none" if value is None else str(value) for value in one.values)
        new.add_argument(
            f"--{one.name.replace('_', '-')}",
            dest=_OWN + one.name,
            type=value_of,
            default=argparse.SUPPRESS,
            metavar="VALUE",
            help=f"{meaning_of(kind, one.name)} Usual: {known}".replace("%", "%%"),
        )
    new.add_argument("--seed", type=int, help="of the game (default: drawn)")
    new.add_argument(
        "--real-table",
        action="store_true",
        help="the box is on your table: you enter each roll, draw and revealed tile",
    )
    new.add_argument(
        "--setup",
        type=Path,
        metavar="FILE",
        help="what lies on that table: a position as JSON; what it leaves open is drawn",
    )
    partners = made.add_argument_group("partners")
    partners.add_argument(
        "--partners",
        nargs="+",
        default=[],
        metavar="AGENT",
        help="agents in the other seats, clockwise from yours, or one for all of them: "
        "names, policy folders, module:factory, 'cmd:program'; without it, they are bots in the "
        "browser and people with --text",
    )
    partners.add_argument("--seat", type=int, metavar="N", help="yours, from 0 (default: 0)")
    partners.add_argument(
        "--adviser", metavar="AGENT", help="agent that gives hints (default: the game's)"
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
        f"{commands.called('evaluate.py')} --replay does so",
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


def _add_game(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--game",
        default=DEFAULT_GAME,
        metavar="GAME",
        help=f"{', '.join(GAMES)}, or module:class for one of your own (default: {DEFAULT_GAME})",
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    try:
        return commands.run(commands.called("play.py"), lambda: _play(argv))
    except ModuleNotFoundError as error:
        if error.name not in _EXTRA:
            raise
        install = "pip install 'tablemates[table]'"
        command = commands.called("play.py")
        print(f"{command}: {error.name} is not installed: {install}", file=sys.stderr)
        return 2


def _play(argv: Sequence[str] | None) -> None:
    first = argparse.ArgumentParser(add_help=False)
    _add_game(first)
    made = parser(first.parse_known_args(argv)[0].game)
    given = vars(made.parse_args(argv))
    names = [name for name in given if name.startswith(_OWN)]
    own = {name.removeprefix(_OWN): given.pop(name) for name in names}
    options = PlayOptions(**given, scenario=own)
    for name in _PAGE_ONLY if options.text else _TEXT_ONLY:
        if getattr(options, name) is not None:
            made.error(f"--{name} goes {'without' if options.text else 'with'} --text")
    if options.setup is not None and not options.real_table:
        made.error("--setup goes with --real-table")
    if options.load is not None and (own or options.real_table):
        fixed = [*own, *["real_table"] * options.real_table]
        made.error(f"{', '.join(sorted(fixed))}: the saved game says that itself")
    # Imported here: each needs packages of its own.
    if options.text:
        from tablemates.table.text_command import run
    else:
        from tablemates.table.server.command import run
    run(options)
