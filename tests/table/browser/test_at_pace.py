"""The table at the pace that people have: bots take their time, and things move."""

import re

import pytest

from tests.table.browser.conftest import new_visitor
from tests.table.browser.visitor import NEW

pytestmark = pytest.mark.slow

#: Seconds of a beat: what the page begins with, and what shows the same in less time.
EVENING, BRISK = 0.8, 0.15

#: Collects what is told, with what is drawn meanwhile of what it names.
WATCHES = """() => {
  window.told = [];
  new MutationObserver(() => {
    const words = document.querySelector("#stage .beat")?.innerText;
    if (!words) return;
    const opacity = (what) => getComputedStyle(document.querySelector(what)).opacity;
    window.told.push({
      words,
      lit: document.querySelectorAll("#table .focus").length,
      question: opacity("#asked > *"),
      near: document.querySelector("#stage .beat").getBoundingClientRect().toJSON(),
      stage: document.querySelector("#stage").getBoundingClientRect().toJSON(),
    });
  }).observe(document.querySelector("#stage"), { childList: true });
}"""


@pytest.fixture(scope="module")
def guest(browser, served):
    """Somebody at a page on which pieces move, as it is by default."""
    visitor = new_visitor(browser, served.url, reduced_motion="no-preference")
    visitor.hears(lambda message: visitor.hear(message))
    yield visitor
    visitor.page.context.close()


@pytest.fixture
def evening(guest, served):
    """The same at a new page; ``hear`` may change what it is told."""
    guest.hear = lambda message: None
    guest.page.goto(served.url)
    yield guest
    faults = [*guest.faults]
    guest.leaves()
    served.empty()
    assert faults == []


def begin(visitor, rules=0, helps=(), seats=("person", "rules"), pace=BRISK, **fields):
    """Begin a game with bots that take their time, rules read already, with some helps."""
    visitor.settles()
    visitor.page.evaluate(
        """helps => {
          localStorage.setItem("tablemates.taught", "true");
          for (const one of ["warn", "trifles", "teach"]) {
            localStorage.setItem(`tablemates.help-${one}`, JSON.stringify(helps.includes(one)));
          }
        }""",
        list(helps),
    )
    form = {"rules": rules, "level": 1, "players": len(seats), "seats": seats, "seed": 3}
    visitor.page.evaluate(NEW, form | fields | {"pace": {"mode": "run", "seconds": pace}})
    visitor.page.wait_for_selector("#table:not([hidden]) #question")
    visitor.turn_comes()


def test_hints_come_by_themselves_while_bots_take_their_time(evening):
    begin(evening, helps=["teach"])
    for _ in range(2):
        evening.page.wait_for_selector("#advice .take")
        before = evening.point[0]
        evening.page.locator("#advice .take").first.click()
        evening.moved_from(before)


def test_trifles_are_decided_while_bots_take_their_time(evening):
    trifles = []

    def hear(message):
        trifles.extend([message] * bool((message.get("moved") or {}).get("trifle")))

    evening.hear = hear
    begin(evening, helps=["trifles"])
    for _ in range(20):
        if trifles:
            return
        evening.choose()
    raise AssertionError("none of the first choices was a trifle")


def test_evening_pace_decides_trifles_unless_people_say_otherwise(evening):
    begin(evening, pace=EVENING)
    on = "async () => (await import('/page/js/helpers.js')).isOn('trifles')"
    assert not evening.page.evaluate(on)
    evening.page.evaluate("localStorage.removeItem('tablemates.help-trifles')")
    assert evening.page.evaluate(on)
    evening.page.select_option("select[aria-label='Speed of the bots']", "0")
    evening.settles()
    assert not evening.page.evaluate(on)


