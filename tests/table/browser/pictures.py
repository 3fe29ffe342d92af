"""Takes the pictures of the table that the docs show: ``make table-pictures``."""

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.table.browser.conftest import Table, chromium
from tests.table.browser.visitor import Visitor

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "table"
COLOURS = 255
PARTNER = "planner-tuned"
WIDE, PHONE = (1280, 800), (390, 844)


def keep(name, png):
    """Keep a picture with few colours, which is all that the page has."""
    with Image.open(BytesIO(png)) as picture:
        plain = picture.convert("RGB")
        few = plain.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        few.save(FOLDER / f"{name}.png", optimize=True)


def take_a_hint(visitor):
    """Do what the adviser would."""
    before = visitor.point[0]
    visitor.click("#hint")
    visitor.page.locator("#advice .take").first.click()
    visitor.moved_from(before)


def until_an_action(visitor, turn):
    """Play until a person has the second action of a turn as late as that."""
    while not (
        "action 2 of 2" in visitor.text("#question")
        and int(visitor.text("#where").rpartition(" ")[2]) >= turn
    ):
        take_a_hint(visitor)


def play(visitor):
    visitor.new_game(level=5, players=4, partner=PARTNER, seed=7)
    until_an_action(visitor, turn=21)
    keep("play", visitor.page.screenshot())


def hint(visitor):
    visitor.new_game(level=2, players=2, partner=PARTNER, seed=8)
    until_an_action(visitor, turn=5)
    visitor.click("#hint")
    visitor.page.wait_for_selector("#advice .take")
    keep("hint", visitor.page.locator("#decision").screenshot())


def end(visitor):
    visitor.new_game(level=1, players=2, partner="planner", seed=4)
    visitor.play_by_hints()
    visitor.page.wait_for_selector("#report .balance")
    keep("end", visitor.page.locator("dialog").screenshot())


def real(visitor):
    visitor.new_game(level=3, players=2, partner=PARTNER, seed=5, real=True)
    for _ in range(12):
        visitor.choose()
    while not visitor.page.locator("#outcomes-now").count():
        visitor.choose()
    keep("real", visitor.page.screenshot())


def phone(visitor):
    visitor.new_game(level=2, players=2, partner=PARTNER, seed=8)
    until_an_action(visitor, turn=3)
    visitor.page.evaluate("scrollTo(0, 0)")
    keep("phone", visitor.page.screenshot())


PICTURES = {
    play: (WIDE, "light"),
    hint: (WIDE, "light"),
    end: (WIDE, "light"),
    real: (WIDE, "light"),
    phone: (PHONE, "dark"),
}


def main(wanted):
    """Take all pictures, or those that are named."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = Table(Path(folder))
        table.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for take, ((width, height), scheme) in PICTURES.items():
            if wanted and take.__name__ not in wanted:
                continue
            page = browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme=scheme,
                reduced_motion="reduce",
            )
            visitor = Visitor(page, table.url)
            page.goto(table.url)
            take(visitor)
            page.close()
        browser.close()
        table.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
