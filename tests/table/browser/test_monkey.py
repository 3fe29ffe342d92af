"""A monkey at the page at its usual pace: clicks, touches, keys, in every registered game."""

import json
import random

import pytest

from tablemates.envs.registry import GAMES
from tests.table.browser.test_at_pace import EVENING

pytestmark = pytest.mark.slow

SIZES = [(1280, 800), (844, 390), (390, 844), (1024, 768)]
KEYS = [
    *("c", "b", "h", "w", "y", "u", "r", "p", "s", ",", ".", "<", ">", "l", "?"),
    *("Escape", "Enter", "Enter", "Tab", "Shift+Enter", "Space"),
    *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"),
]
#: What is there when a game is over.
ENDED = "dialog[open] .verdict, #how-it-went"
#: Leaves a look back and a trial, and lets bots that were paused play on.
GOES_ON = """() => ["#to-now", "[data-key='button-Back']", "#pace[aria-label^='Let']"]
  .forEach((one) => document.querySelector(one)?.click())"""
#: Where something that can be pressed lies on the screen, as far as it is seen.
TARGETS = """() => [...document.querySelectorAll(
    'dialog[open] button, dialog[open] input, .zone [data-action], #drawer button, #verbs button,'
    + ' #tools button, #side button, #slider, #clocks')]
  .map((one) => one.getBoundingClientRect())
  .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
  .filter(([x, y]) => x > 0 && y > 46 && x < innerWidth && y < innerHeight)"""


ROUNDS = [
    *((0, 14), (2, 6)),  # a team's and a competitive game
    *(pytest.param(rules, 500, marks=pytest.mark.exhaustive) for rules in range(len(GAMES))),
]


@pytest.mark.parametrize(("rules", "decisions"), ROUNDS)
def test_whatever_is_pressed_nothing_fails(visit, rules, decisions):
    rng = random.Random(rules)
    visitor = visit(has_touch=True, reduced_motion="no-preference")
    page = visitor.page
    page.on("websocket", lambda line: line.on("framesent", hear))
    chosen = []

    def hear(frame):
        message = json.loads(frame)
        if message["do"] == "choose":
            chosen.append(message)

    page.reload()
    visitor.new_game(rules=rules, pace=EVENING)
    while len(chosen) < decisions:
        if "#game=" not in page.url or page.locator(ENDED).count():
            page.set_viewport_size({"width": 1280, "height": 800})
            page.goto(visitor.url)  # whatever dialog was open or about to open
            visitor.new_game(rules=rules, seed=rng.randrange(100), pace=EVENING)
        elif page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
        if rng.random() < 0.03:
            width, height = rng.choice(SIZES)
            page.set_viewport_size({"width": width, "height": height})
        # Most of what is pressed at random decides nothing: a choice from the list now and then.
        page.evaluate("document.querySelector('#choices:not([aria-busy]) button')?.click()")
        if rng.random() < 0.2:
            page.evaluate(GOES_ON)
        for _ in range(rng.randrange(4)):
            press(page, rng)
    assert visitor.faults == []


def press(page, rng):
    """Press something with the mouse, a finger or a key."""
    how = rng.random()
    if how < 0.4:
        page.keyboard.press(rng.choice(KEYS))
        return
    targets = page.evaluate(TARGETS)
    if how < 0.5 or not targets:
        size = page.viewport_size
        x, y = rng.randrange(size["width"]), rng.randrange(46, size["height"])
    else:
        x, y = rng.choice(targets)
    if rng.random() < 0.5:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
