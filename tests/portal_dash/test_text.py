"""The text picture: its width, its two colour modes, what it shows and what it does not."""

import re
import sys

import pytest

from tablemates.envs.portal_dash.rules.vocabulary import Colour, Outcome
from tablemates.envs.portal_dash.text import WIDTH, painted, text_picture
from tests.portal_dash.played import PlayedGame

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def picture(game):
    return text_picture(game.p, game.names, game.legal())


@pytest.fixture
def game():
    return PlayedGame(seed=5).started()


@pytest.mark.slow
@pytest.mark.parametrize(("level", "players"), [(1, 1), (5, 4)])
def test_width_in_whole_games(level, players):
    game = PlayedGame(level=level, players=players, seed=level)
    while game.p.outcome == Outcome.RUNNING:
        assert max(map(len, picture(game).splitlines())) <= WIDTH
        game.step_at_random()


def test_colours_come_in_a_terminal_and_change_no_letter(game, monkeypatch):
    plain = picture(game)
    assert painted(plain) == plain
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = painted(plain)
    assert ANSI.sub("", coloured) == plain
    words = set(re.findall(r"m([A-Z][a-z]?\d?)\x1b", coloured))
    assert {"Mc1", "Re", "Gy", "Go", "Br", "Bk", "P", "B"} <= words
    monkeypatch.setenv("NO_COLOR", "1")
    assert painted(plain) == plain


def test_a_long_track_is_broken_between_parts(game):
    game.p.parts, game.p.columns = 8, 43
    text = text_picture(game.p, game.names)
    assert max(map(len, text.splitlines())) <= WIDTH
    heads = [line.split() for line in text.splitlines() if re.fullmatch(r"[ \d]+", line)]
    assert [int(number) for head in heads for number in head] == list(range(43))
    assert text.count("┌") == 3


def test_every_block_colour_player_and_terrain_has_a_sign_of_its_own(game):
    p = game.p
    p.cube[0:5, 3] = list(Colour)
    p.height[:] = 4
    p.lava[:], p.magma[:], p.soul_sand[:], p.brown[:] = 1 << 1, 1 << 2, 1 << 3, 1 << 4
    p.players = 4
    p.player_space[:] = 5 * 64
    text = picture(game)
    assert all(sign in text for sign in ("~~~~~", "^^^^^", ":::::", "#####"))
    assert "│PBYG │" in text
    assert all(code in text for code in ("Re", "Gy", "Go", "Br", "Bk"))
