"""Reasons to come back: today's game, the ladder, a friend's dice, puzzles from own games."""

import datetime
import re

import pytest

from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game

pytestmark = pytest.mark.slow

DAY = datetime.datetime(2026, 11, 27, 20, tzinfo=datetime.UTC)
AT_ONCE = "async () => { await (await import('/page/js/actions.js')).pace('run', 0); }"
SECOND = [*GAMES][1]
TODAY = f"[data-today={SECOND}]"
KEPT = "name => JSON.parse(localStorage.getItem(`tablemates.${name}`))"


def test_a_day_of_one_who_comes_back(visit):
    visitor = visit(apart=True)
    page = visitor.page
    page.clock.set_fixed_time(DAY)
    page.goto(visitor.url)
    visitor.settles()
    page.evaluate("name => localStorage.removeItem(name)", f"tablemates.rules-{SECOND}")
    page.click(TODAY)
    page.wait_for_selector("#table:not([hidden]) #question")
    page.wait_for_selector("#rule-card")  # whichever way somebody comes to a first game
    page.click("[data-key='close-advice']")
    page.evaluate(AT_ONCE)
    visitor.play("0")  # badly: the first choice, such as to end the turn
    page.wait_for_selector("#report .balance")
    assert re.search(r"[\d.]+ points on average; \d+ cost a point", page.inner_text("#mistakes"))
    line = page.input_value("#share-line")
    assert f"{find_game(SECOND).title} of Nov 27, 2026" in line
    stars = page.get_attribute("#stars", "aria-label")
    page.keyboard.press("Escape")
    page.click("#home")
    page.wait_for_selector("#today")
    assert page.inner_text(TODAY) == "Look"
    assert page.locator(f"#ladder button[aria-label*='{stars}']").count() >= 1

    # The next day there is another game, and a series begins.
    page.clock.set_fixed_time(DAY + datetime.timedelta(days=1))
    page.reload()
    visitor.settles()
    assert page.inner_text(TODAY) == "Play"

    # A friend pastes the line, and begins the same game.
    page.click("#start-friend")
    page.fill("#friend", f"Look at this! {line}")
    page.click("#friend-go")
    page.wait_for_selector("#begin")
    assert page.input_value("#seed") == "20261127"
    page.click("#begin")
    page.wait_for_selector("#table:not([hidden]) #question")
    visitor.turn_comes()
    page.click("#home")
    page.click("#start-friend")
    page.fill("#friend", line[:-20])
    page.click("#friend-go")
    page.wait_for_selector("dialog[open] >> text=There are no dice in this")
    page.keyboard.press("Escape")

    # What was played badly is a puzzle now: other choices are refused, the best one solves it.
    puzzles = page.evaluate(KEPT, "puzzles")
    assert puzzles
    assert all(one["gain"] >= 5 for one in puzzles)
    page.locator("#puzzles button").first.click()
    page.wait_for_selector("#puzzle")
    visitor.turn_comes()
    before = visitor.point
    choices = page.locator("#choices button")
    choices.nth(choices.count() // 2).dispatch_event("click")  # as in the game
    page.wait_for_selector("#inspector.warns >> text=Not that one")
    assert visitor.point == before
    page.click("#hint")
    page.locator("#advice .take").first.click()
    page.wait_for_selector("#found")
    assert sum(one["solved"] for one in page.evaluate(KEPT, "puzzles")) == 1
    page.click("#dialog-foot >> text=All games")
    page.wait_for_selector("#today")
    assert page.locator(".game-row >> text=Puzzle:").count() == 0


def test_a_step_of_the_ladder_stands_in_the_form_for_a_new_game(visit):
    visitor = visit()
    visitor.settles()
    steps = visitor.page.locator("#ladder .step")
    names = steps.evaluate_all("all => all.map((one) => one.dataset.key)")
    steps.nth(names.index(f"step-{DEFAULT_GAME}-level 4")).click()
    assert visitor.page.locator("input[name=level]").nth(3).is_checked()
    assert visitor.page.locator("#seat-1").input_value() == "companion"
