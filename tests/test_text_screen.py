"""The text table on a terminal of 100 x 30: what is seen at once, and looking at played games."""

import io
import random
import re

import pytest
from rich.cells import cell_len
from rich.console import Console

from tablemates.envs.portal_dash.settings import Settings
from tablemates.table import command as play
from tablemates.table import text_command
from tablemates.table.game import TableGame
from tablemates.table.partners import seat_partners
from tablemates.table.text import TextTable

COLUMNS, LINES = 100, 30
LONG = {"tiles": 5, "mobs": {"hoglin": 3, "blaze": 3}, "bosses": [["wildfire", "hard"]]}


class Terminal(io.StringIO):
    """What is shown on a terminal, or typed at one."""

    def isatty(self):
        return True


class Player:
    """Types choices, any of those that are shown, and keeps what was shown before each."""

    def __init__(self, out, seed):
        self._out, self._rng = out, random.Random(seed)
        self.screens = []

    def isatty(self):
        return True

    def readline(self):
        self.screens.append(self._out.getvalue())
        self._out.seek(0)
        self._out.truncate()
        if "u takes the last choice back" in self.screens[-1]:
            return ""
        numbers = re.findall(r"(?:^|  ) *(\d+)  (?=\S)", essential(self.screens[-1]))
        return f"{self._rng.choice(numbers)}\n"


def essential(screen):
    """Return what has to be seen at once: the board if it is shown, what is asked, the choices."""
    below = screen.rpartition("\n\n")[2]
    board = re.search(r"^(custom )?level .* · .*♥.*$", below, re.MULTILINE)
    return below[board.start() :] if board else below  # the cube may be right above it


def played(level, players, seed):
    """Return what was shown before each choice of a game played at random."""
    game = TableGame.begin(Settings(level=level, players=players), seed)
    out = io.StringIO()
    console = Console(
        file=out, width=COLUMNS, height=LINES, force_terminal=True, color_system=None,
        highlight=False, markup=False, emoji=False,
    )  # fmt: skip
    player = Player(out, seed)
    TextTable(game, player, console, seat_partners(game.game.settings, players, [])).run()
    assert game.over
    return player.screens


@pytest.mark.slow
@pytest.mark.parametrize(("level", "players"), [(1, 2), (5, 4), (LONG, 2)])
def test_board_question_and_choices_are_seen_at_once(level, players):
    screens = played(level, players, seed=5)
    assert len(screens) > 30
    boards = 0
    for screen in screens[:-1]:
        assert max(map(cell_len, screen.splitlines())) <= COLUMNS
        shown = essential(screen).splitlines()
        assert len(shown) <= LINES, screen
        assert shown[-1] == "> "
        choices = [line for line in shown if re.match(r" +\d+  \S", line)]
        assert choices == shown[-1 - len(choices) : -1]
        if re.match("(custom )?level .* · P \\d♥", shown[0]):
            boards += 1
            seen = screen.splitlines()[-LINES:]
            if level != LONG:  # its board has two bands
                assert any(line.startswith("Cube layer 1") for line in seen), screen
    assert boards > 10


# -- taking back and looking ahead -------------------------------------------------------------


def at_table(script, *arguments):
    game = TableGame.begin(Settings(level=1, players=2), 3)
    out = io.StringIO()
    console = Console(file=out, width=COLUMNS, highlight=False)
    commands = io.StringIO("".join(f"{line}\n" for line in script))
    partners = seat_partners(game.game.settings, 2, arguments)
    TextTable(game, commands, console, partners).run()
    return re.split(r"\n> (?=[a-z0-9]* ?[0-9]*\n)", out.getvalue())


@pytest.mark.parametrize("partners", [[], ["rules"]])
def test_what_was_taken_back_is_made_again(partners):
    shown = at_table(["1", "2", "1", "u 2", "r", "r 5", "r"], *partners)
    _, _, _, last, _, _, again, nothing, _ = shown
    assert "1 choice made again." in shown[5]
    assert "1 choice made again." in again
    assert again.rpartition("\n\n")[2] == last.rpartition("\n\n")[2]  # the same board again
    assert "There is nothing to make again." in nothing


@pytest.mark.slow
def test_what_if_says_what_will_happen_and_changes_nothing():
    script = ["1", "1"]
    before = at_table(script)
    choices = re.findall(r"^ +(\d+)  ", essential(before[-2]), re.MULTILINE)
    assert len(choices) > 3
    for number in choices:
        _, _, _, foretold, came, _ = at_table([*script, f"i {number}", number])
        extra = re.compile("  Mobs may|  [0-9]+% to defeat ")
        said = [line for line in foretold.splitlines()[1:] if not extra.match(line)]
        assert said
        happened = [line for line in came.splitlines() if line.startswith("  ")]
        assert said[:-1] == happened[: len(said) - 1]
    assert "i takes the number of a choice, 1 to " in at_table(["i 99"])[1]
    assert "i takes the number of a choice, 1 to " in at_table(["i"])[1]
    assert "i takes the number of a choice, 1 to " in at_table(["i " + "9" * 5000])[1]


# -- replays ---------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A game in which people asked for other dice, and its file."""
    game = TableGame.begin(Settings(level=1, players=2), 3)
    for n in range(30):
        if n == 20:
            game.reroll(99)
        game.take(game.legal[n % len(game.legal)])
    file = tmp_path_factory.mktemp("replay") / "game.json"
    game.save(file)
    return game, file


def test_a_replay_prints_the_whole_game_where_there_is_no_terminal(table, capsys):
    game, file = table
    assert play.main(["--text", "--replay", str(file)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "decision 30 of 30, the end." in shown
    at = 0
    for sentence in game.log:
        at = shown.index(sentence, at)


def test_a_replay_is_stepped_through_in_a_terminal(table):
    _, file = table
    out = Terminal()
    assert text_command.look(file, commands=Terminal("n 5\nw\nt 1\nq\n"), out=out) == 0
    shown = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()).split("replay> ")
    assert len(shown) == 5
    assert "decision 5 of 30." in shown[1]
    assert "  1. " in shown[2]  # the adviser's reasons, because people played
    assert "Turn 1, " in shown[3]
