"""The line to the server: lost, found again, barred; messages that it does not take."""

import pytest

pytestmark = pytest.mark.slow


def spoken(visitor, words):
    """Wait until a live region says that."""
    said = "words => document.querySelector('#live').textContent.includes(words)"
    visitor.page.wait_for_function(said, arg=words)


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


def test_who_has_no_token_any_more_is_told_and_asks_no_more(visit, served):
    visitor = visit(apart=True)
    visitor.page.clock.install()
    visitor.new_game(players=1)
    with served.demanding("another"):
        visitor.page.wait_for_selector("dialog[open] >> text=token")
        asked = len(visitor.asked)
        visitor.page.clock.run_for(60_000)
        assert len(visitor.asked) == asked
