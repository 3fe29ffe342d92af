"""The text table: people play in a terminal, or a script plays through standard input.

Every decision lists its choices with numbers; an input line is a number, a choice's short name
(``step north``) or a one-letter command.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Callable, Sequence
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text

from tablemates.agents.cli.running import whole_number
from tablemates.envs.core.engine.codes import CHANCE
from tablemates.table.session.game import Choice, TableGame, choices_of
from tablemates.table.session.lookahead import Consequences, Lookahead, Sandbox, chances_of_outcomes
from tablemates.table.terminal.partners import Partners

#: Where ``s`` saves when no file has been named.
SAVE_FILE: Final = Path("game.json")
_RECENT: Final = 12  # sentences of the log that a loaded game begins with
_WIDTH: Final = 100  # columns of what is no terminal
_ODDS: Final = 8  # lines of a look ahead
_HANGING: Final = 6  # columns before the rest of a line that is too long
_NOTED: Final = 24  # choices that are looked ahead of
_NOTE: Final = "  → "  # before what comes of a choice
#: Colours of what happened, by the sign of its beat.
_STYLES: Final = {
    "turn": "bold", "start": "bold", "hurt": "red", "lost": "bold red", "find": "green",
    "gain": "green", "build": "green", "won": "bold green", "fight": "yellow",
}  # fmt: skip
_TITLE: Final = "bold"
_FAINT: Final = "dim"

HELP: Final = """\
Type the number of a choice, or its short name. What fell at a real table can be typed
as it is.

  b         show the whole board; after a turn only what has changed is shown
  l [N]     show what has happened so far, or the last N lines of it
  ?         ask for advice: the best choices, and why
  w         ask the partner who moved last why
  i N       what if: what certainly comes of choice N, and the odds of what may come
  u [N]     take back the last choice, or the last N, with what partners did after
            it; the same dice fall again
  r [N]     make the next choice again that was taken back, or the next N
  s [FILE]  save the game; go on later with --load FILE
  h         show this help
  q         leave the table"""


class TextTable:
    """The input loop.

    The game is saved in ``save_file`` on leaving; without it, only where ``s`` says.
    """

    def __init__(
        self,
        game: TableGame,
        commands: TextIO,
        console: Console,
        partners: Partners,
        save_file: Path | None = None,
        load_file: Path | None = None,
    ) -> None:
        self._game = game
        self._partners = partners
        self._in = commands
        self._console = console
        self._on_leaving = save_file
        self._file = save_file or load_file  # of this game: it may be written anew
        self._open = True
        self._sandbox = Sandbox(game.game.settings)
        self._shown: tuple[int, int] | None = None  # turn and decider of the last picture
        self._drawn: list[str] = []  # its lines
        self._commands: dict[str, Callable[[str], object]] = {
            "b": lambda _: self._show_board(whole=True),
            "l": self._show_log,
            "?": lambda _: self._show_hint(),
            "w": lambda _: self._say(partners.reasons(game)),
            "i": self._what_if,
            "u": partial(self._go, "u", game.undo, "take back", "taken back"),
            "r": partial(self._go, "r", game.redo, "make again", "made again"),
            "s": lambda rest: self._write(_path(rest) if rest else self._file or SAVE_FILE),
            "h": lambda _: self._say(HELP),
            "q": lambda _: self._quit(),
        }

    def run(self) -> None:
        """Play until somebody leaves or the input ends."""
        seed = self._game.seed
        again = "" if seed is None else f"--seed {seed} begins this game again; "
        self._say(f"{again}h shows the help.", _FAINT)
        self._tell(self._game.log[-_RECENT:])
        self._let_partners_play()
        self._ask(board=True)
        while self._open:
            line = self._read("> ")
            if line is None:
                self.leave()
                continue
            word, _, rest = line.strip().partition(" ")
            if not word:
                self._ask()
            elif word.lower() in self._commands:
                self._commands[word.lower()](rest.strip())
            else:
                self._choose(line.strip())

    def leave(self) -> None:
        """Close the table, save the game if that was asked for, and say whether it is saved."""
        self._open = False
        if not self._game.unsaved:
            self._say("Good-bye; nothing is unsaved.")
        elif self._on_leaving is None or not self._write(self._on_leaving):
            self._say("Good-bye; the game is not saved.")

    @property
    def _chance(self) -> bool:
        """True if people type in what fell."""
        return self._game.game.to_move() == CHANCE

    def _read(self, prompt: str) -> str | None:
        """Return the next line, None at the end of the input."""
        self._console.print(prompt, end="")
        try:
            line = self._in.readline()
        except KeyboardInterrupt:
            line = ""
        if not line:
            self._say("")
            return None
        if not self._in.isatty():
            self._say(line.rstrip("\n"))  # a script's transcript reads like a terminal's
        return line

    def _count(self, rest: str, command: str, default: int) -> int:
        """Return the number after a command, 0 after saying what is wrong with it."""
        if not rest:
            return default
        if (number := whole_number(rest)) is not None and number > 0:
            return number
        self._say(f"{command} takes a number from 1 on, not {rest!r}.")
        return 0

    def _choose(self, line: str) -> None:
        choices, chance = choices_of(self._game.game), self._chance
        fits = fitting(line, choices, chance)
        if len(fits) != 1:
            self._say(_no_choice(line, choices, chance))
            return
        self._tell(self._game.take(fits[0].action))
        self._let_partners_play()
        self._ask()

    def _let_partners_play(self) -> None:
        """Play until people have a choice or the game is over."""
        while (name := self._partners.seats.agent_in(self._game.game)) is not None:
            self._tell(self._partners.play(self._game, name))

    def _say(self, text: str, style: str = "") -> None:
        for line in text.split("\n"):
            within = textwrap.wrap(
                line,
                self._console.width,
                subsequent_indent=" " * _HANGING,
                break_long_words=False,
                break_on_hyphens=False,
            )
            self._console.print(Text("\n".join(within), style))

    def _tell(self, sentences: Sequence[str]) -> None:
        beats = self._game.positions[self._game.moves].beats
        styles = {line: _STYLES.get(beat["icon"], "") for beat in beats for line in beat["lines"]}
        for sentence in sentences:
            self._say(f"  {sentence}", styles.get(sentence, ""))

    def _ask(self, board: bool = False) -> None:
        """Show the decision with its choices, and the board where it helps to decide."""
        if self._game.over:
            self._show_board(whole=True)
            if count := self._game.undos:
                self._say(f"Choices were taken back {'once' if count == 1 else f'{count} times'}.")
            self._say("u takes the last choice back, l shows the log, q leaves.", _FAINT)
            return
        game = self._game.game
        if board or self._shown != (game.turn, game.to_move()):
            self._show_board(board)
        else:
            self._say("")
            self._say(game.decision(), _TITLE)
        choices = choices_of(game)
        for line in listed(choices, self._chance, self._console.width, self._notes(choices)):
            self._console.print(_painted(line) if self._console.is_terminal else Text(line))

    def _notes(self, choices: Sequence[Choice]) -> list[str]:
        """Return what stands behind each choice: its chance, or what certainly comes of it."""
        game = self._game.game
        if self._chance:
            chances = chances_of_outcomes(game)
            return [f"{chances[one.action]:.0%}" for one in choices]
        if len(choices) > _NOTED:
            return [""] * len(choices)
        lookahead = Lookahead(game, self._sandbox)
        found = [lookahead.of(one.action) for one in choices]
        return [_end_of(one) or " ".join(one.happens[:1]) for one in found]

    def _show_board(self, whole: bool = False) -> None:
        """Show the picture, or of it what has changed since it was shown."""
        game = self._game.game
        self._shown = game.turn, game.to_move()
        mode = "ansi" if self._console.is_terminal else "text"
        before, self._drawn = self._drawn, str(game.picture(mode)).rstrip().split("\n")
        lines = self._drawn
        if not whole and len(before) == len(lines):
            lines = [line for line, old in zip(lines, before, strict=True) if line != old]
        picture = "\n".join(lines)
        self._console.out(f"\n{picture}", highlight=False)
        if game.decision() not in " ".join(picture.split()):
            self._say(game.decision(), _TITLE)

    def _show_log(self, rest: str) -> None:
        log = self._game.log
        if count := self._count(rest, "l", len(log)):
            self._tell(log[-count:])

    def _show_hint(self) -> None:
        if self._game.over:
            self._say("The game is over: there is nothing to advise.")
        elif self._chance:
            self._say("Your dice and your tiles decide this: type what came.")
        else:
            self._say(self._partners.hint(self._game))

    def _what_if(self, rest: str) -> None:
        game = self._game.game
        choices = choices_of(game)
        if not choices:
            self._say("The game is over: there is nothing to choose.")
            return
        numbers = numbers_of(choices, self._chance)
        number = whole_number(rest)
        if number not in numbers:
            which = f"{numbers[0]} to {numbers[-1]}"
            self._say(f"i takes the number of a choice, {which}, not {rest!r}.")
            return
        action = choices[numbers.index(number)].action
        lookahead = Lookahead(game, self._sandbox)
        found = lookahead.of(action)
        self._tell(found.happens)
        self._say(f"  {found.then}")
        for sentence, chance in lookahead.odds(action)[:_ODDS]:
            self._say(f"  {chance:6.1%}  {sentence}")

    def _go(self, command: str, step: Callable[[], int], do: str, done: str, rest: str) -> None:
        """Take choices back, or make them again, and say how many."""
        before, count, gone = len(self._game.log), self._count(rest, command, 1), 0
        while gone < count and self._partners.seats.go(self._game, step):
            gone += 1
        if gone:
            self._game.undos += command == "u"
            self._say(f"{gone} {'choice' if gone == 1 else 'choices'} {done}.")
            self._tell(self._game.log[before:])
            self._let_partners_play()
            self._ask()
        elif count:
            self._say(f"There is nothing to {do}.")

    def _write(self, file: Path) -> bool:
        """Save the game, and say where or why not; return whether it is saved."""
        if file != self._file and file.is_file():
            self._say(f"The game was not saved: {file} is there already. Name another file.")
            return False
        try:
            self._game.save(file)
        except OSError as error:
            self._say(f"The game was not saved: {file}: {error.strerror}.")
            return False
        self._file = file
        self._say(f"The game is saved in {file}.")
        components = self._game.game.settings.components
        if components is not None and self._game.parts is None:
            self._say(f"Its parts are not in it: load it with --components {components}.")
        return True

    def fail(self) -> None:
        """Close the table because a partner has failed; ask whether to save the game."""
        while self._open:
            self._quit("A partner has failed. Save the game? Type y, n, or a file name: ")

    def _quit(self, question: str = "Save it? Type y, n, or a file name: ") -> None:
        if self._on_leaving is None and self._game.unsaved:
            answer = self._read(question)
            name = (answer or "").strip()
            if name.lower() in ("n", "no"):
                name = ""
            elif name.lower() in ("y", "yes"):
                name = str(self._file or SAVE_FILE)
            if name and not self._write(_path(name)):
                return
        self.leave()


def _path(words: str) -> Path:
    """Return the file that somebody names; a name after ``~`` that nobody has stays as it is."""
    return Path(os.path.expanduser(words))  # noqa: PTH111 (pathlib's raises an error then)


def terminal(out: TextIO) -> Console:
    """Return a console on a stream that colours where it can and never fails on a sign."""
    if isinstance(out, TextIOWrapper):
        out.reconfigure(errors="replace")
    width = None if out.isatty() else _WIDTH
    return Console(file=out, width=width, highlight=False, markup=False, emoji=False)


def _painted(line: str) -> Text:
    """Return a line of choices with the numbers in colour and the notes faint."""
    entry, note, rest = line.partition(_NOTE)
    text = Text(entry)
    text.highlight_regex(r"(?:^|  ) *\d+(?=  )", "bold cyan")
    return text.append(note + rest, _FAINT)


def _end_of(leads: Consequences) -> str:
    """Return what a choice that ends the game does to whoever makes it."""
    if not leads.over:
        return ""
    return "loses the game" if leads.loses else "wins the game"


def numbers_of(choices: Sequence[Choice], chance: bool) -> list[int]:
    """Return the numbers by which choices are typed: from 1 on, or those that a die shows."""
    shown = [re.findall(r"\d+", choice.text) for choice in choices]
    numbers = [int(one[0]) for one in shown if len(one) == 1]
    if chance and len(set(numbers)) == len(choices) > 1:  # each shows one, and another one
        return numbers
    return list(range(1, len(choices) + 1))


def listed(choices: Sequence[Choice], chance: bool, width: int, notes: Sequence[str]) -> list[str]:
    """Return choices as lines of at most this many columns, each with a note behind it."""
    numbers = numbers_of(choices, chance)
    entries = [f"{n:4}  {choice.text}" for n, choice in zip(numbers, choices, strict=True)]
    wide = max(map(len, entries), default=0)
    noted = zip(entries, notes, strict=True)
    rows = [f"{entry:{wide}}{_NOTE}{note}" if note else entry for entry, note in noted]
    return [row if len(row) <= width else row[: width - 1] + "…" for row in rows]


def fitting(line: str, choices: Sequence[Choice], chance: bool) -> list[Choice]:
    """Return the choices that a line fits: a number, a short name, or words of an outcome."""
    words = " ".join(line.lower().split())
    if words.isdecimal():
        wanted, numbers = whole_number(words), numbers_of(choices, chance)
        return [one for one, number in zip(choices, numbers, strict=True) if number == wanted]
    named = [one for one in choices if one.name == words]
    if named or not chance or not words:
        return named
    exact = [one for one in choices if one.text.endswith((f"is {words}", f"the {words}"))]
    return exact or [one for one in choices if words in one.text]


def _no_choice(line: str, choices: Sequence[Choice], chance: bool) -> str:
    """Return why an input line is neither a choice nor a command."""
    if not choices:
        return f"The game is over, {line!r} is no command: u, w, l, b, s, h or q."
    if len(fitting(line, choices, chance)) > 1:
        return f"{line!r} fits more than one of these: type a little more, or a number."
    numbers = numbers_of(choices, chance)
    return (
        f"{line!r} is no choice: type a number from {numbers[0]} to {numbers[-1]}, or h for help."
    )
