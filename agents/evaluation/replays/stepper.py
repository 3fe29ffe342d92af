"""``evaluate.py --replay FILE``: steps through a game in the terminal, or exports it as a page."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

from tablemates.agents.commands import whole_number
from tablemates.agents.evaluation.replays.page import page_of
from tablemates.agents.evaluation.replays.playback import Playback, read_game
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.agents.folders import write_whole
from tablemates.envs.core.errors import SettingsError

PROMPT = "replay> "
HELP = """\
  n [N]     on to the next decision, or N decisions on; an empty line does the same
  b [N]     back to the decision before, or N decisions back
  t N       to the first decision of turn N
  d N       to decision N
  s, e      to the start, to the end
  w         why: the agent's best candidates here, with their values
  l [N]     what has happened up to here, or the last N lines of it
  ?, h      this help
  q         quit"""


def start(
    file: str,
    *,
    agents: Sequence[str] = (),
    components: Any = None,
    export: Path | None = None,
    own: str | None = None,
) -> None:
    """Step through a game in the terminal, print all of it into a pipe, or export it as HTML."""
    if export is not None and export.suffix.lower() != ".html":
        raise SettingsError(f"--export {export}: name a file that ends in .html")
    if export is not None and not export.parent.is_dir():
        raise SettingsError(f"--export {export}: there is no folder {export.parent}")
    playback = Playback(read_game(file), file, components, own)
    reasons = Reasons.of(playback, agents)
    if export is not None:
        for sentence in reasons.missing:
            print(f"notice: no reasons, {sentence}", file=sys.stderr)
        page = page_of(playback, reasons)
        write_whole(export, page)
        print(f"{export}: {len(playback)} decisions, {len(page.encode()) / 1000:,.0f} KB")
        return
    console = Console(highlight=False, markup=False, emoji=False)
    stepper = Stepper(playback, reasons, sys.stdin, console)
    if sys.stdin.isatty() and console.is_terminal:
        stepper.run()
    else:
        stepper.print_all()


class Stepper:
    """Shows a game decision by decision."""

    def __init__(
        self, playback: Playback, reasons: Reasons, commands: TextIO, console: Console
    ) -> None:
        self._playback = playback
        self._reasons = reasons
        self._in = commands
        self._console = console

    def run(self) -> None:
        """Step until the user quits or the input ends."""
        self._print(self._heading(), "bold")
        self._print("Enter goes on, b back, w says why, ? shows all keys.", "dim")
        self._show()
        while True:
            self._console.print(PROMPT, end="")
            try:
                line = self._in.readline()
            except KeyboardInterrupt:
                line = ""
            if not line:
                self._print("")
                return
            key, _, rest = line.strip().partition(" ")
            if not self._run_command(key.lower() or "n", rest.strip()):
                return

    def print_all(self) -> None:
        """Print the whole game: a board at the start of each turn, every action in words."""
        playback = self._playback
        self._print(self._heading(), "bold")
        boards = set(playback.turn_stops())
        for stop in range(len(playback) + 1):
            playback.go(stop)
            self._show(stop in boards)

    # -- commands -------------------------------------------------------------------
    def _run_command(self, key: str, rest: str) -> bool:
        """Run a command; return whether to go on."""
        playback = self._playback
        if key in ("s", "e", "w", "?", "h", "q"):
            if rest:
                self._print(f"{key} takes nothing behind it.")
            elif key == "q":
                return False
            elif key == "w":
                self._why()
            elif key in ("?", "h"):
                self._print(HELP)
            else:
                self._go(0 if key == "s" else len(playback))
        elif key in ("n", "b", "t", "d"):
            most = playback.stops[-1].turn if key == "t" else len(playback)
            default = "1" * (key in "nb")
            if (number := self._number(key, rest or default, most)) is not None:
                steps = {"n": playback.at + number, "b": playback.at - number, "d": number}
                self._go(steps[key] if key in steps else playback.stop_of(number))
        elif key == "l":
            lines = [one for stop in playback.stops[: playback.at + 1] for one in stop.happened]
            if (number := self._number(key, rest or str(len(lines)), 10**6)) is not None:
                self._print_events(lines[-number:] if number else [])
        else:
            self._print(f"{key!r} is no key: n, b, t, d, s, e, w, l, q, or ? for help.")
        return True

    def _number(self, key: str, text: str, most: int) -> int | None:
        """Return the number behind a key, None after printing what is wrong with it."""
        if (number := whole_number(text)) is not None and number <= most:
            return number
        self._print(f"{key} takes a number from 0 to {most}, not {text!r}.")
        return None

    def _go(self, stop: int) -> None:
        before = self._playback.at
        self._playback.go(stop)
        if self._playback.at != before:
            self._show()
        elif before == len(self._playback):
            self._print("This is the end; b goes back, q quits.")
        else:
            self._print("This is the start." if before == 0 else "This is where you are.")

    def _why(self) -> None:
        reasons = self._reasons.here(self._playback)
        for rank, reason in enumerate(reasons, start=1):
            mark = " (played)" if reason.played else ""
            self._print(f"  {rank}. {reason.words}{mark}: {reason.value:.4g}, {reason.sentence}")
        if not reasons:
            self._print(f"  {self._reasons.silence(self._playback)}")

    # -- output -------------------------------------------------------------------
    def _heading(self) -> str:
        return f"{self._playback.source}: {', '.join(self._playback.facts())}"

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style))

    def _print_events(self, sentences: list[str]) -> None:
        for sentence in sentences:
            self._print(f"  {sentence}")

    def _show(self, board: bool = True) -> None:
        """Print what has happened, the board, the decision and the action."""
        playback, move, game = self._playback, self._playback.move, self._playback.game
        self._print_events(playback.happened)
        if board:
            picture = game.picture("ansi" if self._console.is_terminal else "text")
            self._console.out(f"\n{picture}\n", end="", highlight=False)
        place = f"Turn {playback.turn}, decision {playback.at} of {len(playback)}"
        the_end = ", the end" if move is None else ""
        self._print(f"{place}{the_end}. {playback.question}", "bold")
        if move is not None:
            self._print(f"  {playback.who_plays()}: {move.words}")
