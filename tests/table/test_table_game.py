"""A game with its history: whatever is taken back and made again, it is the same game."""

import numpy as np
import pytest

from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame
from tablemates.table.lookahead import Sandbox


def begun(seed=3, moves=0, **settings):
    table = TableGame.begin(Settings(**{"level": 2, "players": 2, **settings}), seed)
    play(table, moves)
    return table


def play(table, moves, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        if table.over:
            return
        table.take(int(rng.choice(table.legal)))


def all_of(table):
    return table.game.save(), list(table.log), table.actions


def question(table, at):
    game = Sandbox(table.game.settings).still(table.record_at(at))
    return game.to_move(), game.decision()


def decider(table, at):
    return question(table, at)[0]


def test_any_way_back_and_forth_leads_to_the_same_game():
    table = begun(moves=30)
    rng = np.random.default_rng(1)
    states = {table.moves: all_of(table)}
    while table.moves:
        table.undo()
        states[table.moves] = all_of(table)
    for _ in range(200):
        count = int(rng.integers(1, 9))
        done = table.redo(count) if rng.random() < 0.5 else table.undo(count)
        assert done <= count
        assert all_of(table) == states[table.moves]
        assert table.moves + table.undone == 30


def test_a_branch_shares_nothing_with_its_origin():
    table = begun(moves=20)
    whole = all_of(table)
    branch = table.branch(12)
    assert branch.moves == 12
    assert branch.log == table.log[: len(branch.log)]
    play(branch, 5, seed=9)
    branch.undo(17)
    assert all_of(table) == whole
    same = table.branch(20)
    assert all_of(same) == whole
    assert TableGame.of_saved(same.saved_game, None).game.save() == same.game.save()


def test_a_correction_that_cannot_be_changes_nothing():
    table = begun(moves=25, chance="explicit")
    whole = all_of(table)
    at = next(n for n in range(25) if decider(table, n) >= 0)
    with pytest.raises(ValueError, match="no roll or draw"):
        table.correct(at, 1)
    assert all_of(table) == whole
    table.undo(3)
    with pytest.raises(ValueError, match="no roll or draw"):
        table.correct(next(n for n in range(22) if decider(table, n) >= 0), 1)
    assert table.redo(3) == 3, "what was taken back is still there"
    assert all_of(table) == whole
    play(table, 3)
    table.undo(3)
    assert all_of(table) == whole


@pytest.mark.slow
def test_a_correction_keeps_what_still_fits():
    whole = begun(chance="explicit", players=1)
    play(whole, 40)
    asked = [question(whole, n) for n in range(whole.moves)]
    rolls = [n for n in range(whole.moves) if asked[n][0] < 0]
    dropped_any = 0
    for at in rolls:
        for outcome in range(6):
            table = whole.branch(whole.moves)
            before = table.actions
            try:
                kept, dropped = table.correct(at, outcome)
            except ValueError:
                continue
            assert kept + dropped == len(before) - at - 1
            assert table.actions == [*before[:at], outcome, *before[at + 1 : at + 1 + kept]]
            later = [question(table, n) for n in range(at + 1, table.moves)]
            assert later == asked[at + 1 : at + 1 + kept], "the same was asked of the same player"
            dropped_any += dropped > 0
    assert dropped_any
    again = TableGame.of_saved(table.saved_game, None)
    assert again.game.save() == table.game.save()


def test_a_branch_with_other_dice_begins_where_it_was_made():
    table = begun(moves=8)
    hidden = {table.branch(8, seed).game.save() for seed in range(4)}
    assert len(hidden) == 4
    branch = table.branch(8, 7)
    assert branch.moves == 0
    assert branch.log == table.log
    assert branch.game.public_record.tobytes() == table.game.public_record.tobytes()
    play(branch, 4)
    again = TableGame.of_saved(branch.saved_game, None)
    assert again.game.save() == branch.game.save()
