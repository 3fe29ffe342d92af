"""Luck-adjusted numbers stand beside the raw ones of the report."""

from pathlib import Path

import numpy as np
import pytest

from tablemates.agents.configs import read_config
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.report import findings
from tablemates.agents.evaluation.report.summary import Luck, cells_of, comparisons, totals
from tablemates.agents.evaluation.report.tables import (
    comparisons_table,
    luck_in_words,
    totals_table,
)
from tablemates.agents.evaluation.runner import play


@pytest.fixture(scope="module")
def rows():
    """Two line-ups in two cells, eight games each, the better one wins three quarters."""
    options = {"agents": ["random", "rules"], "levels": [1, 4], "games": 8, "workers": 1}
    played = play(read_config(Plan, Path("configs/eval/base.yaml"), options=options))
    most = {"random": 2, "rules": 6}
    return [
        row.model_copy(update={"outcome": "won" if row.number < most[row.agents[0]] else "lost"})
        for row in played
    ]


def halved(rows, _parts=None):
    return np.array([row.won / 2 for row in rows])


def test_adjusted_differences_stand_beside_the_raw_ones(rows):
    cells = cells_of(rows)
    (raw,) = comparisons(cells)
    assert (raw.adjusted, raw.factor) == (None, None)
    assert "luck-adjusted" not in comparisons_table([raw]).heads
    (one,) = comparisons(cells, Luck(rows, halved(rows)))
    assert one.pair == raw.pair
    assert one.adjusted.value == pytest.approx(raw.pair.difference.value / 2)
    assert one.adjusted.low < one.adjusted.value < one.adjusted.high
    assert one.factor == pytest.approx(4)
    table = comparisons_table([one])
    assert dict(zip(table.heads, table.lines[0], strict=True))["variance"] == "÷ 4.0"
    assert "sample" not in table.note
    assert luck_in_words(one).startswith("luck-adjusted, rules beside random: +25.0 [")


def test_what_is_not_adjusted_leaves_no_hole(rows):
    cells = cells_of(rows)
    pairs = [*comparisons(cells), *comparisons(cells, Luck(rows, halved(rows)))]
    lines = comparisons_table(pairs).lines
    assert lines[0][-2:] == ["–", "–"]
    assert len(lines[0]) == len(lines[1])
    # Where neither wins a game that the other loses, there is nothing to adjust.
    equal = [row.model_copy(update={"outcome": "lost"}) for row in rows]
    (none,) = comparisons(cells_of(equal), Luck(equal, halved(equal)))
    assert none.adjusted is None


def test_totals_are_adjusted_too(rows):
    random, rules = totals(cells_of(rows), Luck(rows, halved(rows)))
    assert rules.adjusted.value == pytest.approx(rules.won.value / 2)
    assert random.adjusted.value == pytest.approx(random.won.value / 2)
    own = [row for row in rows if row.agents[0] == "rules"]
    table = totals_table(totals(cells_of(rows), Luck(own, halved(own))))
    assert [line[4] == "–" for line in table.lines] == [False, True]
    assert len(table.lines[0]) == len(table.lines[1]) == len(table.heads)


def test_luck_is_taken_off_the_first_games_of_every_cell(rows, monkeypatch):
    monkeypatch.setattr(findings, "adjusted", halved)
    cells = cells_of(rows)
    assert findings.luck_of(cells, None) is None  # too few games
    monkeypatch.setattr(findings, "LUCK_LEAST", 1)
    monkeypatch.setattr(findings, "LUCK_MOST", 3 * len(cells))
    luck = findings.luck_of(cells, None)
    numbers = [[row.number for row in cell] for cell in luck.cells.values()]
    assert numbers == len(cells) * [[0, 1, 2]]
    (pair,) = comparisons(cells, luck)
    assert (pair.games, pair.adjusted_games) == (16, 6)
    assert "From a sample: 6 games a pair" in comparisons_table([pair]).note
