"""The fixed grid, in every registered game: nothing moves, everything fits on every screen."""

import pytest

from tablemates.envs.registry import GAMES

pytestmark = pytest.mark.slow

SIZES = [
    *((1280, 800), (1920, 1080), (2560, 1440), (1024, 768)),
    *((768, 1024), (844, 390), (390, 844)),
]
#: The least share of the screen that the board takes.
SHARES = {(1280, 800): 0.48, (1920, 1080): 0.48, (2560, 1440): 0.48, (844, 390): 0.40}
PLACES = """() => ["#board", "#side", "#shared", "#seats", "#log", "#log-slider", "#bar"]
  .map((one) => { const b = document.querySelector(one).getBoundingClientRect();
                  return [one, b.x, b.y, b.width, b.height].join(" "); })"""
SHARE = """() => {
  const drawing = document.querySelector("#board .zone svg");
  const box = drawing.getBoundingClientRect(), view = drawing.viewBox.baseVal;
  const scale = Math.min(box.width / view.width, box.height / view.height);
  return view.width * view.height * scale * scale / innerWidth / innerHeight;
}"""
SCROLLS = """() => [document.documentElement.scrollWidth - innerWidth,
                    document.documentElement.scrollHeight - innerHeight]"""


@pytest.mark.parametrize(
    ("rules", "choices"),
    [
        *((rules, 5 if rules else 10) for rules in range(len(GAMES))),
        *(pytest.param(rules, 5000, marks=pytest.mark.exhaustive) for rules in range(len(GAMES))),
    ],
)
def test_nothing_moves_and_all_sizes_fit(visit, rules, choices):
    visitor = visit()
    visitor.new_game(rules=rules)
    page = visitor.page
    places = page.evaluate(PLACES)
    for n in range(choices):
        if visitor.over:
            break
        visitor.choose(n % page.locator("#choices button").count())
        assert page.evaluate(PLACES) == places
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(SCROLLS) == [0, 0], size
        assert page.evaluate(SHARE) >= SHARES.get(size, 0.2), size
        inside = page.evaluate("document.querySelector('#bar').getBoundingClientRect().bottom")
        assert inside <= size[1] + 0.5


@pytest.mark.parametrize(
    "rules", [0, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in range(1, len(GAMES)))]
)
def test_dice_and_moves_are_shown_before_the_next_question(visit, rules):
    """Beats take time: each is on the stage in its order, dice before what comes of them."""
    expected = []

    def hear(message):
        if message.get("push") == "state" and message["why"] == "moved":
            for beat in message["beats"]:
                lines = [line for line in beat["lines"] if line not in beat["dice"]]
                expected.extend(filter(None, ["".join(lines[:3] + beat["dice"])]))

    visitor = visit(hear=hear)
    visitor.new_game(rules=rules, partner="person")
    page = visitor.page
    expected.clear()
    page.select_option("select[aria-label='Speed of the bots']", "0.4")
    page.evaluate(
        "window.seen = []; new MutationObserver(() => window.seen.push("
        "document.querySelector('#stage').textContent)).observe("
        "document.querySelector('#stage'), {childList: true, subtree: true})"
    )
    while not visitor.over and len(expected) <= 6:
        visitor.choose()
    seen = iter(page.evaluate("window.seen.filter(Boolean)"))
    assert [one for one in expected if not any(shown.endswith(one) for shown in seen)] == []
    told = page.evaluate(
        "[...document.querySelectorAll('#cards p, #cards b')].map(e => e.textContent)"
    )
    assert len(told) > 3
    page.keyboard.press("Escape")  # the result of a game that is over
    page.locator(".turn-head").first.click()
    page.wait_for_selector("#looking")
    visitor.click("#to-now")
