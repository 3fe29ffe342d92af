"""What the page makes of what the server tells it: endings, faults, points that were taken back."""

import pytest

pytestmark = pytest.mark.slow


def reports_asked(visitor):
    return sum(one["do"] == "report" for one in visitor.said)


def test_the_report_is_that_of_the_ending_that_is_there(visit):
    lost = []

    def lose_reports(message):
        if lost and "turning_points" in message.get("result", {}):
            return False
        return None

    visitor = visit(hear=lose_reports)
    visitor.new_game(players=1, seed=4)
    lost.append(True)
    visitor.play_by_hints()
    visitor.page.keyboard.press("Escape")
    visitor.click("#how-it-went")
    visitor.page.wait_for_selector("#report-progress")
    assert reports_asked(visitor) == 1  # it is under way
    lost.clear()
    other = visit(path=visitor.page.url.removeprefix(visitor.url))
    other.click("#undo")
    visitor.page.wait_for_selector("dialog[open]", state="detached")
    other.click("#redo")
    visitor.page.wait_for_selector("#report .balance")
    assert reports_asked(visitor) == 2
    other.page.wait_for_selector("dialog[open] .verdict")
    other.page.keyboard.press("Escape")
    other.click("#undo")
    visitor.page.wait_for_selector("dialog[open]", state="detached")
    other.click("#redo")
    visitor.page.wait_for_selector("dialog[open] .verdict")
    assert reports_asked(visitor) == 3


def test_a_partner_that_is_gone_is_told_where_nobody_else_is_left(visit):
    words = "somebody is not here any more: a person sits there now."
    gone = [words]

    def lose_partner(message):
        if message.get("push") == "state" and gone:
            message["pace"]["fault"] = words
            for seat in message["seats"]:
                seat["who"] = "person"

    visitor = visit(hear=lose_partner)
    visitor.new_game(players=2, partner="person")
    assert visitor.page.locator("#pace").count() == 0
    assert words in visitor.text("#decision .fault")
    gone.clear()
    visitor.click("#decision .fault button")
    visitor.page.wait_for_selector("#decision .fault", state="detached")


def test_moves_taken_back_can_neither_be_branched_from_nor_corrected(visit):
    visitor = visit()
    visitor.new_game(players=1, real=True)
    while not visitor.page.locator("#typed").count():
        visitor.choose()
    at = visitor.point[0]
    visitor.page.locator("#outcomes button").first.click()
    visitor.moved_from(at)

    def look_at_the_roll():
        visitor.page.fill("#slider", str(at))
        visitor.page.wait_for_selector("#looking")
        return [visitor.page.locator(one).count() for one in ("#branch", "details.correct")]

    assert look_at_the_roll() == [1, 1]
    visitor.page.fill("#slider", "0")
    visitor.click("#undo-here")
    visitor.stands_at(0)
    assert look_at_the_roll() == [0, 0]
