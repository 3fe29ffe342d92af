"""Take the pictures of the page in ``docs/table`` anew: ``make screenshots``."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tablemates.envs.registry import GAMES
from tests.table.browser.conftest import Table, chromium
from tests.table.browser.visitor import Visitor

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "table"
PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True}
WIDE = {"viewport": {"width": 1280, "height": 800}}
MOVES = 40  # before the picture of each game is taken


def main() -> int:
    """Play a little of every game and take pictures of it."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = Table(Path(folder))
        table.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])

        def visit(**settings):
            context = browser.new_context(reduced_motion="reduce", **settings)
            context.set_default_timeout(300_000)  # games are compiled meanwhile
            page = context.new_page()
            page.goto(table.url)
            return Visitor(page, table.url)

        def keep(visitor, name):
            visitor.page.screenshot(path=FOLDER / f"{name}.png")

        for rules, game in enumerate(GAMES):
            visitor = visit(**WIDE)
            visitor.new_game(rules=rules, level=1, players=3, partner="rules", seed=11)
            while visitor.point[0] < MOVES and not visitor.over:
                visitor.choose()
            keep(visitor, game)
            if rules == 0:
                visitor.click("#hint")
                visitor.page.wait_for_selector("#advice .take")
                keep(visitor, "hint")
                visitor.play_by_hints()
                visitor.page.wait_for_selector("#report .balance")
                keep(visitor, "end")
        custom = visit(**WIDE)
        custom.settles()
        custom.click("#new-game")
        for key in ("own-level", "tiles-more", "mobs-hoglin-more", "bosses-ancient hoglin-hard"):
            custom.click(f"[data-key='{key}']")
        custom.settles()
        keep(custom, "custom")
        real = visit(**WIDE)
        real.new_game(players=2, partner="value", real=True, seed=4)
        while not real.page.locator("#rolls").count():
            real.choose()
        keep(real, "real")
        phone = visit(**PHONE)
        phone.new_game(rules=0, players=2, partner="value", seed=5)
        for _ in range(4):
            phone.choose()
        keep(phone, "phone")
        start = visit(**WIDE)
        start.page.wait_for_selector("#continue")
        start.page.wait_for_load_state("networkidle")
        keep(start, "start")
        browser.close()
        table.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
