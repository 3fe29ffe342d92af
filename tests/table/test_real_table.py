"""At a real table people throw the dice: entered outcomes, positions, corrections."""

import json

import pytest

from tablemates.envs.core.errors import GameError
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import Choice, TableGame
from tablemates.table.text import fitting, numbers_of
from tests.table.served import RefusedError


def outcome_of(state, words):
    """Return the outcome that says what was thrown."""
    (action,) = [one["action"] for one in state["choices"] if one["text"].endswith(words)]
    return action


def begun(page, **fields):
    """Begin a game and choose until the first roll."""
    page.new(**{"chance": "explicit", "seats": ["person"], **fields})
    while page.state["who"]["kind"] != "chance":
        page.move()


@pytest.mark.slow
def test_a_game_with_entered_outcomes_to_its_end(page, rules):
    page.new(rules=rules, chance="explicit", seats=["person", "random"])
    rolled = 0
    while not page.state["ending"]:
        if page.state["who"]["kind"] == "chance":
            choices = page.state["choices"]
            assert sum(one["chance"] for one in choices) == pytest.approx(1.0, abs=0.01)
            assert {one["kind"] for one in choices} == {"outcome"}
            page.choose(n=page.state["moves"] % len(choices))
            rolled += 1
        else:
            page.move(n=-1 if page.state["moves"] % 3 else 0)
    assert rolled


def test_what_was_thrown_is_what_happens(page):
    begun(page)
    page.now("choose", action=outcome_of(page.state, "black"))
    assert page.state["happened"]["sentences"][0] == "Pink rolls black on the blocks die."
    page.now("choose", action=outcome_of(page.state, "3"))
    assert page.state["snapshot"]["dice"]["mob"] == 3


def test_a_mistyped_outcome_is_mended_and_the_rest_is_kept(page):
    begun(page)
    at = page.state["moves"]
    page.now("choose", action=outcome_of(page.state, "red"))
    page.now("choose", action=outcome_of(page.state, "2"))
    while page.state["who"]["kind"] != "person":
        page.choose()
    logs = page.state["log"]
    before = page.state["moves"]
    found = page.now("correct", at=at + 1, outcome=3)
    assert found["kept"] + found["dropped"] == before - at - 2
    assert page.state["snapshot"]["dice"]["mob"] == 3
    assert page.state["log"] != logs
    with pytest.raises(RefusedError, match="no roll or draw"):
        page.now("correct", at=0, outcome=3)
    with pytest.raises(RefusedError, match="no roll or draw"):
        page.now("correct", at=at + 1, outcome=99)
    state = page.state
    page.of("open")
    assert page.state["snapshot"] == state["snapshot"]


@pytest.mark.parametrize("wrong", [{"cats": 3}, {"chance": "explicit", "players": 3}, {}])
def test_positions_that_do_not_fit(wrong):
    settings = Settings(level=1, players=2, chance="explicit")
    with pytest.raises(GameError):
        TableGame.begin_at(settings, wrong, 1)


def test_a_position_is_where_the_game_begins():
    settings = Settings(level=1, players=2, chance="explicit")
    first = TableGame.begin(settings, 4)
    position = json.loads(json.dumps(first.game.dump_position()))
    table = TableGame.begin_at(settings, position, 9)
    assert table.game.save() == first.game.save()
    again = TableGame.of_saved(table.saved_game, None)
    assert again.game.save() == first.game.save()


def outcomes(*texts):
    return [Choice(n, f"outcome {n}", text) for n, text in enumerate(texts)]


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
