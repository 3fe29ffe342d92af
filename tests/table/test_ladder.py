"""The ladder, stars, and the dice of a game as others can begin it."""

import pytest

from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game
from tablemates.table.session.ladder import ladder_of, stars_of


def test_stars_are_for_winning_without_undo_and_without_hints():
    assert [stars_of(True, *used) for used in ((0, 0), (1, 0), (0, 5), (1, 1))] == [3, 2, 2, 1]
    assert stars_of(won=False, undos=0, hints=0) == 0


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_every_step_can_be_begun_and_is_known_again(page, rules):
    steps = ladder_of(rules, find_game(rules))
    assert len(steps) > 2
    assert len({one.key for one in steps}) == len(steps)
    for step in steps:
        page.new(rules=rules, seats=["person", step.partner], **step.scenario)
        listed = page.ask("list")["games"]
        (entry,) = [one for one in listed if one["game"] == page.state["game"]]
        assert (entry["rules"], entry["step"], entry["stars"]) == (rules, step.key, 0)


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_the_dice_of_a_finished_game_begin_it_again(server, page, rules):
    page.new(rules=rules, seats=["random", "random"], seed=2**60 + 1)
    first = server.games.room(page.state["game"]).table.positions[0].record
    page.finish()
    again = page.ask("new", **page.state["ending"]["dice"])["game"]
    assert server.games.room(again).table.positions[0].record == first


@pytest.mark.slow
def test_hints_are_counted_and_kept(server, page):
    page.new(rules=DEFAULT_GAME, seed=3)
    page.now("hint")
    page.choose()
    assert page.state["hints"] == 1
    saved = server.games.room(page.state["game"]).saved()
    assert saved.to_json()["table"]["hints"] == 1
