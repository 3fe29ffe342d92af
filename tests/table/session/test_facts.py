"""Sentences with chances: what is certain is no odds, and one point is one point."""

import random
import re

import pytest

from tablemates.envs.registry import GAMES, find_game, new_game
from tablemates.table.server.handlers import report
from tablemates.table.session.evaluation import Balance
from tablemates.table.session.lookahead import Lookahead, Sandbox


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_odds_in_reasons_are_neither_certain_nor_nothing(key):
    settings = find_game(key).settings_type(players=2)
    game, sandbox, rng = new_game(settings), Sandbox(settings), random.Random(2)
    game.new(2)
    shares = []
    for _ in range(60):
        if not game.legal:
            break
        said = Lookahead(game, sandbox).facts(game.legal[0])
        assert "%:" not in re.sub(r"\d %:", "", said), said
        shares += map(int, re.findall(r"(\d+) %:", said))
        game.step(rng.choice(game.legal))
    assert all(1 <= share <= 99 for share in shares), shares


@pytest.mark.parametrize(
    ("outcome", "words"),
    [(0.5, "did not change it"), (0.49, "cost you 1 point."), (1.0, "gave you 50 points.")],
)
def test_luck_in_words(outcome, words):
    assert words in report._of_luck(Balance(0.5, outcome, []), "you")
