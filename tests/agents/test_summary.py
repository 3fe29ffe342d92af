"""Rows counted: cells, line-ups, totals, and line-ups beside each other."""

import re
from collections import Counter

import numpy as np
import pytest

from tablemates.agents.evaluation.report.summary import (
    cells_of,
    comparisons,
    line_ups_in,
    summaries,
    totals,
)
from tablemates.agents.evaluation.report.tables import comparisons_table, settled
from tablemates.agents.evaluation.runner import play
from tests.agents.reported import GAMES, changed, small_plan

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def plan():
    return small_plan()


@pytest.fixture(scope="module")
def rows(plan):
    return play(plan)


def test_cells_are_counted_as_the_rows_say(plan, rows):
    found = summaries(rows)
    assert [(one.players, one.level, one.agent) for one in found] == [
        (cell.players, cell.level, cell.agents[0]) for cell in plan.cells()
    ]
    for n, one in enumerate(found):
        own = rows[GAMES * n : GAMES * (n + 1)]
        assert one.won.value == sum(row.won for row in own) / GAMES
        assert one.progress.value == pytest.approx(np.mean([row.progress for row in own]))
        assert one.turns == pytest.approx(np.mean([row.turns for row in own]))
        decisions = sum(row.decisions for row in own)
        assert one.milliseconds == pytest.approx(1000 * sum(r.seconds for r in own) / decisions)
        assert one.causes == Counter(row.cause for row in own if not row.won)


@pytest.mark.parametrize(
    ("agents", "noise", "name"),
    [
        (("a",), 0.0, "a"),
        (("a", "a", "a"), 0.0, "a"),
        (("a", "b"), 0.0, "a+b"),
        (("a", "b", "a"), 0.0, "a+b"),
        (("a", "b", "a", "b"), 0.1, "a+b, noise 0.1"),
        (("a", "b", "b"), 0.0, "a+b+b"),
    ],
)
def test_a_line_up_has_one_name_for_every_number_of_players(rows, agents, noise, name):
    (row,) = changed(rows[:1], agents=agents, noise=noise)
    (line_up,) = line_ups_in([row]).values()
    assert str(line_up) == name
    assert line_up.alone == (name == "a")


def test_what_three_players_show_of_a_line_up_of_more_is_its_own(rows):
    teams = [("a", "b", "a"), ("a", "b", "a", "a"), ("b",) * 3, ("b",) * 4]
    own = [changed(rows[:1], agents=team)[0] for team in teams]
    names = [str(line_up) for line_up in line_ups_in(own).values()]
    assert names == ["a+b+a", "a+b+a", "b", "b"]
    other = changed(rows[:1], agents=("a", "b", "a", "b"))
    names = [str(line_up) for line_up in line_ups_in([*own, *other]).values()]
    assert names == ["a+b", "a+b+a", "b", "b", "a+b"]


def test_a_total_of_one_cell_has_the_interval_of_the_cell(rows):
    own = rows[:GAMES]
    (total,), (cell,) = totals(cells_of(own)), summaries(own)
    assert (total.won, total.progress) == (cell.won, cell.progress)


def test_totals_are_means_over_cells(rows):
    cells = cells_of(rows)
    random, rules = totals(cells)
    assert [str(one.line_up) for one in (random, rules)] == ["random", "rules"]
    own = [one for one in summaries(rows) if one.agent == "rules"]
    assert rules.cells == len(own) == 4
    assert rules.progress.value == pytest.approx(np.mean([one.progress.value for one in own]))
    assert rules.progress.low < rules.progress.value < rules.progress.high
    assert rules.games == sum(one.games for one in own)


def test_pairs_play_the_same_games(rows):
    # The better one wins games 0 to 5 of one cell, the other 4 to 7; half of the other
    # cell is missing, and of a third there is one agent alone.
    first = [row for row in rows if (row.players, row.level) == (2, 1)]
    made = [
        row.model_copy(update={"outcome": "won" if row.number in range(start, end) else "lost"})
        for row in first
        for start, end in [(0, 6) if row.agents[0] == "rules" else (4, 8)]
    ]
    half = [row for row in rows if (row.players, row.level) == (1, 1) and row.number < 4]
    half = changed([r for r in half if r.agents[0] == "rules" or r.number < 2], outcome="lost")
    alone = [row for row in rows if row.level == 4 and row.agents == ("random",)]
    (one,) = comparisons(cells_of([*made, *half, *changed(alone, outcome="lost")]))
    assert (str(one.a), str(one.b), one.games) == ("rules", "random", GAMES + 2)
    assert (one.pair.only_a, one.pair.only_b) == (4, 2)
    assert one.pair.difference.value == pytest.approx(2 / 10)
    assert one.p_holm == one.pair.p_value


def test_of_many_line_ups_only_single_agents_are_compared(rows):
    own = [row for row in rows if (row.players, row.level) == (2, 1) and row.agents[0] == "rules"]
    names = "abcd"
    teams = [(a, b) for a in names for b in names if a <= b]
    many = [row for team in teams for row in changed(own, agents=team)]
    pairs = comparisons(cells_of(many))
    assert len(pairs) == 6
    assert all(one.a.alone and one.b.alone for one in pairs)


def test_teams_are_compared_where_there_are_not_two_single_agents(rows):
    own = [row for row in rows if (row.players, row.level) == (2, 1) and row.agents[0] == "rules"]
    teams = [(a, b) for a in "abcd" for b in "efgh"]
    cells = cells_of([row for team in teams for row in changed(own, agents=team)])
    found = comparisons(cells)
    assert len(found) == 28
    assert "8 line-ups are left out" in comparisons_table(found, 8).note


def test_the_corrected_p_value_gives_the_verdict(rows):
    own = next(row for row in rows if row.agents == ("rules", "rules"))
    games = [own.model_copy(update={"number": number}) for number in range(40)]

    def of(agent, wins):
        won = {True: "won", False: "lost"}
        return [
            row.model_copy(update={"agents": (agent, agent), "outcome": won[row.number < wins]})
            for row in games
        ]

    pair = [*of("a", 16), *of("b", 10)]
    (alone,) = comparisons(cells_of(pair))
    assert alone.pair.p_value == alone.p_holm < 0.05
    assert settled(alone) == "differ"
    among = comparisons(cells_of([*pair, *of("c", 13), *of("d", 13)]))
    (one,) = (one for one in among if {str(one.a), str(one.b)} == {"a", "b"})
    assert one.pair.p_value < 0.05 < one.p_holm
    assert re.fullmatch(r"by about \d+ games", settled(one))
    assert one.pair.games_to_settle(one.together) > 40
