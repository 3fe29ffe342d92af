"""Cross-play: the matrix says what the rows say, and its ratio is that to the diagonal."""

from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from tablemates.agents.configs import read_config
from tablemates.agents.evaluation.cross_play import matrices, print_matrices
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.evaluation.runner import play

BASE = Path("configs/eval/base.yaml")


def plan_of(**options):
    given = {"cross_play": True, "levels": [1, 5], "games": 4, "workers": 1, **options}
    return read_config(Plan, BASE, options=given)


@pytest.fixture(scope="module")
def one_row():
    (row,) = play(plan_of(cross_play=False, agents=["random"], levels=[1], games=1))
    return row


def rows_of(plan, shares, row):
    """Return rows of a plan in which teams win as often as they are told to."""
    rows: list[Row] = []
    for cell in plan.cells():
        won = shares[cell.agents[:2]]
        for task in plan.tasks(cell):
            outcome = "won" if task.number < won * plan.games else "lost"
            fields = {"agents": cell.agents, "level": cell.level, "players": cell.players}
            rows.append(row.model_copy(update={**fields, "outcome": outcome}))
    return rows


def test_the_matrix_says_what_the_rows_say(one_row):
    plan = plan_of(agents=["a", "b"], players=[2, 3])
    shares = {("a", "a"): 0.5, ("a", "b"): 0.25, ("b", "a"): 0.75, ("b", "b"): 1.0}
    found = matrices(plan, rows_of(plan, shares, one_row))
    assert [(one.players, one.level) for one in found] == [(2, 1), (2, 5), (3, 1), (3, 5)]
    # With two players a+b stands there both ways round, with three both orders have played.
    np.testing.assert_array_equal(found[0].won, [[0.5, 0.25], [0.25, 1.0]])
    np.testing.assert_array_equal(found[2].won, [[0.5, 0.25], [0.75, 1.0]])
    assert found[0].overall()[:2] == (0.75, 0.25)
    assert found[0].overall().ratio.value == pytest.approx(1 / 3)
    assert found[2].overall().ratio.value == pytest.approx(0.5 / 0.75)


def test_it_is_printed_with_its_ratio(one_row):
    plan = plan_of(agents=["a", "b"])
    shares = {("a", "a"): 0.5, ("a", "b"): 0.25, ("b", "b"): 1.0}
    text = StringIO()
    print_matrices(plan, rows_of(plan, shares, one_row), Console(file=text, width=90))
    assert "Cross-play, level 5, 2 players: games won, %" in text.getvalue()
    assert "with others 25.0 %, with itself 75.0 %: ratio 0.333 [" in text.getvalue()
    text = StringIO()
    nothing = dict.fromkeys(shares, 0.0)
    print_matrices(plan, rows_of(plan, nothing, one_row), Console(file=text, width=90))
    assert "no ratio, since nothing is won alone" in text.getvalue()


def test_other_plans_have_no_matrix():
    text = StringIO()
    print_matrices(plan_of(cross_play=False), [], Console(file=text))
    assert text.getvalue() == ""
