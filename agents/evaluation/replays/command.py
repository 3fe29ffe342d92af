"""``evaluate.py --replay FILE``: steps through a game, or writes it as a film or a page."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TextIO

from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.agents.evaluation.replays.recording import read_recording
from tablemates.agents.evaluation.replays.stepper import Stepper
from tablemates.agents.progress import progress
from tablemates.envs.core.errors import FormatError, SettingsError
from tablemates.envs.portal_dash.render.text import terminal

#: The options of ``evaluate.py`` that go with ``--replay``.
LOOKING: Final = frozenset({"replay", "agents", "components", "export", "every"})
_FILM: Final = ".gif"
_PAGE: Final = ".html"


def start(
    file: str,
    *,
    agents: Sequence[str] = (),
    components: str | None = None,
    export: Path | None = None,
    every: str = "turn",
) -> None:
    """Show a game in the terminal, or export it.

    Args:
        file: A replay, or a line of a file of rows, as ``read_recording`` takes it.
        agents: Who is asked for reasons; empty: who played.
        components: The parts that it was played with; None: the standard set.
        export: A file that ends in ``.gif`` or ``.html``; None: the terminal.
        every: Of what a film has a picture: ``turn`` or ``decision``.

    Raises:
        GameError, ComponentsError: The file, the parts, an agent or the export does not do.
    """
    if export is not None and export.suffix.lower() not in (_FILM, _PAGE):
        raise SettingsError(f"--export {export}: its name ends neither in {_FILM} nor in {_PAGE}")
    if export is not None and not export.parent.is_dir():
        raise SettingsError(f"--export {export}: there is no folder {export.parent}")
    try:
        playback = Playback(read_recording(file), components)
        if export is None:
            show(playback, Reasons.of(playback, agents))
        elif export.suffix.lower() == _FILM:
            from tablemates.agents.evaluation.replays.film import write_film

            print(write_film(playback, export, every))
        else:
            from tablemates.agents.evaluation.replays.page import write_page

            reasons = Reasons.of(playback, agents)
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
    """Step through a game in a terminal; anywhere else print all of it.

    Args:
        playback: The game.
        reasons: Who says why.
        commands: Where lines are read; None: standard input.
        out: Where everything is shown; None: standard output.
    """
    commands, console = commands or sys.stdin, terminal(out or sys.stdout)
    stepper = Stepper(playback, reasons, commands, console)
    if commands.isatty() and console.is_terminal:
        stepper.run()
    else:
        stepper.print_all()
