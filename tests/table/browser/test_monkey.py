"""A monkey at the page at its usual pace: clicks, touches, keys, in every registered game."""

import json
import logging
import random
from collections import Counter

import pytest

from tablemates.envs.registry import GAMES
from tests.table.browser.test_at_pace import EVENING

pytestmark = pytest.mark.slow

SIZES = [(1280, 800), (844, 390), (390, 844), (1024, 768)]
KEYS = [
    *("c", "b", "h", "w", "y", "u", "r", "p", "s", "g", ",", ".", "<", ">", "l", "?"),
    *("Escape", "Enter", "Enter", "Tab", "Shift+Enter", "Space"),
    *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"),
]
#: Refusals that no press may lead to: others, such as "stale", are right.
WRONG = {"internal", "malformed", "illegal", "agent"}
#: Presses after which there must have been another decision.
PATIENCE = 600
#: Looks at the page once, and acts as most presses at random do not: leaves a look back and a
#: trial, lets bots that were paused play on, takes one of the choices that are offered. Returns
#: whether the game is over, a dialog is open, something is told, and where what can be pressed
#: lies, as far as it is seen.
GLANCE = """({ pick, goesOn }) => {
  const all = (what) => [...document.querySelectorAll(what)];
  if (goesOn) {
    for (const one of ["#to-now", "[data-key='button-Back']", "#pace[aria-label^='Let']"]) {
      document.querySelector(one)?.click();
    }
  }
  const offered = all("#choices:not([aria-busy]) button");
  offered[Math.floor(pick * offered.length)]?.click();
  const board = document.querySelector("#board").getBoundingClientRect();
  return {
    over: !location.hash.includes("game=") || all("dialog[open] .verdict, #how-it-went").length > 0,
    dialog: all("dialog[open]").length > 0,
    telling: document.body.classList.contains("is-telling"),
    board: [board.x + board.width / 2, board.y + board.height / 2],
    targets: all('dialog[open] button, dialog[open] input, .zone [data-action], #drawer button,'
        + ' #verbs button, #tools button, #side button, #slider, #clocks')
      .map((one) => one.getBoundingClientRect())
      .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
      .filter(([x, y]) => x > 0 && y > 46 && x < innerWidth && y < innerHeight),
  };
}"""


#: Decisions in all games together; each takes some three seconds of a core.
ALL = 500
ROUNDS = [
    *((0, 6), (2, 3)),  # a team's and a competitive game
    *(
        pytest.param(rules, ALL // len(GAMES), marks=pytest.mark.exhaustive)
        for rules in range(len(GAMES))
    ),
]


class Line:
    """Messages over the line to the server: decisions, and refusals that are faults."""

    def __init__(self, page):
        self.sent, self.faults = Counter(), []
        page.on("websocket", self._listen)

    def _listen(self, line):
        line.on("framesent", lambda frame: self.sent.update([json.loads(frame)["do"]]))
        line.on("framereceived", self._hear)

    def _hear(self, frame):
        error = json.loads(frame).get("error")
        if error and error["code"] in WRONG:
            self.faults.append(error)


@pytest.mark.parametrize(("rules", "decisions"), ROUNDS)
def test_whatever_is_pressed_nothing_fails(visit, rules, decisions):
    rng = random.Random(rules)
    visitor = visit(has_touch=True, reduced_motion="no-preference")
    page = visitor.page
    line = Line(page)
    page.reload()
    visitor.new_game(rules=rules, pace=EVENING)
    idle, made = 0, 0
    while line.sent["choose"] < decisions and idle < PATIENCE:
        seen = page.evaluate(GLANCE, {"pick": rng.random(), "goesOn": rng.random() < 0.6})
        if seen["over"]:
            page.set_viewport_size({"width": 1280, "height": 800})
            page.goto(visitor.url)  # whatever dialog was open or about to open
            visitor.new_game(rules=rules, seed=rng.randrange(100), pace=EVENING)
            continue
        if seen["dialog"]:
            page.keyboard.press("Escape")
        if rng.random() < 0.03:
            width, height = rng.choice(SIZES)
            page.set_viewport_size({"width": width, "height": height})
            continue  # nothing is where it was seen
        if seen["telling"] and rng.random() < 0.3:
            page.mouse.click(*seen["board"])  # as who has seen enough
        for _ in range(rng.randrange(4)):
            press(page, rng, seen["targets"])
            idle += 1
        if line.sent["choose"] > made:
            idle, made = 0, line.sent["choose"]
            report = "%s: %d decisions, faults: %s; sent: %s"
            faults = visitor.faults + line.faults
            logging.getLogger(__name__).info(report, [*GAMES][rules], made, faults, line.sent)
    assert (idle < PATIENCE, line.faults, visitor.faults) == (True, [], [])


def press(page, rng, targets):
    """Press one of the targets, or anything, with the mouse, a finger or a key."""
    how = rng.random()
    if how < 0.4:
        page.keyboard.press(rng.choice(KEYS))
        return
    if how < 0.5 or not targets:
        size = page.viewport_size
        x, y = rng.randrange(size["width"]), rng.randrange(46, size["height"])
    else:
        x, y = rng.choice(targets)
    if rng.random() < 0.5:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
