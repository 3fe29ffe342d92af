"""Measure how fast the page answers and draws: ``python -m tests.table.browser.pace``.

Milliseconds from a click to the next question, bots at once; frames a second while bots play at
their usual speed and pieces move.
"""

import statistics
import sys
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tablemates.envs.registry import GAMES
from tests.table.browser.conftest import Table, chromium
from tests.table.browser.visitor import CHOICES, POINT, Visitor

CLICKS = 40
MOVES = 8  # while frames are counted
ANSWER = f"""() => new Promise((done) => {{
  const point = () => {{ {POINT} return at; }};
  const asked = () => document.querySelector("dialog[open] .verdict")
    || (document.body.dataset.settled === "true" && document.querySelector("{CHOICES}"));
  const before = point(), begun = performance.now();
  document.querySelector("{CHOICES}").click();
  const look = () => point() > before && asked()
    ? done(performance.now() - begun) : setTimeout(look, 1);
  look();
}})"""
COUNT = """() => {
  window.frames_seen = [];
  const count = (now) => { window.frames_seen.push(now); requestAnimationFrame(count); };
  requestAnimationFrame(count);
}"""


def main() -> int:
    """Print a line for every game."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = Table(Path(folder))
        table.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for rules, game in enumerate(GAMES):
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            context.set_default_timeout(300_000)  # games are compiled meanwhile
            visitor = Visitor(context.new_page(), table.url)
            waits = []
            for seed in range(CLICKS):  # games may be short
                visitor.page.goto(table.url)
                visitor.new_game(rules=rules, players=3, partner="rules", seed=seed)
                if seed > 0:  # what is compiled at its first use is compiled now
                    while len(waits) < CLICKS and not visitor.over:
                        waits.append(visitor.page.evaluate(ANSWER))
                else:
                    visitor.choose()
                if len(waits) == CLICKS:
                    break
            visitor.page.goto(table.url)
            visitor.new_game(rules=rules, players=3, partner="rules", seed=3)
            visitor.page.select_option("select[aria-label='Speed of the bots']", index=2)
            visitor.page.evaluate(COUNT)
            for _ in range(MOVES):
                if not visitor.over:
                    visitor.choose()
            steps = [b - a for a, b in pairwise(visitor.page.evaluate("window.frames_seen"))]
            print(
                f"{game}: question to question {statistics.median(waits):.0f} ms, slowest "
                f"{max(waits):.0f} of {len(waits)}; {1000 / statistics.mean(steps):.0f} frames a "
                f"second, {sum(step > 40 for step in steps)} of {len(steps)} later than 40 ms"
            )
            context.close()
        browser.close()
        table.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