def test_ones_own_turn_sounds_once(evening):
    begin(evening)
    page = evening.page
    page.evaluate(
        """() => {
          window.tones = [];
          const start = OscillatorNode.prototype.start;
          OscillatorNode.prototype.start = function (at) {
            window.tones.push(this.frequency.value);
            start.call(this, at);
          };
        }"""
    )
    page.click("#sound")
    page.evaluate("window.tones = []")
    # Until a bot has had its turn, and it is one's own again.
    for _ in range(30):
        evening.choose()
        agent = "async () => (await import('/page/js/store.js')).read().now.moved?.agent ?? null"
        if page.evaluate(agent):
            break
    heard = page.evaluate("window.tones")
    assert heard.count(660) == 1, "the tone that one's turn begins with"


def test_what_is_told_is_drawn_meanwhile_and_the_old_question_fades(evening):
    begin(evening, pace=0.3)
    evening.page.evaluate(WATCHES)
    for _ in range(3):
        evening.choose()
    told = evening.page.evaluate("window.told")
    assert len(told) > 5
    while_told = told[:-1]
    assert any(one["question"] == "0.3" for one in while_told)
    assert sum(one["lit"] for one in told) > 3
    places = {(round(one["near"]["x"]), round(one["near"]["y"])) for one in told}
    assert len(places) > 2, "words stand where things happen"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390)])
def test_words_stand_on_the_page_and_not_over_the_bar(evening, width, height):
    evening.page.set_viewport_size({"width": width, "height": height})
    begin(evening, rules=1)
    evening.page.evaluate(WATCHES)
    for _ in range(2):
        evening.choose()
    bar = evening.page.locator("#bar").bounding_box()
    told = evening.page.evaluate("window.told")
    assert len(told) > 4
    for one in told:
        near = one["near"]
        assert near["x"] >= 0, one
        assert near["right"] <= width, one
        # On a phone on its side the bar lies beside the board.
        assert near["bottom"] <= bar["y"] + 1 or near["right"] <= bar["x"] + 1, one
        stage = one["stage"]  # which cuts what lies outside
        assert stage["left"] <= near["left"] < near["right"] <= stage["right"], one


def test_dice_have_pips(evening):
    begin(evening)
    evening.page.evaluate(
        """() => {
          window.pips = [];
          new MutationObserver(() => {
            for (const die of document.querySelectorAll("#stage .die")) {
              window.pips.push([die.title, die.querySelectorAll("circle").length]);
            }
          }).observe(document.querySelector("#stage"), { childList: true });
        }"""
    )
    for _ in range(12):
        evening.choose()
        if len(evening.page.evaluate("window.pips")) > 3:
            break
    numbers = [one for one in evening.page.evaluate("window.pips") if one[0].isdigit()]
    assert numbers
    assert all(int(face) == pips for face, pips in numbers)


def test_nothing_of_a_game_stays_in_the_next(evening):
    begin(evening, chance="explicit", seats=("person",))
    while not evening.page.locator("#hands li").count():
        evening.choose()
    begin(evening, rules=1, seats=("person",))
    assert evening.page.locator("#stage .beat").count() == 0
    assert evening.page.locator("#hands").count() == 0
    begin(evening, rules=2, chance="explicit", seats=("person", "rules"))
    jobs = evening.page.locator("#hands li").all_inner_texts()
    mobs = re.compile("Magma|Ghast|Enderman|Piglin|Hoglin|Blaze")
    assert not [one for one in jobs if mobs.search(one)]


def test_begin_shows_at_once_that_it_was_pressed(evening):
    page = evening.page
    evening.settles()
    page.click("#new-game")
    busy = page.evaluate(
        """() => {
          document.querySelector("#begin").click();
          const begin = document.querySelector("#begin");
          return [begin.disabled, begin.querySelectorAll(".thinking").length];
        }"""
    )
    assert busy == [True, 1]
    page.wait_for_selector("#table:not([hidden]) #question")
    page.wait_for_selector("dialog[open]", state="detached")


def test_a_choice_that_loses_says_so_and_is_taken_by_a_second_click(evening):
    def deadly(message):
        if message.get("push") == "state" and len(message["choices"]) > 1:
            message["choices"][0]["leads"] |= {"over": True, "loses": True}

    evening.hear = deadly
    begin(evening)
    before = evening.point
    first = evening.page.locator("#choices button").first
    assert "loses the game" in first.inner_text()
    first.dispatch_event("click")
    evening.page.wait_for_selector("#inspector.warns >> text=This loses the game")
    assert evening.point == before
    evening.page.locator("#choices button").first.dispatch_event("click")
    evening.moved_from(before[0])


