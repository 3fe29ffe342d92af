"""The page as such: every size, keyboard, accessibility, weight, nothing from elsewhere."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytestmark = pytest.mark.slow

PAGE = Path(__file__).resolve().parents[3] / "table" / "page"
AXE = Path(__file__).with_name("axe.min.js")
HEAVIEST = 500 * 1024
#: Begins many games without opening one.
MANY = """async (count) => {
  const { ask } = await import("/page/js/actions.js");
  const { rules } = (await import("/page/js/store.js")).read().hello.rules[0];
  const one = { rules, scenario: { players: 2 }, seats: ["person", "person"], chance: "sampled" };
  for (let seed = 0; seed < count; seed += 1) await ask("new", { ...one, seed });
}"""


def scrolls_sideways(visitor):
    return visitor.page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )


def serious(visitor):
    """Return what axe finds that is serious or worse."""
    # Through the debugger: the page itself allows no foreign script, and shall not.
    visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = visitor.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        (one["id"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"][:200])
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
    ]


def test_it_weighs_little_and_has_no_script_or_style_inside():
    files = [file for file in PAGE.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) <= HEAVIEST
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    assert "<style" not in html
    assert " style=" not in html
    assert html.count("<script") == html.count('<script type="module" src="/page/')


@pytest.mark.parametrize(("size", "scheme"), [((1280, 800), "light"), ((390, 844), "dark")])
def test_no_serious_findings_and_nothing_beside_the_screen(visit, size, scheme):
    visitor = visit(width=size[0], height=size[1], color_scheme=scheme)
    visitor.new_game(level=5, players=4)
    visitor.choose()
    visitor.click("#hint")
    visitor.page.wait_for_selector("#advice .take")
    assert not scrolls_sideways(visitor)
    assert serious(visitor) == []
    visitor.click("#home")
    visitor.page.wait_for_selector("#continue")
    assert serious(visitor) == []
    if size[0] < 500:
        visitor.click("#start-new")
        assert not scrolls_sideways(visitor)


def test_a_long_list_begins_with_the_newest_games(visit):
    visitor = visit()
    visitor.settles()
    visitor.page.evaluate(MANY, 23)
    visitor.page.reload()
    visitor.settles()
    rows = visitor.page.locator(".game-row")
    assert rows.count() == 21  # one to go on with, and twenty
    visitor.click("#all-games")
    assert rows.count() == 23
    assert not visitor.page.locator("#all-games").count()


def test_nothing_is_fetched_from_elsewhere(visit, served):
    visitor = visit()
    visitor.new_game()
    hosts = {urlsplit(url).netloc for url in visitor.asked if not url.startswith("data:")}
    assert hosts == {urlsplit(served.url).netloc}


def test_the_keyboard_alone_is_enough(visit):
    visitor = visit()
    keys = visitor.page.keyboard
    visitor.page.wait_for_selector("#start-new")
    keys.press("n")
    visitor.page.wait_for_selector("#begin")
    visitor.page.focus("#begin")
    keys.press("Enter")
    visitor.page.select_option("select[aria-label='Speed of the bots']", "0")
    visitor.turn_comes()
    start = visitor.point[0]
    keys.press("b")
    assert visitor.page.evaluate("document.activeElement.closest('.zone') !== null")
    first = visitor.page.evaluate("document.activeElement.dataset.action")
    keys.press("ArrowDown")
    assert visitor.page.evaluate("document.activeElement.dataset.action") != first
    keys.press("Enter")
    visitor.moved_from(start)
    keys.press("c")
    keys.press("ArrowRight")
    keys.press("ArrowLeft")
    at = visitor.point[0]
    keys.press("Enter")
    visitor.moved_from(at)
    keys.press("u")
    visitor.page.wait_for_selector("#redo:enabled")
    keys.press("?")
    assert visitor.text("dialog h2") == "Keys"
    keys.press("Escape")
    visitor.page.wait_for_selector("dialog[open]", state="detached")
