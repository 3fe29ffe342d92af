"""The dialog for a new game: what is remembered, what is sent."""

import json

import pytest

from tablemates.envs.registry import DEFAULT_GAME

pytestmark = pytest.mark.slow


def test_what_the_server_was_started_with_goes_before_what_is_remembered(visit):
    def begun(message):
        if "rules" in message.get("result", {}):
            new = {"scenario": {"edition": "fr", "level": 2}, "shared": "bots"}
            message["result"]["new"] |= new
            message["result"]["given"] = list(new)

    visitor = visit(hear=begun)
    last = {"rules": DEFAULT_GAME, "scenario": {"level": 4, "players": 3}, "shared": "people"}
    visitor.page.evaluate("text => localStorage.setItem('tablemates.new', text)", json.dumps(last))
    visitor.click("#new-game")
    assert visitor.page.locator("input[name=level]").nth(1).is_checked()
    assert visitor.page.locator("input[name=edition]").nth(1).is_checked()
    assert visitor.page.locator("dialog .check input").first.is_checked()
    # What it was not started with is as it was last time.
    assert visitor.page.locator("input[name=players]").nth(2).is_checked()


def test_each_game_has_a_form_of_its_own(visit):
    visitor = visit()
    visitor.click("#new-game")
    assert visitor.page.locator("input[name=level]").count() == 5
    visitor.page.locator("input[name=rules]").nth(-1).check(force=True)
    assert visitor.page.locator("input[name=level]").count() == 0
    assert visitor.page.locator("input[name=players]").count() == 5
    visitor.click("#begin")
    visitor.turn_comes()
    assert "Red" in visitor.text("#question")