def test_the_inspector_forgets_what_is_not_pointed_at(evening):
    begin(evening)
    page = evening.page
    page.locator(".zone .pick").first.hover()
    page.wait_for_selector("#inspector b")
    words = page.inner_text("#inspector")
    page.locator("#board").hover(position={"x": 3, "y": 3})
    page.wait_for_function(
        "before => document.querySelector('#inspector').innerText !== before", arg=words
    )


def test_rule_cards_open_at_the_first_game_and_whenever_asked_for(evening):
    page = evening.page
    evening.settles()
    form = {"rules": 1, "level": 1, "players": 2, "seats": ["person", "rules"], "seed": 3}
    page.evaluate("localStorage.clear()")
    page.evaluate(NEW, form | {"pace": {"mode": "run", "seconds": BRISK}})
    page.wait_for_selector("#rule-card")
    seen = set()
    for _ in range(6):
        seen.add(page.inner_text("#rule-card h4"))
        page.click("#rule-next")
    assert len(seen) == 6
    assert page.locator("#rule-card").count() == 0
    page.click("#rules")
    page.wait_for_selector("#rule-card")
    page.click("[data-key='close-advice']")
    page.evaluate(NEW, form | {"pace": {"mode": "run", "seconds": BRISK}})
    evening.turn_comes()
    assert page.locator("#rule-card").count() == 0, "once is enough"


def test_a_word_about_a_broken_line_goes_when_it_stands_again(evening, served):
    begin(evening)
    page = evening.page
    served.stop()
    page.wait_for_selector("text=cannot be reached")
    page.locator("#choices button").first.dispatch_event("click")
    page.wait_for_selector(".notice >> text=cannot be reached just now")
    served.start()
    page.wait_for_selector(".notice >> text=cannot be reached just now", state="detached")


def test_a_bot_that_was_given_up_is_no_fault(evening):
    stopped = {"code": "stale", "message": "Random was stopped before it had an answer."}
    refused = []

    def hear(message):
        if message.get("ok") is False:
            refused.append(message["error"]["code"])
            message["error"] = stopped

    evening.hear = hear
    begin(evening)
    evening.page.evaluate("async () => (await import('/page/js/actions.js')).stepBot()")
    assert refused, "nobody can step a bot when it is a person's turn"
    assert evening.page.locator(".notice.fault").count() == 0


def test_the_title_of_the_page_says_that_it_is_ones_turn(evening):
    begin(evening)
    assert evening.page.title().startswith("● ")


def test_of_things_that_are_alike_one_that_has_gone_slides_to_where_one_has_come(evening):
    begin(evening)
    slid = evening.page.evaluate(
        """async () => {
          const { noteThings } = await import("/page/stage/motion.js");
          const { h, s } = await import("/page/stage/elements.js");
          const token = (name, x) => s("g", { "data-token": name },
            s("rect", { x, width: 10, height: 10 }));
          const zone = h("div", { "data-zone": "hall", style: "width: 300px" });
          const draw = (...tokens) => zone.replaceChildren(
            s("svg", { viewBox: "0 0 300 100" }, tokens.map((one) => token(...one))));
          document.body.append(zone);
          draw(["orc/1@left.0", 0], ["orc/1@left.1", 20], ["gnoll/2@left.0", 40]);
          const move = noteThings(zone);
          draw(["orc/1@left.0", 0], ["orc/1@right.0", 200], ["gnoll/2@left.0", 40]);
          move();
          const found = zone.getAnimations({ subtree: true }).map((one) =>
            [one.effect.target.dataset.token, one.effect.getKeyframes()[0].transform]);
          zone.remove();
          return found;
        }"""
    )
    assert slid == [["orc/1@right.0", "translate(-180px, 0px)"]]
