"""``evaluate.py --replay FILE``: steps through a game in the terminal, or exports it as a page."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from tablemates.agents.evaluation.replays.page import write_page
from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.agents.evaluation.replays.recording import read_recording
from tablemates.agents.evaluation.replays.stepper import Stepper
from tablemates.agents.progress import progress
from tablemates.envs.core.errors import FormatError, SettingsError
from tablemates.envs.portal_dash.render.text import terminal


def start(
    file: str,
    *,
    agents: Sequence[str] = (),
    components: str | None = None,
    export: Path | None = None,
) -> None:
    """Show a game in the terminal, or export it.

    Args:
        file: A replay, or a line of a file of rows, as ``read_recording`` takes it.
        agents: Who explains decisions; empty: who played.
        components: The parts that it was played with; None: the standard set.
        export: A file that ends in ``.html``; None: the terminal.

    Raises:
        GameError, ComponentsError: The file, the parts, an agent or the export is not valid.
    """
    if export is not None and export.suffix.lower() != ".html":
        raise SettingsError(f"--export {export}: name a file that ends in .html")
    if export is not None and not export.parent.is_dir():
        raise SettingsError(f"--export {export}: there is no folder {export.parent}")
    try:
        playback = Playback(read_recording(file), components)
        reasons = Reasons.of(playback, agents)
        if export is None:
            show(playback, reasons)
            return
        for sentence in reasons.missing:
            print(f"notice: no reasons, {sentence}", file=sys.stderr)
        with progress("writing", "decisions", len(playback)) as report:
            sentence = write_page(playback, reasons, export, report)
        print(sentence)
    except OSError as error:
        raise FormatError(f"{error.filename or file}: {error.strerror}") from error


def show(
    playback: Playback,
    reasons: Reasons,
    commands: TextIO | None = None,
    out: TextIO | None = None,
) -> None:
    """Step through a game in a terminal; print all of it anywhere else.

    Args:
        playback: The game.
        reasons: Explains decisions.
        commands: Where lines are read; None: standard input.
        out: Where everything is shown; None: standard output.
    """
    commands, console = commands or sys.stdin, terminal(out or sys.stdout)
    stepper = Stepper(playback, reasons, commands, console)
    if commands.isatty() and console.is_terminal:
        stepper.run()
    else:
        stepper.print_all()
