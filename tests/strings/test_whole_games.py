"""In whole games no two choices read the same, and nothing is without words."""

import re

import pytest

from tablemates.envs.portal_dash.rules.vocabulary import Outcome
from tests.played import PlayedGame


@pytest.mark.parametrize("level", range(1, 6))
def test_choices_of_a_played_game_are_told_apart(level):
    """In whole games no two legal actions read the same, and no choice is nameless."""
    for seed in range(4):
        game = PlayedGame(level=level, players=1 + seed, seed=seed)
        while game.p.outcome == Outcome.RUNNING:
            texts = [game.strings.action(game.p, action) for action in game.legal()]
            assert len(set(texts)) == len(texts), texts
            assert game.strings.decision(game.p).endswith(".")
            for row in game.step_at_random():
                assert re.fullmatch(r"[A-Z].*\.", game.strings.event(game.p, row))
