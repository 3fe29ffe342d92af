"""Take the pictures of the page in ``docs/table`` anew: ``make screenshots``.

With ``--sizes FOLDER`` it takes every game on every screen instead, in light and dark, and puts
those of a game on one sheet in ``docs/table``; with ``--before FOLDER`` beside those that another
checkout has taken by the same command.
"""

import argparse
import base64
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


#: Of a sheet: name of each picture, and its width there.
SHEET = (
    *(("1280x800-light", 640), ("1280x800-dark", 640), ("1920x1080-light", 640)),
    *(("1024x768-light", 640), ("844x390-light", 640), ("390x844-light", 316)),
    ("390x844-dark", 316),
)
QUALITY = 82


def keep(page, name):
    """Keep what a page shows as a small file in the documentation."""
    debugger = page.context.new_cdp_session(page)
    asked = {"format": "webp", "quality": QUALITY}
    data = debugger.send("Page.captureScreenshot", asked)["data"]
    (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(data))


def take_sizes(folder, before):
    """Take every game on every screen, and put the pictures of each game on a sheet."""
    folder.mkdir(parents=True, exist_ok=True)
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
            visitor.page.context.close()
            sheet(browser, game, folder, before)
        browser.close()
        table.stop()


def sheet(browser, game, folder, before):
    """Put the pictures of a game on a sheet, first the one of before beside that of today."""
    shown = []
    if before and (old := before / f"{game}-1280x800-light.png").is_file():
        shown.append((old, 640, "before"))
    for name, width in SHEET:
        shown.append((folder / f"{game}-{name}.png", width, name.replace("-", ", ")))
    figures = ""
    for file, width, words in shown:
        data = base64.b64encode(file.read_bytes()).decode()
        figures += f"<figure><figcaption>{words}</figcaption>"
        figures += f"<img width={width} src='data:image/png;base64,{data}'></figure>"
    style = "body { margin: 8px; font: 13px sans-serif; display: flex; flex-wrap: wrap; gap: 8px }"
    page = browser.new_page(viewport={"width": 1304, "height": 100})
    page.set_content(f"<!doctype html><style>{style} figure {{ margin: 0 }}</style>{figures}")
    page.wait_for_load_state("networkidle")
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": 1304, "height": height})
    keep(page, f"sizes_{game}")
    page.close()


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

        for rules, game in enumerate(GAMES):
            visitor = visit(**WIDE)
            visitor.new_game(rules=rules, level=1, players=3, partner="rules", seed=11)
            while visitor.point[0] < MOVES and not visitor.over:
                visitor.choose()
            keep(visitor.page, game)
            if rules == 0:
                visitor.click("#hint")
                visitor.page.wait_for_selector("#advice .take")
                keep(visitor.page, "hint")
                visitor.play_by_hints()
                visitor.page.wait_for_selector("#report .balance")
                keep(visitor.page, "end")
        custom = visit(**WIDE)
        custom.settles()
        custom.click("#new-game")
        for key in ("own-level", "tiles-more", "mobs-hoglin-more", "bosses-ancient hoglin-hard"):
            custom.click(f"[data-key='{key}']")
        custom.settles()
        keep(custom.page, "custom")
        real = visit(**WIDE)
        real.new_game(players=2, partner="value", real=True, seed=4)
        while not real.page.locator("#rolls").count():
            real.choose()
        keep(real.page, "real")
        phone = visit(**PHONE)
        phone.new_game(rules=0, players=2, partner="value", seed=5)
        for _ in range(4):
            phone.choose()
        keep(phone.page, "phone")
        start = visit(**WIDE)
        start.page.wait_for_selector("#continue")
        start.page.wait_for_load_state("networkidle")
        keep(start.page, "start")
        browser.close()
        table.stop()


if __name__ == "__main__":
    sys.exit(main())
