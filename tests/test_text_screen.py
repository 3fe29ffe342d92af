"""The text table on a terminal of 100 x 30: what is seen at once, and looking at played games."""

import io
import re

import pytest
from rich.console import Console

from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame
from tablemates.table.partners import seat_partners
from tablemates.table.text import TextTable

COLUMNS = 100


def essential(screen):
    """Return what has to be seen at once: the board if it is shown, what is asked, the choices."""
    below = screen.rpartition("\n\n")[2]
    board = re.search(r"^(custom )?level .* · .*♥.*$", below, re.MULTILINE)
    return below[board.start() :] if board else below  # the cube may be right above it


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
        said = [line for line in foretold.splitlines()[1:] if not re.match(" +[0-9.]+%  ", line)]
        assert said
        happened = [line for line in came.splitlines() if line.startswith("  ")]
        assert said[:-1] == happened[: len(said) - 1]
    assert "i takes the number of a choice, 1 to " in at_table(["i 99"])[1]
    assert "i takes the number of a choice, 1 to " in at_table(["i"])[1]
    assert "i takes the number of a choice, 1 to " in at_table(["i " + "9" * 5000])[1]
