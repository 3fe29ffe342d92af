"""The line to the server: lost, found again, barred; messages that it does not take."""

import pytest

pytestmark = pytest.mark.slow


def spoken(visitor, words):
    """Wait until a live region says that."""
    said = "words => document.querySelector('#live').textContent.includes(words)"
    visitor.page.wait_for_function(said, arg=words)


def test_a_text_that_is_too_long_gets_a_sentence(visit):
    visitor = visit()
    visitor.click("#open-text")
    visitor.page.fill("#shared-text", "PD1" + "x" * 300_000)
    visitor.click("#open-shared")
    assert "too long" in visitor.page.locator("dialog .notice.fault").inner_text()
    visitor.settles()


def test_refusals_that_answer_no_request_are_shown(visit):
    def flood(message):
        if message.get("why") == "pace":
            error = {"code": "flood", "message": "Too many messages: wait a moment."}
            message.clear()
            message.update(id=None, ok=False, error=error)

    visitor = visit(hear=flood)
    visitor.new_game()
    assert "Too many messages" in visitor.page.locator("#notices .fault").first.inner_text()


def test_a_share_that_is_refused_says_why(visit):
    def refuse(message):
        if "text" in (message.get("result") or {}):
            error = {"code": "refused", "message": "Games of own parts go as files alone."}
            message.update(ok=False, error=error)

    visitor = visit(hear=refuse)
    visitor.new_game(players=1)
    visitor.click("#game-menu")
    visitor.click("#share")
    assert "go as files" in visitor.page.locator("dialog .notice.fault").inner_text()


def test_a_line_that_is_lost_is_told_and_clicks_are_answered(visit, served):
    visitor = visit()
    visitor.new_game(players=1)
    with served.closed():
        spoken(visitor, "cannot be reached")
        notices = visitor.page.locator("#notices .notice")
        for control in ("#choices button >> nth=0", "#choices button >> nth=1", "#hint"):
            visitor.page.locator(control).dispatch_event("click")
            assert "cannot be reached" in notices.inner_text()  # once
    spoken(visitor, "again")
    visitor.choose()


def test_a_line_that_is_lost_while_the_game_opens_does_not_lead_out_of_it(visit):
    cuts = []

    def cut_at_opening(message):
        if cuts and message.get("why") == "opened":
            return cuts.pop()
        return None

    visitor = visit(hear=cut_at_opening)
    visitor.new_game(players=1)
    visitor.choose()
    point, address = visitor.point, visitor.page.url
    cuts.append("cut")
    visitor.cut()
    spoken(visitor, "cannot be reached")
    while cuts:
        visitor.page.wait_for_timeout(100)
    visitor.turn_comes()
    assert (visitor.point, visitor.page.url) == (point, address)


def test_who_left_the_game_that_the_server_opens_is_not_pulled_back(visit, served):
    first = visit()
    first.new_game(players=1)
    name = first.page.url.partition("#game=")[2]

    def opens(message):
        if "open" in message.get("result", {}):
            message["result"]["open"] = name

    visitor = visit(hear=opens)
    visitor.turn_comes()
    visitor.click("#home")
    visitor.page.wait_for_selector("#start-new")
    visitor.cut()
    spoken(visitor, "cannot be reached")
    spoken(visitor, "again")
    visitor.settles()
    assert visitor.page.locator("#start-new").is_visible()
    visitor.page.reload()
    visitor.settles()
    assert visitor.page.locator("#start-new").is_visible()


def test_who_has_no_token_any_more_is_told_and_asks_no_more(visit, served):
    visitor = visit()
    visitor.new_game(players=1)
    with served.demanding("another"):
        visitor.page.wait_for_selector("dialog[open] >> text=token")
        asked = len(visitor.asked)
        visitor.page.wait_for_timeout(3000)
        assert len(visitor.asked) == asked
