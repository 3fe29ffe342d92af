"""The fixed grid, in every registered game: nothing moves, everything fits on every screen."""

import pytest

from tablemates.envs.registry import GAMES
from tests.core.display.test_legibility import SCREENS, room_of

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
#: Of the zones that are seen: role, width and height of the drawing, pixels of a unit.
SCALES = """() => [...document.querySelectorAll("#table .zone")].filter((one) => one.offsetWidth)
  .map((one) => { const svg = one.querySelector("svg"), { width, height } = svg.viewBox.baseVal;
                  return [one.dataset.role, width, height, svg.getScreenCTM().a]; })"""
SCROLLS = """() => [document.documentElement.scrollWidth - innerWidth,
                    document.documentElement.scrollHeight - innerHeight]"""


@pytest.mark.parametrize(
    ("rules", "choices"),
    [
        *((rules, 4) for rules in range(len(GAMES))),
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


#: Clocks that are cut, or lie beside the screen or over something else.
CUT_CLOCKS = """() => {
  const nav = document.querySelector(".top nav").getBoundingClientRect();
  return [...document.querySelectorAll("#clocks .clock")].filter((one) => {
    const box = one.getBoundingClientRect(), words = one.firstElementChild;
    const over = box.right > nav.left + 1 && box.top < nav.bottom - 1 && box.bottom > nav.top;
    const top = document.querySelector(".top").getBoundingClientRect();
    return words.scrollWidth > words.clientWidth + 1 || box.left < 0 || box.right > innerWidth + 1
      || over || box.bottom > top.bottom + 1 || box.height < 20;
  }).map((one) => one.innerText);
}"""
#: What of the bar is cut: choices without a sign that says so, and tools.
CUT_CHOICES = """() => {
  const bar = document.querySelector("#verbs").getBoundingClientRect();
  const inside = (one) => {
    const box = one.getBoundingClientRect();
    return box.left >= bar.left - 1 && box.right <= bar.right + 1;
  };
  const all = [...document.querySelectorAll("#verbs > *")];
  const hidden = all.filter((one) => one.hidden).length;
  const more = document.querySelector("#more-verbs");
  const said = more ? Number(/\\d+/.exec(more.innerText)[0]) : 0;
  const tools = document.querySelector("#tools");
  return [
    ...all.filter((one) => !one.hidden && !inside(one)).map((one) => one.innerText),
    ...all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.innerText),
    ...(said === hidden ? [] : [`${hidden} are hidden, ${said} are said`]),
    ...(tools.scrollWidth > tools.clientWidth + 1 ? ["tools"] : []),
  ];
}"""
#: Of the players' buttons the words and faces that are cut; and how much of a mat is seen.
CUT_PLAYERS = """() => [...document.querySelectorAll("#players button")].flatMap((one) => {
  const box = one.getBoundingClientRect();
  return [...one.children].filter((part) => {
    const { width, right } = part.getBoundingClientRect();
    return width > 1 && right > box.right + 0.5;
  }).map((part) => part.outerHTML);
})"""
MAT = """() => document.querySelector("#mats").getBoundingClientRect().height"""
#: Text and targets of the shell that are too small.
TINY = """(least) => {
  const found = [];
  for (const one of document.querySelectorAll("body *:not(.zone *)")) {
    const seen = one.checkVisibility({ visibilityProperty: true });
    if (!seen || one.closest(".unseen, .empty")) continue;
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (own && size < least) found.push([size, one.outerHTML.slice(0, 80)]);
    const box = one.getBoundingClientRect();
    const target = one.matches("button, select, summary, [type=range]");
    const side = Math.min(box.width, box.height);
    if (target && side < 28) found.push([side, one.outerHTML.slice(0, 80)]);
  }
  return found;
}"""


#: Where a finger that goes for the middle of a small thing, a little beside it, finds neither that
#: thing nor another one whose middle is nearer.
MISSED = """async (tip) => {
  const { thingAt } = await import("/page/js/finger.js");
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2, Math.min(width, height)];
  };
  const missed = [];
  let tried = 0;
  for (const one of document.querySelectorAll(".zone [data-about], .zone [data-action]")) {
    const [x, y, size] = middle(one);
    if (!size || size >= tip || one.closest("[data-action].pick")) continue;
    for (const [dx, dy] of [[0.45, 0], [-0.45, 0], [0, 0.45], [0, -0.45]]) {
      const [clientX, clientY] = [x + dx * tip, y + dy * tip];
      const target = document.elementFromPoint(clientX, clientY);
      if (!target?.closest(".zone")?.contains(one)) continue; // beside the drawing
      if (target.closest(".pick")) continue; // what may be chosen there goes first
      tried += 1;
      const found = thingAt({ target, clientX, clientY, pointerType: "touch" })
        .closest("[data-about], [data-action]");
      const [fx, fy, small] = found ? middle(found) : [];
      const nearer = found && Math.hypot(fx - clientX, fy - clientY) <= 0.46 * tip;
      if (found !== one && !nearer && !(small < tip)) missed.push(one.dataset.about);
    }
  }
  return [tried, missed];
}"""
#: What may be chosen in the drawings and is smaller than a finger's tip.
SMALL_PICKS = """(tip) => [...document.querySelectorAll(".zone .pick")].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return width && Math.min(width, height) < tip - 0.5;
}).map((one) => one.getAttribute("aria-label"))"""


@pytest.mark.parametrize("rules", range(len(GAMES)))
def test_a_finger_finds_what_is_smaller_than_its_tip(visit, rules):
    visitor = visit(width=390, height=844, has_touch=True)
    visitor.new_game(rules=rules, players=4)
    visitor.choose()
    tried = 0
    for tab in ("shared", "seats"):
        visitor.click(f"[data-key='tab-{tab}']")
        count, missed = visitor.page.evaluate(MISSED, 28)
        tried += count
        assert missed == []
    assert tried


#: What is written in the drawings in letters that are too small.
SMALL_TEXTS = """(least) => [...document.querySelectorAll("#table .zone svg text")].map((text) => {
  const seen = text.getBoundingClientRect().width && text.textContent.trim();
  const { a, b } = text.getScreenCTM();
  return [seen ? parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b) : least,
          text.textContent];
}).filter(([size]) => size < least - 0.05)"""


@pytest.mark.parametrize(
    ("rules", "questions"),
    [
        *((rules, 2) for rules in range(len(GAMES))),
        *(pytest.param(rules, 100, marks=pytest.mark.exhaustive) for rules in range(len(GAMES))),
    ],
)
def test_no_clock_and_no_choice_is_cut(visit, rules, questions):
    visitor = visit()
    visitor.new_game(rules=rules, players=3)
    page = visitor.page
    for n in range(questions):
        if visitor.over:
            page.set_viewport_size({"width": 1280, "height": 800})
            page.goto(visitor.url)
            visitor.new_game(rules=rules, players=3, seed=n)
        for size in ((1280, 800), (1920, 1080), (1024, 768), (390, 844), (844, 390)):
            least = 12 if size[0] < 900 else 11
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.wait_for_function(f"() => ({CUT_CHOICES})().length === 0")
            assert page.evaluate(CUT_CLOCKS) == [], size
            assert page.evaluate(CUT_PLAYERS) == [], size
            assert page.evaluate(MAT) > 100, size
            for tab in ("shared", "seats"):  # one of them is seen where there is less room
                if page.locator(f"[data-key='tab-{tab}']").is_visible():
                    page.click(f"[data-key='tab-{tab}']")
                assert page.evaluate(SMALL_PICKS, 28) == [], (size, tab)
                assert page.evaluate(SMALL_TEXTS, least) == [], (size, tab)
            assert page.evaluate(TINY, least) == [], size
        visitor.choose(n % page.locator("#choices button").count())


def test_all_choices_of_the_bar_are_reached_by_the_sign_at_its_end(visit):
    visitor = visit(width=390, height=844)
    visitor.new_game(rules=0)
    page = visitor.page
    while not page.locator("#more-verbs").count():
        visitor.choose()
    page.click("#more-verbs")
    page.wait_for_selector("#drawer .sheet")
    shown = page.locator("#choices button:visible").count()
    assert shown == page.locator("#choices button").count() > 1
    page.click("[data-key='close-choices']")
    page.wait_for_selector("#drawer .sheet", state="detached")


def test_two_fingers_bring_the_board_nearer_and_a_double_tap_brings_it_back(visit):
    visitor = visit(width=390, height=844, has_touch=True)
    visitor.new_game(rules=0)
    page = visitor.page
    page.evaluate(
        """() => {
          const board = document.querySelector("#board");
          const at = (type, pointerId, x, y) => board.dispatchEvent(new PointerEvent(type, {
            pointerId, clientX: x, clientY: y, pointerType: "touch", bubbles: true }));
          at("pointerdown", 1, 150, 200); at("pointerdown", 2, 200, 200);
          at("pointermove", 2, 260, 200); at("pointermove", 1, 100, 200);
          at("pointerup", 1, 100, 200); at("pointerup", 2, 260, 200);
        }"""
    )
    zoom = "() => Number(document.querySelector('#board').style.getPropertyValue('--zoom'))"
    assert page.evaluate(zoom) > 2
    assert page.evaluate(SCROLLS) == [0, 0]
    box = page.locator("#board").bounding_box()
    for _ in range(20):  # on a busy machine two taps may come too late after each other
        page.touchscreen.tap(box["x"] + 4, box["y"] + 4)
        page.touchscreen.tap(box["x"] + 4, box["y"] + 4)
        page.wait_for_timeout(500)
        if page.evaluate(zoom) == 1:
            break
    assert page.evaluate(zoom) == 1


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
    while not visitor.over and len(expected) <= 4:
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


@pytest.mark.parametrize("rules", range(len(GAMES)))
def test_zones_have_the_room_that_is_counted_on_for_their_letters(visit, rules):
    visitor = visit()
    visitor.new_game(rules=rules)
    page = visitor.page
    for screen in SCREENS:
        page.set_viewport_size({"width": screen, "height": dict(SIZES)[screen]})
        seen = {}
        for tab in ("shared", "seats"):
            if page.locator(f"[data-key='tab-{tab}']").is_visible():
                page.click(f"[data-key='tab-{tab}']")
            for role, *size, scale in page.evaluate(SCALES):
                seen[role] = scale
                assert scale >= 0.98 * room_of(role, *size, screen), (role, screen)
        assert {"board", "seat"} <= set(seen)
