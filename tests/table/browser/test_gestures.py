"""Choices of several steps: a route, a mining plan; taken back, tried out, put away."""

import pytest

pytestmark = pytest.mark.slow


@pytest.fixture
def at_an_action(visit):
    visitor = visit()
    visitor.new_game(players=1)
    visitor.until_an_action()
    return visitor


def use(visitor, item):
    visitor.page.locator("#choices [aria-label=Use] button", has_text=item).click()
    visitor.page.wait_for_selector("#plan")


def test_undo_takes_single_choices_back_one_by_one(at_an_action):
    visitor = at_an_action
    start = visitor.point[0]
    use(visitor, "boots")
    visitor.page.locator("#board g.pick").last.click()
    visitor.click("#confirm")
    visitor.moved_from(start)
    end = visitor.point[0]
    assert end > start + 1
    visitor.click("#undo")
    visitor.stands_at(start)
    # As many single choices as the route had: no Undo may take them for it.
    while visitor.point[0] < end:
        move = visitor.page.locator("#choices [aria-label=Move] button")
        (move if move.count() else visitor.page.locator("#choices button")).first.click()
        visitor.settles()
    visitor.click("#undo")
    assert visitor.point[0] == end - 1
    # Neither may Redo.
    for n in range(2, end - start + 1):
        visitor.click("#undo")
        visitor.stands_at(end - n)
    visitor.click("#redo")
    assert visitor.point[0] == start + 1


def test_escape_in_a_trial_of_a_plan_ends_the_trial(at_an_action):
    visitor = at_an_action
    use(visitor, "boots")
    visitor.page.locator("#board g.pick").last.click()
    plan = visitor.text("#plan p")
    visitor.page.locator("#plan").get_by_role("button", name="What if").click()
    visitor.page.wait_for_selector("#whatif")
    visitor.page.keyboard.press("Escape")
    visitor.page.wait_for_selector("#whatif", state="detached")
    assert visitor.text("#plan p") == plan


def test_a_click_on_the_pickaxe_in_use_puts_it_away(at_an_action):
    visitor = at_an_action
    use(visitor, "pickaxe")
    visitor.page.locator("#plan .chip").first.click()
    visitor.page.locator("#plan .chip").first.wait_for()
    visitor.page.locator("#players .tile.planned").click()
    visitor.page.wait_for_selector("#choices")
    assert visitor.page.locator("#plan").count() == 0
