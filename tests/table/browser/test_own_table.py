"""Things on one's own table and in one's own box, entered on the page."""

import pytest

from tablemates.envs.registry import GAMES

pytestmark = pytest.mark.slow

PAINTED = """async ({ game }) => {
  const { showBox } = await import("/page/js/box.js");
  await showBox(game);
  for (const one of document.querySelectorAll("dialog details")) one.open = true;
}"""


@pytest.mark.parametrize("game", GAMES)
def test_my_box_is_painted_with_the_games_own_signs(visit, game):
    visitor = visit()
    visitor.settles()
    page = visitor.page
    page.evaluate(PAINTED, {"game": game})
    if not page.locator(".map").count():
        assert page.locator("#box-count").inner_text().startswith("0 of 0") or (
            page.locator("[data-place]").count() > 0
        )
        return
    section = page.locator("details:has(.map)").first
    brush = section.locator("[data-key^=sign-][aria-pressed=false]:has(svg)").last
    space = section.locator("[data-key^=space-]").first
    before, words = space.get_attribute("aria-label"), brush.get_attribute("aria-label")
    brush.click()
    section.locator("[data-key^=space-]").first.click()
    after = section.locator("[data-key^=space-]").first.get_attribute("aria-label")
    assert after != before
    assert after.endswith(words)
    assert page.inner_text("#box-count").startswith("1 of")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("rules", range(len(GAMES)))
def test_what_lies_there_is_entered_drawn_and_played_on_from(visit, rules):
    visitor = visit()
    page = visitor.page
    visitor.settles()
    visitor.click("#new-game")
    page.locator("input[name=rules]").nth(rules).check(force=True)
    page.locator("input[name=chance]").nth(1).check(force=True)
    page.click("[data-key=position]")
    page.wait_for_selector("#position-drawn svg")
    # In a field: what is wrong stands beside it.
    page.locator("#position-form summary").first.click()
    turn = page.locator("#position-form [data-key=turn]")
    turn.fill("two")
    turn.press("Tab")
    page.wait_for_selector("label:has([data-key=turn]) .fault >> text=two")
    assert page.locator("#position-use").is_disabled()
    turn.fill("7")
    turn.press("Tab")
    page.wait_for_selector("#position-use:not([disabled])")
    assert page.locator("#position-form .fault").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # As text, which says the same.
    page.locator("#position-form summary").last.click()
    written = page.input_value("#position-text")
    assert "turn: 7" in written.splitlines()
    page.fill("#position-text", f"{written}\nno_such_key: 3")
    page.press("#position-text", "Tab")
    page.wait_for_selector("#position-fault .fault >> text=no_such_key")
    page.fill("#position-text", written)
    page.press("#position-text", "Tab")
    page.wait_for_selector("#position-use:not([disabled])")
    page.click("#position-use")
    assert "what you entered" in page.inner_text("#position")
    page.click("#begin")
    page.wait_for_selector("#table:not([hidden]) #question")
    assert "turn 7" in page.inner_text("#where")
