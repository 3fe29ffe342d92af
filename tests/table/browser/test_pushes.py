"""What the page makes of what the server tells it: endings, faults, points that were taken back."""

import pytest

pytestmark = pytest.mark.slow


def test_moves_taken_back_can_neither_be_branched_from_nor_corrected(visit):
    visitor = visit()
    visitor.new_game(players=1, real=True)
    while not visitor.page.locator("#outcomes-now, #rolls").count():
        visitor.choose()
    at = visitor.point[0]
    visitor.choose()

    def look_at_the_roll():
        visitor.page.fill("#slider", str(at))
        visitor.page.wait_for_selector("#looking")
        return [visitor.page.locator(one).count() for one in ("#branch", "details.correct")]

    assert look_at_the_roll() == [1, 1]
    visitor.page.fill("#slider", "0")
    visitor.click("#undo-here")
    visitor.stands_at(0)
    assert look_at_the_roll() == [0, 0]


def real_rolls(visitor):
    """Begin at a real table, enter the first two rolls, and go on to a person's choice."""
    visitor.new_game(players=1, real=True)
    while not visitor.page.locator("#outcomes-now, #rolls").count():
        visitor.choose()
    rolled = visitor.point[0]
    while visitor.page.locator("#outcomes-now, #rolls").count():
        visitor.choose(1)
    return rolled


def correct(visitor, at, n):
    """Look at a roll and say which outcome it should have been."""
    visitor.page.fill("#slider", str(at))
    visitor.page.wait_for_selector("#looking")
    visitor.click("details.correct summary")
    visitor.page.locator("details.correct button").nth(n).click()
    visitor.page.wait_for_selector("#looking", state="detached")
    visitor.turn_comes()


def take_a_hint(visitor):
    visitor.click("#hint")
    visitor.page.wait_for_selector("#advice .take")


def test_a_hint_goes_when_a_roll_is_corrected(visit):
    visitor = visit()
    rolled = real_rolls(visitor)
    at = visitor.point[0]
    take_a_hint(visitor)
    correct(visitor, rolled + 1, 0)
    assert visitor.point[0] == at, "as many moves as before, but another moment"
    assert visitor.page.locator("#advice").count() == 0
