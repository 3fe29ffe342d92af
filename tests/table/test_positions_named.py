"""Requests name the position that they answer: those that were meant for another one are stale."""

import json

import pytest

from tablemates.envs.registry import GAMES
from tablemates.table.server.handlers.in_game import HANDLERS
from tablemates.table.server.messages import PROTOCOL
from tests.table.race import RULES
from tests.table.served import RefusedError

#: What requests about the present position have beside its name.
FIELDS = {
    "choose": {"action": 0},
    "whatif": {"action": 0},
    "judge": {"action": 0},
    "roll": {"outcomes": [0]},
    "correct": {"at": 0, "outcome": 0},
    "redo": {"end": "0" * 16},
}
PRESENT = sorted(do for do, handler in HANDLERS.items() if handler.about == "present")
SHOWN = ("position", "moves", "of", "choices", "undos")


def of(page):
    return {name: page.state[name] for name in SHOWN}


@pytest.fixture
def tabs(server):
    with server.page() as one, server.page() as other:
        yield one, other


def another_position(one, other, rules, chance="sampled"):
    """Let a tab see a game, and the other one bring it elsewhere by as many moves."""
    game = one.new(rules=rules, seats=["person", "person"], chance=chance, seed=5)
    while len(one.state["choices"]) < 2:
        one.choose()
    one.choose(0)
    other.ask("open", game=game)
    seen = dict(other.state)
    one.now("undo")
    one.choose(1)
    other.ask("list")
    assert (one.state["moves"], one.state["of"]) == (seen["moves"], seen["of"])
    return seen


def test_all_that_depends_on_where_a_game_stands_names_it():
    for do in ("choose", "bot", "roll", "undo", "redo", "correct", "whatif", "hint", "trifle"):
        assert do in PRESENT
    for do in ("explain", "branch", *PRESENT):
        assert HANDLERS[do].model.model_fields["position"].is_required()


@pytest.mark.slow
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("rules", [RULES, *GAMES])
def test_what_was_meant_for_another_position_with_as_many_moves_is_stale(tabs, rules, chance):
    one, other = tabs
    seen = another_position(one, other, rules, chance)
    before = of(one)
    for do in PRESENT:
        fields = {"to": seen["moves"]} if do == "undo" else FIELDS.get(do, {})
        if "action" in fields:
            fields = {"action": seen["choices"][0]["action"]}
        with pytest.raises(RefusedError, match="stale: That was meant for another position"):
            other.of(do, position=seen["position"], **fields)
    for do, at in (("branch", seen["moves"]), ("explain", seen["moves"] - 1)):
        with pytest.raises(RefusedError, match="stale"):
            other.of(do, at=at, position=seen["position"])
    other.of("open")
    assert of(other) == of(one) == before


def test_the_same_position_by_the_same_moves_has_the_same_name(tabs):
    one, _ = tabs
    one.new(seats=["person", "person"])
    one.choose()
    name = one.state["position"]
    one.now("undo")
    assert one.state["position"] != name
    one.now("redo")
    assert one.state["position"] == name
    one.choose()
    assert one.state["moved"]["position"] == one.state["position"] != name
    assert one.of("look", at=1)["position"] == name


def test_what_was_taken_back_is_named_too(tabs):
    one, other = tabs
    one.new(seats=["person", "person"])
    one.choose(0)
    one.now("undo")
    other.ask("open", game=one.state["game"])
    end = other.state["end"]
    one.choose(1)
    one.now("undo")
    with pytest.raises(RefusedError, match="stale: Other moves"):
        other.of("redo", position=one.state["position"], end=end)
    assert other.state["moves"] == 0


def test_a_name_tells_nothing_hidden(server, page):
    page.new(seats=["person", "person"])
    page.choose()
    table = server.games.room(page.state["game"]).table
    name = table.name
    table.redraw(99)
    assert table.name == name


def test_a_bot_answers_the_position_that_was_asked_about(page):
    game = page.new(seats=["random", "random"])
    position = page.state["position"]
    page.now("bot")
    with pytest.raises(RefusedError, match="stale"):
        page.ask("bot", game=game, position=position)


def test_the_server_tells_its_version_and_no_position_is_malformed(page):
    assert page.ask("hello")["protocol"] == PROTOCOL
    page.new(seats=["person", "person"])
    text = {"id": 7, "do": "choose", "game": page.state["game"], "moves": 0, "action": 1}
    error = page.raw(json.dumps(text))["error"]
    assert error["code"] == "malformed"
