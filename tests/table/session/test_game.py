"""A game with its history: whatever is taken back and made again, it is the same game."""

import json

import numpy as np
import pytest

from tablemates.envs.core.errors import GameError
from tablemates.table.session.game import Choice, TableGame
from tablemates.table.session.lookahead import Lookahead, Sandbox
from tablemates.table.terminal.text_table import fitting, numbers_of
from tests.table.race import Settings


def begun(seed=3, moves=0, **settings):
    table = TableGame.begin(Settings(**{"players": 3, **settings}), seed)
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


def decider(table, at):
    return Sandbox(table.game.settings).still(table.positions[at].record).to_move()


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


def test_the_odds_of_a_roll_are_those_of_the_die():
    table = TableGame.begin(Settings(), 3)
    lookahead = Lookahead(table.game, Sandbox(table.game.settings))
    roll, stop = table.legal[0], table.legal[-1]
    odds = lookahead.odds(roll)
    assert [chance for _, chance in odds] == pytest.approx([1 / 6] * 6)
    assert lookahead.odds(stop) == []  # chance has no part in it
    assert lookahead.of(roll).then == "Chance decides."


@pytest.mark.parametrize("wrong", [{"record": ""}, {"record": "ff" * 29}])
def test_positions_that_do_not_fit(wrong):
    settings = Settings(chance="explicit")
    with pytest.raises(GameError):
        TableGame.begin(settings, 1, wrong)


def test_a_position_is_where_the_game_begins():
    settings = Settings(chance="explicit")
    first = TableGame.begin(settings, 4)
    position = json.loads(json.dumps(first.game.dump_position()))
    table = TableGame.begin(settings, 9, position)
    assert table.game.save() == first.game.save()
    again = TableGame.of_saved(table.saved_game, None)
    assert again.game.save() == first.game.save()


def outcomes(*texts):
    return [Choice(n, f"outcome {n}", text, "outcome") for n, text in enumerate(texts)]


def test_a_die_is_typed_by_what_it_shows():
    hits = outcomes("the combat die shows 0 hits", "the combat die shows 1 hit")
    assert numbers_of(hits, chance=True) == [0, 1]
    assert fitting("1", hits, chance=True) == [hits[1]]
    tiles = outcomes("the tile is the long bow", "the tile is the bow", "the tile is the iron 2")
    assert numbers_of(tiles, chance=True) == [1, 2, 3]
    assert fitting("Bow", tiles, chance=True) == [tiles[1]]  # exactly that beats longer names
    assert fitting("long", tiles, chance=True) == [tiles[0]]
    assert fitting("the", tiles, chance=True) == tiles
    assert fitting("bow", tiles, chance=False) == []
