"""The text picture: its width, its two colour modes, what it shows and what it does not."""

import re

import pytest

from tablemates.envs.portal_dash.render.text import WIDTH, text_picture
from tablemates.envs.portal_dash.rules.vocabulary import Colour, Outcome
from tests.portal_dash.played import PlayedGame

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def picture(game, **options):
    return text_picture(game.p, game.names, legal=game.legal(), **options)


@pytest.fixture
def game():
    return PlayedGame(seed=5).started()


@pytest.mark.slow
@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize(("level", "players"), [(1, 1), (5, 4)])
def test_width_in_whole_games(level, players, colour):
    game = PlayedGame(level=level, players=players, seed=level)
    while game.p.outcome == Outcome.RUNNING:
        for line in picture(game, colour=colour).splitlines():
            plain = ANSI.sub("", line)
            assert len(plain) <= WIDTH, plain
        game.step_at_random()


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
