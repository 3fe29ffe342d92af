"""The report of an evaluation as a person reads it: the verdict first, tables that sort."""

import re

import pytest

from tablemates.agents.evaluation import evaluate
from tablemates.envs.registry import GAMES
from tests.table.browser.conftest import new_visitor

pytestmark = pytest.mark.slow

CELLS = """([table, column]) => [...table.tBodies[0].rows]
  .map((row) => row.cells[column].textContent.trim())"""


def number(words):
    """Return the number that a cell begins with as a list of one; empty: none."""
    return [
        float(one) for one in re.findall(r"^[<+]?\s*([-\u2212]?[\d.]+)", words.replace(",", ""))[:1]
    ]


def is_sorted(cells, down):
    numbers = [value for cell in cells for value in number(cell)]
    if not numbers:
        names = [re.split(r"(\d+)", cell.lower())[0] for cell in cells]
        return names == sorted(names, reverse=down)
    blank = [not number(cell) for cell in cells]
    return numbers == sorted(numbers, reverse=down) and blank == sorted(blank)


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    out = tmp_path_factory.mktemp("report") / "out"
    words = ["--game", [*GAMES][1], "--agents", "random", "rules", "simple", "--games", "10"]
    assert (
        evaluate.main([*words, "--scenario", "players=2", "--workers", "1", "--out", str(out)]) == 0
    )
    return out / "report.html"


def test_the_report_says_who_is_best_and_its_tables_sort(browser, report):
    visitor = new_visitor(browser, report.as_uri(), color_scheme="dark")
    page = visitor.page
    page.goto(report.as_uri())
    said = page.locator(".verdict")
    assert "rules is best. It wins" in said.inner_text()
    assert "points [" in said.inner_text()
    assert said.bounding_box()["y"] < 200
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(map(int, dark[4:-1].split(","))) < 60
    causes = page.get_by_role("table", name="Lost by, % of games")
    assert "Game Over" in causes.inner_text() or "game over" in causes.inner_text().lower()
    for table in page.locator("table").element_handles():
        rows = sorted(page.evaluate(CELLS, [table, 0]))
        for column, head in enumerate(table.query_selector_all("thead th button")):
            head.click()
            first = page.evaluate(CELLS, [table, column])
            assert is_sorted(first, down=any(map(number, first)))
            head.click()
            assert is_sorted(
                page.evaluate(CELLS, [table, column]), down=not any(map(number, first))
            )
            assert sorted(page.evaluate(CELLS, [table, 0])) == rows
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.context.close()
    assert visitor.faults == []
