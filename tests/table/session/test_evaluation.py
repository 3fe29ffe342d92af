"""Luck and decisions of a finished game: bounded, and as the hints had it."""

import random

import pytest

from tablemates.agents.roster import roster_of
from tablemates.envs.core.engine.codes import CHANCE
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.registry import GAMES, find_game
from tablemates.table.session.evaluation import Balance, MoveEvaluation, evaluate
from tablemates.table.session.game import TableGame
from tablemates.table.session.partners import explain, make_agent

pytestmark = pytest.mark.slow


def played(key, followers, seed, most=400):
    """Return a game in which some seats follow the first hint, the others a few rules."""
    settings = find_game(key).settings_type(players=2)
    table, rng = TableGame.begin(settings, seed), random.Random(seed)
    adviser = make_agent("value", settings)
    while not table.over and table.moves < most:
        seat = table.game.to_move()
        if seat in followers and seat != CHANCE:
            found = explain(
                adviser, Situation.of(table.game, table.seed_at(table.moves), table.moves)
            )
            table.take(max(found.candidates, key=lambda one: one.value).action)
        else:
            table.take(rng.choice(table.legal))
    adviser.close()
    return table


def judged(table):
    records = [one.record for one in table.positions[: table.moves + 1]]
    settings = table.game.settings
    return evaluate(settings, "value", records, table.actions, table.seeds())


@pytest.mark.parametrize("key", [one for one in GAMES if "value" in roster_of(one).sentences])
def test_who_followed_the_hints_has_lost_nothing_and_all_is_bounded(key):
    table = played(key, {0}, 4)
    assert table.over
    together = table.game.co_operative
    sides = judged(table)
    assert sides.keys() == ({0} if together else {0, 1})
    for side, balance in sides.items():
        assert -1 <= balance.decisions <= 0
        assert -1 <= balance.luck <= 1
        outcome = table.game.scaled(table.game.returns()[side])
        assert balance.first + balance.luck + balance.decisions == pytest.approx(outcome)
        own = [one for one in balance.moves if one.seat == 0]
        assert all(one.kept == pytest.approx(1.0) for one in own)
        if own:
            assert balance.part(own) == pytest.approx(0.0)
        rest = [one for one in balance.moves if one.seat != 0]
        assert balance.part(rest) == pytest.approx(balance.decisions)


def test_losses_cost_at_most_what_there_was():
    moves = [
        MoveEvaluation(at, 1, 0, before=0.5, after=0.1, text="", better="x", happened=[])
        for at in range(40)
    ]
    balance = Balance(0.5, 1.0, moves)
    assert -0.5 <= balance.decisions < -0.49
    assert balance.luck == pytest.approx(1.0, abs=0.01)
    assert sum(balance.part([one]) for one in moves) == pytest.approx(balance.decisions)
