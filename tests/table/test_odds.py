"""Consequences and odds against games that are played out."""

from collections import Counter

import pytest

from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.portal_dash.settings import Settings as PortalDashSettings
from tablemates.table.game import TableGame
from tablemates.table.lookahead import Lookahead, Sandbox
from tests.table.race import Settings as RaceSettings


def test_the_odds_of_a_roll_are_those_of_the_die():
    table = TableGame.begin(RaceSettings(), 3)
    lookahead = Lookahead(table.game, Sandbox(table.game.settings))
    roll, stop = table.legal[0], table.legal[-1]
    odds = lookahead.odds(roll)
    assert [chance for _, chance in odds] == pytest.approx([1 / 6] * 6)
    assert lookahead.odds(stop) == []  # chance has no part in it
    assert lookahead.of(roll).then == "Chance decides."


@pytest.mark.slow
def test_the_odds_are_the_shares_of_games_that_are_played_on():
    """A fight of several dice: its end comes as often as the odds say."""
    table = TableGame.begin(PortalDashSettings(level=1, players=1), 5)
    sandbox = Sandbox(table.game.settings)
    found = 0
    while not table.over and found < 3:
        lookahead = Lookahead(table.game, sandbox)
        for action in table.legal:
            odds = dict(lookahead.odds(action))
            fights = {text: chance for text, chance in odds.items() if "defeat" in text}
            if not fights:
                continue
            found += 1
            assert shares(table, sandbox, action, fights) == pytest.approx(fights, abs=0.12)
        table.take(table.legal[-1])
    assert found


def shares(table, sandbox, action, sentences, games=300):
    """Return how often sentences are told when the game is played on until somebody decides."""
    counts = Counter(dict.fromkeys(sentences, 0))
    explicit = Lookahead(table.game, sandbox).after(action)
    start = explicit.save()
    for seed in range(games):
        game = sandbox.certain(start)
        told = set()
        while game.to_move() == CHANCE:
            values, chances = game.chance_outcomes()
            pick, total = (hash((seed, len(told), game.save())) % 10**6) / 10**6, 0.0
            for value, chance in zip(values.tolist(), chances.tolist(), strict=True):  # noqa: B007
                total += chance
                if pick < total:
                    break
            game.step(value)
            told |= set(game.told())
        assert game.to_move() != CHANCE or game.to_move() == OVER
        counts.update(told & sentences.keys())
    return {text: count / games for text, count in counts.items()}
