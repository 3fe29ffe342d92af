"""Steps through a game in the terminal, or prints all of it where there is no terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text

from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.envs.core.numbers import whole_number
from tablemates.envs.portal_dash.naming import player_name
from tablemates.envs.portal_dash.render.text import table_picture

_TITLE: Final = "bold"
_FAINT: Final = "dim"
_BELOW: Final = 4  # lines below the board: what is decided, what was played, the prompt

PROMPT: Final = "replay> "
HELP: Final = """\
  n [N]     on to the next decision, or N decisions on; an empty line does the same
  b [N]     back to the decision before, or N decisions back
  t N       to the first decision of turn N
  d N       to decision N
  s, e      to the start, to the end
  w         why: what the agent thought of here, and of which worth
  l [N]     what has happened up to here, or the last N lines of it
  ?, h      this help
  q         quit"""


class Stepper:
    """Shows a game decision by decision.

    Args:
        playback: The game.
        reasons: Who answers ``w``.
        commands: Where lines are read.
        console: Where everything is shown.
    """

    def __init__(
        self, playback: Playback, reasons: Reasons, commands: TextIO, console: Console
    ) -> None:
        self._playback = playback
        self._reasons = reasons
        self._in = commands
        self._console = console
        self._open = True
        self._commands: dict[str, Callable[[str], None]] = {
            "n": self._next,
            "b": self._back,
            "t": self._to_turn,
            "d": self._to_decision,
            "s": self._to_start,
            "e": self._to_end,
            "w": self._why,
            "l": self._log,
            "?": self._help,
            "h": self._help,
            "q": self._quit,
        }

    def run(self) -> None:
        """Step until somebody leaves or the input ends."""
        self._say(heading(self._playback), _TITLE)
        self._say("Enter goes on, b back, w says why, ? shows all keys.", _FAINT)
        self._show()
        while self._open:
            self._console.print(PROMPT, end="")
            try:
                line = self._in.readline()
            except KeyboardInterrupt:
                line = ""
            if not line:
                self._say("")
                return
            word, _, rest = line.strip().partition(" ")
            command = self._commands.get(word.lower() or "n")
            if command is None:
                self._say(f"{word!r} is no key: n, b, t, d, s, e, w, l, q, or ? for help.")
            else:
                command(rest.strip())

    def print_all(self) -> None:
        """Print the whole game: a board at the beginning of each turn, every move in words."""
        playback = self._playback
        self._say(heading(playback), _TITLE)
        boards = set(playback.turn_stops())
        for stop in range(len(playback) + 1):
            playback.go(stop)
            self._tell(playback.happened)
            if stop in boards:
                self._board()
            self._decision()

    # -- output -------------------------------------------------------------------
    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style))

    def _tell(self, sentences: list[str]) -> None:
        for sentence in sentences:
            self._say(f"  {sentence}")

    def _show(self) -> None:
        self._tell(self._playback.happened)
        self._board()
        self._decision()

    def _board(self) -> None:
        game = self._playback.game
        legal = self._playback.legal()
        picture = table_picture(
            game.public, game.strings.names, self._console, legal=legal, below=_BELOW
        )
        self._console.out(f"\n{picture}", end="", highlight=False)

    def _decision(self) -> None:
        playback, move = self._playback, self._playback.move
        place = f"Turn {playback.turn}, decision {playback.at} of {len(playback)}"
        if move is None:
            self._say(f"{place}, the end. {playback.question}", _TITLE)
            return
        self._say(f"{place}. {playback.question}", _TITLE)
        self._say(f"  {who_played(playback)}: {move.words}")

    # -- commands -------------------------------------------------------------------
    def _number(self, rest: str, what: str, most: int, default: int | None = None) -> int | None:
        """Return the number behind a key, None after saying what is wrong with it."""
        if not rest and default is not None:
            return default
        if (number := whole_number(rest)) is not None and number <= most:
            return number
        self._say(f"{what} takes a number from 0 to {most}, not {rest!r}.")
        return None

    def _alone(self, rest: str, key: str) -> bool:
        if rest:
            self._say(f"{key} takes nothing behind it.")
        return not rest

    def _go(self, stop: int) -> None:
        before = self._playback.at
        self._playback.go(stop)
        if self._playback.at == before:
            self._say(
                "This is the end; b goes back, q quits."
                if before == len(self._playback)
                else "This is the start."
                if before == 0
                else "This is where you are."
            )
        else:
            self._show()

    def _next(self, rest: str) -> None:
        if (count := self._number(rest, "n", len(self._playback), 1)) is not None:
            self._go(self._playback.at + count)

    def _back(self, rest: str) -> None:
        if (count := self._number(rest, "b", len(self._playback), 1)) is not None:
            self._go(self._playback.at - count)

    def _to_turn(self, rest: str) -> None:
        if (turn := self._number(rest, "t", self._playback.turns)) is not None:
            self._go(self._playback.stop_of(turn))

    def _to_decision(self, rest: str) -> None:
        if (stop := self._number(rest, "d", len(self._playback))) is not None:
            self._go(stop)

    def _to_start(self, rest: str) -> None:
        if self._alone(rest, "s"):
            self._go(0)

    def _to_end(self, rest: str) -> None:
        if self._alone(rest, "e"):
            self._go(len(self._playback))

    def _why(self, rest: str) -> None:
        if not self._alone(rest, "w"):
            return
        reasons = self._reasons.here(self._playback)
        for rank, reason in enumerate(reasons, start=1):
            mark = " (played)" if reason.played else ""
            self._say(f"  {rank}. {reason.words}{mark}: {reason.value:.4g}, {reason.sentence}")
        if not reasons:
            self._say(f"  {self._reasons.silence(self._playback)}")

    def _log(self, rest: str) -> None:
        playback = self._playback
        lines = [one for n in range(playback.at + 1) for one in playback.happened_before(n)]
        if (count := self._number(rest, "l", 10**6, len(lines))) is not None:
            self._tell(lines[-count:] if count else [])

    def _help(self, rest: str) -> None:
        if self._alone(rest, "?"):
            self._say(HELP)

    def _quit(self, rest: str) -> None:
        self._open = not self._alone(rest, "q")


def heading(playback: Playback) -> str:
    """Return what game it is and who played, a line."""
    return f"{playback.recording.source}: {', '.join(facts_of(playback))}"


def facts_of(playback: Playback) -> list[str]:
    """Return what game it is, who played and how it went, a few words each."""
    p, recording = playback.game.public, playback.recording
    seats, seed = playback.game.seats, recording.replay.seed
    facts = [
        f"level {p.level}" if p.level else "a custom level",
        f"{seats} player{'s' if seats > 1 else ''}",
        "from a position" if seed is None else f"seed {seed}",
        f"{playback.outcome} after {playback.turns} turns and {len(playback)} decisions",
    ]
    if recording.agents:
        facts.insert(2, f"played by {' + '.join(dict.fromkeys(recording.agents))}")
    return facts


def who_played(playback: Playback) -> str:
    """Return who decides at the present stop: ``Blue (planner) plays`` or such."""
    move, agents = playback.move, playback.recording.agents
    if move is None or move.seat < 0:
        return "It falls"
    agent = f" ({agents[move.seat]})" if len(agents) > move.seat else ""
    return f"{player_name(move.seat)}{agent} plays"
