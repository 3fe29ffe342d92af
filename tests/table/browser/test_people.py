"""Devices with seats of their own, spectators, help that can be turned on."""

import json

import pytest

from tests.table.browser.visitor import POINT

pytestmark = pytest.mark.slow


def turn_on(visitor, name):
    visitor.click("#game-menu")
    visitor.page.check(f"#help-{name}")
    visitor.page.keyboard.press("Escape")


def two_devices(visit):
    """Return two people at devices of their own, each with a seat of one game."""
    host, guest = visit(), visit(apart=True)
    host.new_game(rules=-1, partner="person")
    guest.page.goto(host.page.url)
    guest.page.wait_for_selector("text=You watch this game")
    assert guest.page.locator("#choices:not([aria-busy])").count() == 0
    host.click("#game-menu")
    host.click("#show-devices")
    host.click("[data-key=stand-1]")
    host.page.wait_for_selector("[data-key=sit-1]")
    host.page.keyboard.press("Escape")
    guest.page.goto("about:blank")
    guest.page.goto(f"{host.page.url}&seat=1")
    return host, guest


def shows(visitor, moves):
    """Wait until a page shows the game after so many moves."""
    visitor.page.wait_for_function(f"moves => {{ {POINT} return at === moves; }}", arg=moves)


def deciding(host, guest):
    """Return who decides, and the other one."""
    pages = [host, guest]
    choices = "#choices:not([aria-busy]) button"
    for one in pages:
        one.settles()
        one.page.wait_for_function(
            "choices => document.querySelector(choices)"
            " || document.body.innerText.includes('Decided on another device')",
            arg=choices,
        )
    mine = [one.page.locator(choices).count() > 0 for one in pages]
    assert sorted(mine) == [False, True]
    return pages if mine[0] else pages[::-1]


def test_two_devices_with_a_seat_each(visit):
    host, guest = two_devices(visit)
    for _ in range(8):
        if host.over:
            break
        decides, other = deciding(host, guest)
        assert other.page.locator("text=Decided on another device").count() == 1
        before = decides.point[0]
        decides.take()
        for one in (host, guest):
            shows(one, before + 1)


def test_what_another_decided_is_taken_back_when_that_one_agrees(visit):
    host, guest = two_devices(visit)
    decides, other = deciding(host, guest)
    at = decides.point[0] + 1
    decides.take()  # whoever decides next
    for one in (decides, other):
        shows(one, at)
    for one in (decides, other):
        one.click("#game-menu")
        assert one.page.locator("#save").is_disabled()
        assert "several devices" in one.page.inner_text("#secret")
        one.page.keyboard.press("Escape")
    other.click("#undo")
    other.page.wait_for_selector("#withdraw")
    decides.page.wait_for_selector("#agree")
    assert "wants to take the last move back" in decides.page.inner_text("#asked-for")
    decides.click("#disagree")
    other.page.wait_for_selector(".notice:has-text('said no')")
    assert other.point[0] == decides.point[0] == at
    other.click("#undo")
    decides.click("#agree")
    for one in (decides, other):
        shows(one, at - 1)
        one.page.wait_for_selector("#asked-for", state="hidden")
        assert one.page.locator("#redo").is_disabled()


def test_a_request_is_acknowledged_and_withdrawn(visit):
    visitor = visit()
    visitor.new_game(partner="planner")
    visitor.click("#game-menu")
    visitor.click("#show-wishes")
    visitor.page.fill("#wish", "ghast")
    visitor.click("#send-wish")
    visitor.page.wait_for_selector("#said:has-text('I will leave')")
    visitor.page.locator("#wishes").get_by_role("button", name="Withdraw").click()
    visitor.page.wait_for_selector("#wishes:has-text('Nothing')")


def judged(loss):
    """Return what makes the judge say that every choice costs so much."""

    def hear(message):
        if "loss" in message.get("result", {}):
            message["result"] = {"loss": loss, "best": "something else"}

    return hear


def test_a_costly_choice_is_warned_of_once_and_then_taken(visit):
    visitor = visit(hear=judged(0.2))
    visitor.new_game()
    turn_on(visitor, "warn")
    at = visitor.point[0]
    visitor.take()
    visitor.page.wait_for_selector("#inspector.warns:has-text('20 points')")
    assert visitor.point[0] == at
    visitor.take()
    visitor.moved_from(at)


def test_a_cheap_choice_is_taken_at_once(visit):
    visitor = visit(hear=judged(0.02))
    visitor.new_game()
    turn_on(visitor, "warn")
    visitor.choose()


def test_the_last_move_of_a_bot_and_any_past_one_are_explained(visit):
    visitor = visit()
    visitor.new_game(partner="planner", seed=8)
    while visitor.point[0] < 12 or not visitor.page.locator("[data-key=why]").count():
        visitor.choose()
    visitor.click("[data-key=why]")
    visitor.page.wait_for_selector("#advice .best li")
    visitor.click("[data-key=close-advice]")
    visitor.page.fill("#slider", "1")
    while not visitor.page.locator("#why-then").count():
        visitor.page.keyboard.press(".")
        visitor.settles()
    visitor.click("#why-then")
    visitor.page.wait_for_selector("#advice .best li")
    assert "played" in visitor.text("#advice")


def test_the_first_turns_are_explained_on_the_page(visit):
    visitor = visit()
    visitor.new_game()
    turn_on(visitor, "teach")
    places = set()
    while visitor.page.locator("#lesson:not([hidden])").count():
        places.add(visitor.page.evaluate("document.querySelector('.spotlight').id"))
        visitor.click("#lesson-next")
    assert len(places) >= 5
    visitor.page.wait_for_selector("#advice .take")  # the hint comes by itself


def test_a_fault_is_saved_with_the_turn_and_a_sentence(visit):
    visitor = visit()
    visitor.new_game()
    visitor.choose()
    at = visitor.point[0]
    visitor.click("#game-menu")
    visitor.click("#show-fault")
    visitor.page.fill("#fault-words", "The ghast stood still.")
    with visitor.page.expect_download() as download:
        visitor.click("#save-fault")
    saved = json.loads(download.value.path().read_text())
    assert saved["fault"]["sentence"] == "The ghast stood still."
    assert saved["fault"]["moves"] == at
