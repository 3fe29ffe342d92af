"""The first evening: games are prepared, a new game, partners, the list of games, sound."""

import json
import re
import threading

import pytest

from tablemates.envs.registry import DEFAULT_GAME, find_game
from tests.table.browser.conftest import Table
from tests.table.browser.visitor import Visitor

pytestmark = pytest.mark.slow


@pytest.fixture
def cold(compiled, browser, tmp_path):
    """A table of its own whose engine is being compiled until the event is set."""
    table, done = Table(tmp_path), threading.Event()
    table.start(warming=done.wait)
    context = browser.new_context()
    yield Visitor(context.new_page(), table.url), done
    done.set()
    context.close()
    table.stop()


def test_the_page_is_there_before_the_games_are(cold):
    visitor, done = cold
    page = visitor.page
    page.goto(visitor.url)
    page.wait_for_selector("#warming progress")
    visitor.click("#start-new")
    visitor.click("#begin")  # waits for the engine, and nothing goes wrong
    page.wait_for_selector("dialog[open]")
    assert page.locator("#table:not([hidden])").count() == 0
    done.set()
    page.wait_for_selector("#table:not([hidden]) #question")
    assert visitor.faults == []


def test_three_partners_have_faces_and_measured_rates_the_others_are_under_more(visit):
    visitor = visit()
    visitor.click("#new-game")
    page = visitor.page
    faces = measured = 0
    for rules in range(page.locator("input[name=rules]").count()):
        page.locator("input[name=rules]").nth(rules).check(force=True)
        page.locator("input[name=players][value='2']").check(force=True)
        _, *mates = page.locator(".options[aria-label='seat-1'] .option").all_inner_texts()
        if not mates:  # games of one file have none
            continue
        faces += 1
        assert [words.split()[0] for words in mates] == ["Apprentice", "Mate", "Master"]
        assert all(re.search(r"wins \d+ %|not measured|slow", words) for words in mates)
        measured += all("wins" in words for words in mates)
        assert page.locator(".options[aria-label='seat-1'] .face").count() == 3
    assert faces >= 4
    assert measured >= 3
    page.locator("input[name=rules]").first.check(force=True)
    assert "planner:careful" in page.locator("#seat-1 option").all_inner_texts()


def test_the_list_shows_date_picture_and_result_and_what_to_go_on_with(visit):
    visitor = visit()
    visitor.new_game(rules=-1)
    visitor.play("count > 2 ? 1 : 0")
    visitor.page.keyboard.press("Escape")
    visitor.new_game()
    visitor.choose()
    address, point = visitor.page.url, visitor.point
    visitor.click("#home")
    first = visitor.page.locator(".game-row").first
    assert find_game(DEFAULT_GAME).title in first.inner_text()
    first.locator("img").evaluate("one => one.decode()")
    assert "won" in visitor.page.locator(".game-row .result.over").first.inner_text()
    assert "won" in visitor.text("#records")
    visitor.click("#continue")
    visitor.turn_comes()
    assert (visitor.page.url, visitor.point) == (address, point)


def test_a_game_of_other_rules_can_be_looked_at_and_says_why(visit, served):
    visitor = visit()
    visitor.new_game()
    for _ in range(4):
        visitor.choose()
    name = visitor.page.url.partition("game=")[2]
    file = served.folder / f"{name}.json"
    with served.closed():
        kept = json.loads(file.read_text(encoding="utf-8"))
        kept["hashes"]["ruleset"] = "0" * 16
        file.write_text(json.dumps(kept), encoding="utf-8")
    visitor.page.goto(served.url)
    visitor.click("#continue")
    said = visitor.page.locator("dialog[open] [role=alert]")
    assert "another ruleset" in said.inner_text()
    visitor.page.locator("dialog[open] img").evaluate("one => one.decode()")
    assert visitor.page.locator("dialog[open] .happens li").count() > 2
    with visitor.page.expect_download() as download:
        visitor.page.get_by_text("Save as a file").click()
    assert json.loads(download.value.path().read_text())["hashes"]["ruleset"] == "0" * 16
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("button", name="Delete").first.click()
    visitor.page.locator("dialog[open]").get_by_role("button", name="Delete").click()
    visitor.page.wait_for_selector("dialog[open]", state="detached")


def test_sound_is_off_until_somebody_asks_for_it(visit):
    visitor = visit()
    page = visitor.page
    page.evaluate(
        """() => {
          window.tones = 0;
          const start = OscillatorNode.prototype.start;
          OscillatorNode.prototype.start = function (at) {
            window.tones += 1;
            start.call(this, at);
          };
        }"""
    )
    visitor.new_game(seed=5)
    for _ in range(6):
        visitor.choose()
    assert page.evaluate("window.tones") == 0
    visitor.click("#sound")
    for _ in range(6):
        visitor.choose()
    assert page.evaluate("window.tones") > 2


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
