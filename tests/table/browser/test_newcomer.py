"""Somebody who knows nothing and does only what the page says."""

import re

import pytest

from tablemates.envs.registry import GAMES

pytestmark = pytest.mark.slow

GUIDED = "JSON.parse(localStorage.getItem('tablemates.guided'))"


#: A whole game takes half a minute: each time one of them.
EACH = [pytest.param(n, marks=[] if n == 1 else pytest.mark.exhaustive) for n in range(len(GAMES))]


@pytest.mark.parametrize("rules", EACH)
def test_a_newcomer_finishes_a_game_by_cards_guide_and_hints(visit, rules):
    visitor = visit(apart=True)
    page = visitor.page
    page.evaluate("localStorage.clear()")
    visitor.settles()
    page.add_init_script("localStorage.clear()")
    page.reload()
    visitor.fill_in(rules=rules, partner="rules")
    page.wait_for_selector("#rule-card")
    while not page.locator("#guide-me").count():
        page.click("#rule-next")
    page.click("#guide-me")
    lessons = set()
    while True:
        if page.evaluate(GUIDED) is None:
            break  # two turns are over
        page.wait_for_selector("#lesson:not([hidden]) #lesson-next, #advice .take")
        if page.locator("#lesson:not([hidden]) #lesson-next").count():
            page.click("#lesson-next")  # a tour of the table
            continue
        lessons.add(page.inner_text("#lesson-text"))
        before = visitor.point[0]
        page.locator("#advice .take").first.click()
        visitor.moved_from(before)
    assert len(lessons) > 2
    visitor.play_by_hints()
    assert visitor.over
    assert re.search("The team has (won|lost)|[a-z] won", visitor.text("dialog .verdict"))
    page.wait_for_selector("#report .balance")
    # Replay: from the beginning, with its slider, and back to the end.
    visitor.click("#end-replay")
    page.wait_for_selector("#looking")
    visitor.click("#to-now")
    page.wait_for_selector("#looking", state="detached")
    at, of = visitor.point
    assert at == of > 20
