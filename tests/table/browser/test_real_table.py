"""A real table: what hands do, dice of a roll on one screen, corrections, one's own box."""

import pytest

from tablemates.envs.registry import GAMES

pytestmark = pytest.mark.slow

ROUNDS = [
    *((0, 10), (-1, 10)),  # a game with hands for much, and a small one
    *(pytest.param(rules, 5000, marks=pytest.mark.exhaustive) for rules in range(len(GAMES))),
]


@pytest.mark.parametrize(("rules", "choices"), ROUNDS)
def test_the_list_for_hands_tells_all_that_they_do_once(visit, rules, choices):
    """Somebody who presses Done whenever there is a list has read every line for hands."""
    happened, read, rolls = [], [], 0

    def hear(message):
        if message.get("push") == "state" and message["why"] == "moved":
            happened.extend(line for beat in message["beats"] for line in beat["hands"])

    visitor = visit(hear=hear)
    visitor.new_game(rules=rules, real=True)
    page = visitor.page
    if page.locator("#hands").count():
        page.locator("#hands-done").dispatch_event("click")
    happened.clear()
    for n in range(choices):
        if visitor.over:
            break
        rolls += page.locator("#rolls").count()
        offered = page.locator("#choices:not([aria-busy]) button").count()
        visitor.choose(n % offered if offered else n % 2)
        if page.locator("#hands").count():
            read += page.locator("#hands li label").all_inner_texts()
            page.locator("#hands-done").dispatch_event("click")
            page.wait_for_selector("#hands", state="detached")
    assert sorted(line.strip() for line in read) == sorted(happened)
    assert len(read) > 3
    assert rolls >= (1 if rules == 0 else 0)


def test_what_is_assumed_is_said_and_my_box_is_entered_once(visit):
    visitor = visit()
    page = visitor.page
    visitor.click("#new-game")
    page.locator("input[name=rules]").first.check(force=True)
    assert page.locator("#assumed").count() == 0, "on the screen nobody has a box to compare"
    page.locator("input[name=chance]").nth(1).check(force=True)
    assert "tiles" in visitor.text("#assumed")
    visitor.click("#my-box")
    page.locator("summary", has_text="Dice").click()
    page.fill("[data-place='dice/combat/copies']", "many")
    page.press("[data-place='dice/combat/copies']", "Tab")
    visitor.click("#keep-box")
    page.wait_for_selector("dialog .notice.fault")
    page.fill("[data-place='dice/combat/copies']", "1, 1, 4")
    page.press("[data-place='dice/combat/copies']", "Tab")
    page.locator("summary", has_text="Tiles").click()
    space = page.locator("dialog .map-row button:visible").first
    before = space.inner_html()
    page.locator("[data-key='sign-~']:visible").first.click()
    space.click()
    painted = page.locator("dialog .map-row button:visible").first.inner_html()
    assert painted != before
    visitor.click("#keep-box")
    page.wait_for_selector("dialog[open]", state="detached")
    visitor.click("#new-game")
    page.locator("input[name=chance]").nth(1).check(force=True)
    assert page.locator("#use-box").is_checked()
    visitor.click("#my-box")
    assert "2 of" in visitor.text("#box-count")
    assert page.input_value("[data-place='dice/combat/copies']") == "1, 1, 4"
    with page.expect_download() as download:
        page.get_by_role("button", name="Share as a file").click()
    assert "combat" in download.value.path().read_text()


def look_at(visitor, at):
    visitor.page.fill("#slider", str(at))
    visitor.page.wait_for_selector("#looking")
    return [visitor.page.locator(one).count() for one in ("#branch", "details.correct")]


def test_moves_taken_back_can_neither_be_branched_from_nor_corrected(visit):
    visitor = visit()
    visitor.new_game(players=1, real=True)
    while not visitor.page.locator("#outcomes-now, #rolls").count():
        visitor.choose()
    at = visitor.point[0]
    visitor.choose()
    assert look_at(visitor, at) == [1, 1]
    look_at(visitor, 0)
    visitor.click("#undo-here")
    visitor.stands_at(0)
    assert look_at(visitor, at) == [0, 0]


def test_a_hint_goes_when_a_roll_is_corrected(visit):
    visitor = visit()
    page = visitor.page
    visitor.new_game(players=1, real=True)
    while not page.locator("#outcomes-now, #rolls").count():
        visitor.choose()
    rolled = visitor.point[0]
    while page.locator("#outcomes-now, #rolls").count():
        visitor.choose(1)
    at = visitor.point[0]
    visitor.click("#hint")
    page.wait_for_selector("#advice .take")
    look_at(visitor, rolled + 1)
    visitor.click("details.correct summary")
    page.locator("details.correct button").first.click()
    page.wait_for_selector("#looking", state="detached")
    visitor.turn_comes()
    assert visitor.point[0] == at, "as many moves as before, but another moment"
    assert page.locator("#advice").count() == 0
