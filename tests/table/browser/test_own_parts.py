"""Own parts, sent as a file through the dialog for a new game."""

from pathlib import Path

import pytest

from tablemates.table.partners import PARTNER
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


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"mobs:\n  cat: {life: 3, mark: assumed}\n", "cat"),
        (b"{", "is not YAML"),
        (b"#" * 200_000, "too large"),
    ],
)
def test_broken_ones_get_a_sentence_and_nothing_is_lost(visit, content, said):
    visitor = visit()
    visitor.click("#new-game")
    assert visitor.page.input_value("#seat-1") == PARTNER
    visitor.page.locator("input[name=players]").nth(2).check(force=True)
    visitor.page.select_option("#seat-1", "rules")
    visitor.click("details.more summary")
    visitor.page.fill("#seed", "77")
    file = {"name": "broken.yaml", "mimeType": "text/yaml", "buffer": content}
    visitor.page.set_input_files("#parts", file)
    notice = visitor.page.locator(".notice.fault")
    assert said in notice.inner_text()
    notice.click(trial=True)  # nothing lies on top of it
    assert visitor.page.locator("#parts-name").count() == 0
    assert visitor.page.input_value("#parts") == ""
    assert visitor.page.input_value("#seed") == "77"
    assert visitor.page.locator("input[name=players]").nth(2).is_checked()
    visitor.click("#begin")
    visitor.turn_comes()
    assert "Yellow" in visitor.text("#players")
