"""The command ``play.py``: board games in a browser, or with ``--text`` in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Final

from tablemates.agents.cli.command_line import Command
from tablemates.table.session.options import PlayConfig

#: Packages of the extra ``table``.
_EXTRA: Final = ("starlette", "uvicorn", "websockets", "rich", "segno")


COMMAND: Final = Command(
    script="play.py",
    settings=PlayConfig,
    purpose="Play a board game: in a browser, or with --text in the terminal.",
    examples=[
        "",
        "--game {game} --scenario players=2 --partners rules",
        "--text --scenario level=1 players=2 --partners value --seed 7",
        "--real-table --game {game}",
        "--replay runs/my_eval/rows.jsonl:7",
        "--host 0.0.0.0 --no-browser --port 8642",
        "--game {game} --help",
    ],
    main="--game",
    groups={
        "a real table": ("real_table", "setup"),
        "partners": ("partners", "seat", "adviser", "partners_decide"),
        "in the browser": ("replay", "browser", "port", "host", "token", "folder"),
        "in the terminal": ("save", "load"),
    },
    renamed={"--games": "--folder"},
    fields=True,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    try:
        return COMMAND.run(argv, _play)
    except ModuleNotFoundError as error:
        if error.name not in _EXTRA:
            raise
        install = "pip install 'tablemates[table]'"
        print(f"{COMMAND.name}: {error.name} is not installed: {install}", file=sys.stderr)
        return 2


def _play(asked: PlayConfig) -> None:
    # Imported here: each needs packages of its own.
    run: Any
    if asked.text:
        from tablemates.table.terminal.open import run
    else:
        from tablemates.table.server.serve import run
    run(asked)
