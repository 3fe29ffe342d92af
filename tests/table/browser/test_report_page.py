"""The report of an evaluation as a person reads it: the verdict first, tables that sort."""

import pytest

from tablemates.agents.evaluation import evaluate
from tablemates.envs.registry import GAMES
from tests.table.browser.conftest import new_visitor

pytestmark = pytest.mark.slow

ORDER = """(table) => [...table.tBodies[0].rows].map((row) => row.cells[0].textContent)"""


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    out = tmp_path_factory.mktemp("report") / "out"
    words = ["--game", [*GAMES][1], "--agents", "random", "rules", "simple", "--games", "20"]
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
    table = page.get_by_role("table", name="Over all cells").or_(page.locator("table").first).first
    first = page.evaluate(ORDER, table.element_handle())
    head = table.locator("thead th button").nth(3)
    head.click()
    down = page.evaluate(ORDER, table.element_handle())
    head.click()
    assert page.evaluate(ORDER, table.element_handle()) == down[::-1]
    assert sorted(first) == sorted(down)
    assert down[0] == "rules"
    page.context.close()
    assert visitor.faults == []
