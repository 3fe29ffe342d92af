"""The text table: people play in a terminal, or a script plays through standard input.

Every decision shows its choices in words, numbered; a line of input is a
number, a choice's short name (``step north``) or a one-letter command.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text

from tablemates.envs.core.game import CHANCE
from tablemates.envs.core.numbers import whole_number
from tablemates.envs.portal_dash.render.text import cube_picture, table_picture
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules.vocabulary import Decision
from tablemates.table.ahead import Ahead
from tablemates.table.game import TableGame
from tablemates.table.glass import Glass
from tablemates.table.own_parts import OwnParts
from tablemates.table.partners import Deed, Partners
from tablemates.table.text_files import GameFiles
from tablemates.table.text_words import HELP, listed, meant, no_choice, numbers_of
from tablemates.table.typed import choices_at, typed_in

#: Where ``s`` saves when no file has been named.
SAVE_FILE: Final = Path("portal-dash.json")
_RECENT: Final = 12  # sentences of the log that a loaded game begins with
_HANGING: Final = 6  # columns before what is left of a line that is too long
_YES: Final = ("y", "yes")
_TITLE: Final = "bold"
_FAINT: Final = "dim"


class TextTable:
    """The loop of the table.

    Args:
        game: The game to play.
        commands: Where lines come from.
        console: Where everything is shown.
        partners: Who sits where, and who gives advice.
        save_file: Where ``s`` saves, and the game is saved when the table is left; None:
            nothing is saved unless ``s`` says so.
        parts: Of its own, that the game is played with; None: the standard set.
        load_file: Where the game was loaded from; None: it is a new one.
    """

    def __init__(
        self,
        game: TableGame,
        commands: TextIO,
        console: Console,
        partners: Partners,
        save_file: Path | None = None,
        parts: OwnParts | None = None,
        load_file: Path | None = None,
    ) -> None:
        self._game = game
        self._games = [game]  # it and its branches
        self._files = GameFiles(self._say, parts)
        for file in filter(None, (load_file, save_file)):
            self._files.belongs(file, game)
        self._partners = partners
        self._in = commands
        self._console = console
        self._save_file = save_file
        self._open = True
        self._commands: dict[str, Callable[[str], None]] = {
            "b": self._show_board,
            "l": self._show_log,
            "?": self._show_hint,
            "w": self._show_reasons,
            "i": self._what_if,
            "u": self._undo,
            "r": self._redo,
            "n": self._branch,
            "g": self._go_to,
            "c": self._correct,
            "s": self._save,
            "s!": self._save_over,
            "h": self._show_help,
            "q": self._quit,
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
            else:
                self._obey(line.strip())

    def leave(self) -> None:
        """Close the table and say whether the game and its branches are saved."""
        self._open = False
        unsaved = sum(game.unsaved for game in self._games)
        if not unsaved:
            self._say("Good-bye; nothing is unsaved.")
        elif self._save_file is not None:
            self._files.write_all(self._games, self._save_file)
        else:
            games = "the game is" if unsaved == 1 else f"{unsaved} games are"
            self._say(f"Good-bye; {games} not saved.")

    @property
    def _chance(self) -> bool:
        """Whether people type in what fell."""
        return self._game.game.to_move() == CHANCE

    # -- input ----------------------------------------------------------------
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

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if not line:
            self._ask()
        elif word.lower() in self._commands:
            self._commands[word.lower()](rest.strip())
        else:
            self._choose(line)

    def _choose(self, line: str) -> None:
        choices, chance = self._game.choices(), self._chance
        fits = meant(line, choices, chance)
        if len(fits) != 1:
            self._say(no_choice(line, choices, chance))
            return
        self._tell(self._game.take(fits[0].action))
        self._let_partners_play()
        self._ask()

    def _let_partners_play(self) -> None:
        """Play until people have a choice or the game is over."""
        while (agent := self._partners.decider(self._game)) is not None:
            self._tell(self._partners.play(self._game, agent))

    # -- output ---------------------------------------------------------------
    def _say(self, text: str, style: str = "") -> None:
        for line in text.split("\n"):  # what is too long goes on further to the right
            within = textwrap.wrap(
                line,
                self._console.width,
                subsequent_indent=" " * _HANGING,
                break_long_words=False,
                break_on_hyphens=False,
            )
            self._console.print(Text("\n".join(within), style))

    def _tell(self, sentences: list[str]) -> None:
        for sentence in sentences:
            self._say(f"  {sentence}")

    def _ask(self, board: bool = False) -> None:
        """Show the decision with its choices, and the board where one looks at it to decide.

        Args:
            board: Show it in any case.
        """
        public = self._game.game.public
        if self._game.over:
            self._show_board("")
            self._say("u takes the last choice back, l shows the log, q leaves.", _FAINT)
            return
        choices = self._game.choices()
        lines = listed(choices, self._chance, self._console)
        if board or public.decision == Decision.ACTION or choices[0].action >= C.SPACE:
            self._show_board("", below=len(lines) + 1)
        else:
            self._say("")
            if any(C.COLUMN <= one.action < C.SLOT for one in choices) or any(public.hand):
                self._show_cube()
            self._say(self._game.game.strings.decision(public), _TITLE)
        for line in lines:
            self._say(line)

    def _show_board(self, rest: str, below: int = 0) -> None:
        if rest:
            self._say("b shows the board and takes nothing beside it.")
            return
        game = self._game.game
        picture = table_picture(
            game.public,
            game.strings.names,
            self._console,
            legal=self._game.legal,
            below=below + 1,
        )
        self._console.out(f"\n{picture}", end="", highlight=False)
        self._say(game.strings.decision(game.public), _TITLE)

    def _show_cube(self) -> None:
        game = self._game.game
        picture = cube_picture(game.public, game.strings.names, self._console, self._game.legal)
        self._console.out(f"{picture}\n", end="", highlight=False)

    def _show_log(self, rest: str) -> None:
        count = self._count(rest, "l", len(self._game.log))
        if count:
            self._tell(self._game.log[-count:])

    def _show_hint(self, rest: str) -> None:
        if rest:
            self._say("? asks for advice and takes nothing beside it.")
        elif self._game.over:
            self._say("The game is over: there is nothing to advise.")
        elif self._chance:
            self._say("Your dice and your tiles decide this: type what came.")
        else:
            for line in self._partners.hint(self._game):
                self._say(line)

    def _show_reasons(self, rest: str) -> None:
        if rest:
            self._say("w asks why and takes nothing beside it.")
            return
        for line in self._partners.reasons():
            self._say(line)

    def _what_if(self, rest: str) -> None:
        choices = self._game.choices()
        if not choices:
            self._say("The game is over: there is nothing to choose.")
            return
        numbers = numbers_of(choices, self._chance)
        meant = whole_number(rest)
        if meant not in numbers:
            which = f"{numbers[0]} to {numbers[-1]}"
            self._say(f"i takes the number of a choice, {which}, not {rest!r}.")
            return
        game = self._game.game
        comes = Ahead(game, Glass(game.settings)).of(choices[numbers.index(meant)].action)
        if comes.odds is not None:
            odds = comes.odds
            self._say(
                f"  {odds.defeat:.0%} to defeat {odds.mob} (life {odds.life}) with {odds.dice} "
                f"dice, {odds.hits:.1f} hits on average."
            )
        self._tell(comes.happens)
        for face, hearts in (comes.reach or {}).items():
            if hearts:
                self._say(f"  Mobs may take {hearts} of your hearts there on a {face}.")
        self._say(f"  {comes.then}")

    def _show_help(self, rest: str) -> None:
        if rest:
            self._say("h takes nothing beside it.")
        self._say(HELP)

    def _count(self, rest: str, command: str, default: int) -> int:
        """Return the number that follows a command, 0 after saying what is wrong with it."""
        if not rest:
            return default
        if (number := whole_number(rest)) is not None and number > 0:
            return number
        self._say(f"{command} takes a number from 1 on, not {rest!r}.")
        return 0

    # -- commands -------------------------------------------------------------
    def _undo(self, rest: str) -> None:
        count = self._count(rest, "u", 1)
        if not count:
            return
        undone = self._partners.undo(self._game, count)
        if undone == 0:
            self._say("There is nothing to take back.")
            return
        self._say(f"{undone} {'choice' if undone == 1 else 'choices'} taken back.")
        self._ask()

    def _redo(self, rest: str) -> None:
        count = self._count(rest, "r", 1)
        if not count:
            return
        before = len(self._game.log)
        redone = self._partners.redo(self._game, count)
        if redone == 0:
            self._say("There is nothing to make again.")
            return
        self._say(f"{redone} {'choice' if redone == 1 else 'choices'} made again.")
        self._tell(self._game.log[before:])
        self._let_partners_play()
        self._ask()

    def _correct(self, rest: str) -> None:
        """Show what was typed in last, or replace one of it and make the later choices again."""
        typed = typed_in(self._game)
        number = self._count(rest, "c", 0)
        if not typed:
            self._say("Nothing was typed in here: dice and draws are the computer's.")
        elif not rest:
            for n, (_, text) in enumerate(typed[:_RECENT], start=1):
                self._say(f"  {n}: {text}")
            self._say("c N corrects one of these; the later choices are made again.")
        elif number > len(typed):
            self._say(f"{len(typed)} outcomes were typed in: c shows the last of them.")
        elif number:
            self._mend(*typed[number - 1])

    def _mend(self, at: int, text: str) -> None:
        choices = choices_at(self._game, at)
        self._say(f"It was typed in: {text}. What came instead?", _TITLE)
        for line in listed(choices, True, self._console):
            self._say(line)
        line = (self._read("instead> ") or "").strip()
        fits = meant(line, choices, True)
        if len(fits) != 1:
            self._say(no_choice(line, choices, True) if line else "Nothing is changed.")
            return
        kept, dropped = self._game.correct(at, fits[0].action)
        again = f"{kept} later choices are made again"
        self._say(f"Corrected; {again}{f', {dropped} no longer fit' if dropped else ''}.")
        self._partners.last = None
        self._let_partners_play()
        self._ask(board=True)

    def _save(self, rest: str) -> None:
        self._files.write(self._game, self._named(rest))

    def _save_over(self, rest: str) -> None:
        self._files.write(self._game, self._named(rest), replace=True)

    def _named(self, rest: str) -> Path:
        return Path(rest) if rest else self._save_file or SAVE_FILE

    def _branch(self, rest: str) -> None:
        count = self._count(rest, "n", 0)
        if rest and not count:
            return
        other, last = self._game.branch(self._game.moves), self._partners.last
        if count:
            self._partners.undo(other, count)
            other, last = self._game.branch(other.moves), None
        self._games.append(other)
        self._sit_at(other, last)

    def _go_to(self, rest: str) -> None:
        if not rest:
            for number, game in enumerate(self._games, start=1):
                here = ", this one" if game is self._game else ""
                self._say(f"  {number}: turn {game.game.turn}, {game.moves} choices made{here}")
            return
        number = self._count(rest, "g", 0)
        if number > len(self._games):
            self._say(f"There is no game {number}: g shows those that there are.")
        elif number:
            self._sit_at(self._games[number - 1])

    def _sit_at(self, game: TableGame, last: Deed | None = None) -> None:
        """Go on with the game or one of its branches; `last`: what a partner did last in it."""
        self._game = game
        self._partners.last = last
        number = self._games.index(game) + 1
        self._say(f"This is game {number} of {len(self._games)}; g N goes to another one.")
        self._let_partners_play()
        self._ask(board=True)

    def _quit(self, rest: str) -> None:
        if rest:
            self._say("q takes nothing beside it.")
            return
        if self._save_file is None or not self._files.write_all(self._games, self._save_file):
            if any(game.unsaved for game in self._games):
                answer = self._read("Save it? Type y, a file name, or nothing to leave without: ")
                name = "" if answer is None else answer.strip()
                if name.lower() in _YES:
                    name = str(SAVE_FILE)
                if name and not self._files.write_all(self._games, Path(name)):
                    return
            self._save_file = None  # asked for already, or not wanted
        self.leave()
