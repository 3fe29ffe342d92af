"""A game with its history: whatever is taken back and made again, it is the same game."""

import numpy as np
import pytest

from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame
from tablemates.table.lookahead import Sandbox
from tablemates.table.saves import REROLLED, SavedGame


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
    return (
        table.game.save(),
        list(table.log),
        table.actions,
        list(table.rerolls),
        table.rerolled,
    )


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


def test_rerolls_are_made_again_and_kept_in_files(tmp_path):
    table = begun(moves=8)
    table.reroll(77)
    play(table, 6, seed=5)
    table.reroll(78)
    play(table, 6, seed=6)
    whole, moves = all_of(table), table.moves
    assert table.rerolls == [(8, 77), (14, 78)]
    table.undo(moves)
    assert table.rerolls == []
    assert table.rerolled
    table.redo(moves)
    assert all_of(table) == whole
    for at in (8, 14):
        table.undo(table.moves - at)
        table.redo(100)
        assert all_of(table) == whole
    file = tmp_path / "game.json"
    table.save(file)
    assert all_of(TableGame.of_saved(SavedGame.read(file), None)) == whole
    assert SavedGame.read(file).to_json()["format"] == REROLLED


def test_a_branch_shares_nothing_with_its_origin():
    table = begun(moves=20)
    table.reroll(5)
    whole = all_of(table)
    branch = table.branch(12)
    assert branch.moves == 12
    assert branch.rerolls == []
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


def test_other_dice_are_forgotten_with_the_moves_before_them():
    table = begun(moves=8)
    table.reroll(77)
    table.undo(2)
    taken, others = table.action_at(6), table.action_at(7)
    table.take(next(one for one in table.legal if one != taken))
    assert table.undone == 0
    table.undo()
    table.redo()
    assert table.rerolls == []
    table = begun(moves=8)
    whole = all_of(table)
    table.reroll(77)
    table.undo(2)
    table.take(taken)
    table.take(others)  # the same moves by hand, and the same dice as before
    assert all_of(table)[:4] == whole[:4]
    table.undo(2)
    assert table.redo(2) == 2
    assert table.rerolls == []
