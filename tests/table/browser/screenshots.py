"""Take the pictures of the page in ``docs/table`` anew: ``make screenshots``.

With ``--sizes FOLDER`` it takes every game on every screen instead, in light and dark, and writes a
page that shows them; with ``--before FOLDER`` beside those that another checkout has taken.
"""

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tablemates.envs.registry import GAMES
from tests.table.browser.conftest import Table, chromium, new_visitor
from tests.table.browser.visitor import Visitor

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "table"
PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True}
WIDE = {"viewport": {"width": 1280, "height": 800}}
MOVES = 40  # before the picture of each game is taken
SIZES = ((1280, 800), (1920, 1080), (1024, 768), (390, 844), (844, 390))


def take_sizes(folder, before):
    """Take every game on every screen, and write a page with the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    shown = []
    with TemporaryDirectory() as games, sync_playwright() as playwright:
        table = Table(Path(games))
        table.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for rules, game in enumerate(GAMES):
            visitor = new_visitor(browser, table.url)
            visitor.page.goto(table.url)
            visitor.new_game(rules=rules, level=1, players=3, partner="rules", seed=11)
            while visitor.point[0] < MOVES and not visitor.over:
                visitor.choose()
            for width, height in SIZES:
                visitor.page.set_viewport_size({"width": width, "height": height})
                for colours in ("light", "dark"):
                    visitor.page.emulate_media(color_scheme=colours)
                    name = f"{game}-{width}x{height}-{colours}.png"
                    visitor.page.screenshot(path=folder / name)
                    shown.append(name)
            visitor.page.context.close()
        browser.close()
        table.stop()
    old = Path(os.path.relpath(before, folder)) if before else None
    (folder / "index.html").write_text(
        "<!doctype html><title>The table</title><style>img { max-width: 49% }</style>"
        + "".join(
            f"<h2>{name}</h2>"
            + "".join(f'<img src="{one}">' for one in (old and old / name, name) if one)
            for name in shown
        ),
        encoding="utf-8",
    )


def main() -> int:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=Path, metavar="FOLDER")
    parser.add_argument("--before", type=Path, metavar="FOLDER")
    asked = parser.parse_args()
    if asked.sizes:
        take_sizes(asked.sizes, asked.before)
    else:
        take_pictures()
    return 0


def take_pictures() -> None:
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


if __name__ == "__main__":
    sys.exit(main())
