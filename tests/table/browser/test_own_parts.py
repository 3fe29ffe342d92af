"""Own parts, sent as a file through the dialog for a new game."""

from pathlib import Path

import pytest

from tests.table.test_own_parts import REACH

pytestmark = pytest.mark.slow

PARTS = Path(__file__).parents[1] / "parts.yaml"
CELL = 48  # units of the drawing that a space is wide
WIDTHS = f"all => all.map((one) => one.getAttribute('width') / {CELL})"
SPACES = "all => all.map((one) => [Number(one.dataset.row), Number(one.dataset.column)])"


def test_they_are_drawn_as_they_are(visit):
    visitor = visit()
    visitor.click("#new-game")
    visitor.click("details.more summary")
    visitor.page.set_input_files("#parts", PARTS)
    visitor.page.wait_for_selector("#parts-name")
    assert visitor.text("#parts-name") == "parts.yaml"
    for seat in range(2):
        visitor.page.select_option(f"#seat-{seat}", "person")
    visitor.page.fill("#seed", "3")
    visitor.page.press("#seed", "Tab")
    visitor.click("#begin")
    visitor.turn_comes()
    start, *_ = visitor.page.eval_on_selector_all("#board .part-edge", WIDTHS)
    *_, portal = visitor.page.eval_on_selector_all("#board .face-down", WIDTHS)
    assert (start, portal) == (2, 3)
    mobs = visitor.page.locator("#board .place[data-tip*=reach]")
    assert mobs.count() == 3
    for n in range(mobs.count()):
        mob = mobs.nth(n)
        tip = mob.get_attribute("data-tip")
        (reach,) = [far for kind, far in REACH.items() if kind in tip]
        assert tip.endswith(f"reach {reach}")
        mob.hover()
        row, column = int(mob.get_attribute("data-row")), int(mob.get_attribute("data-column"))
        reached = visitor.page.eval_on_selector_all("#board .reached", SPACES)
        assert max(abs(r - row) + abs(c - column) for r, c in reached) == reach
