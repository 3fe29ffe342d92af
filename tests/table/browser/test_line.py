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
