"""Reports: counts, comparisons, cross-play, console, CSV and the page agree with the rows."""

import base64
import csv
import re
from collections import Counter
from html.parser import HTMLParser
from io import StringIO
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.console import Console

from tablemates.agents.evaluation import evaluate
from tablemates.agents.evaluation.plan import Schedule
from tablemates.agents.evaluation.report import files
from tablemates.agents.evaluation.report.console import WIDTH, print_results, print_tables
from tablemates.agents.evaluation.report.contents import Results
from tablemates.agents.evaluation.report.course import course_of
from tablemates.agents.evaluation.report.files import write_results
from tablemates.agents.evaluation.report.tables import Table, percent, verdict
from tablemates.agents.evaluation.result_folder import DIGEST
from tablemates.agents.evaluation.result_rows import read_rows
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.stats.cross_play import matrices
from tablemates.agents.evaluation.stats.summary import (
    cells_of,
    compared,
    comparisons,
    summaries,
    totals,
)
from tests.agents.evaluated import BOTS, GAME, changed, plan_of, write_rows

GAMES = 8
FIRST = {"players": 2}
GOOD = f"{BOTS}:Lighter"


@pytest.fixture(scope="module")
def plan():
    return plan_of(agents=["random", GOOD], players=[2, 3, 4], games=GAMES)


@pytest.fixture(scope="module")
def rows(plan):
    return play(plan)


@pytest.fixture(scope="module")
def folder(plan, rows, tmp_path_factory):
    """A folder with everything that an evaluation writes."""
    folder = tmp_path_factory.mktemp("results")
    write_rows(folder / "rows.jsonl", rows)
    for _ in write_results(Results(plan, rows), folder):
        pass
    return folder


@pytest.fixture(scope="module")
def own(rows):
    """The games of one cell."""
    return [row for row in rows if row.axes == FIRST and row.agents[0] == GOOD]


def compare(rows):
    cells = cells_of(rows)
    return comparisons(cells, compared(totals(cells)))


def test_cells_are_counted_as_the_rows_say(plan, rows):
    found = summaries(cells_of(rows))
    assert [(dict(one.cells[0].axes), str(one.line_up)) for one in found] == [
        (plan.scenarios[cell.scenario].axes, cell.agents[0]) for cell in plan.cells()
    ]
    for n, one in enumerate(found):
        mine = rows[GAMES * n : GAMES * (n + 1)]
        assert one.won.value == sum(row.won for row in mine) / GAMES
        assert one.progress.value == pytest.approx(np.mean([row.progress for row in mine]))
        assert one.turns == pytest.approx(np.mean([row.turns for row in mine]))
        decisions = sum(row.decisions for row in mine)
        assert one.milliseconds == pytest.approx(1000 * sum(r.seconds for r in mine) / decisions)
        assert one.causes == Counter(row.cause for row in mine if not row.won)


def test_totals_are_means_over_cells(rows):
    good, random = totals(cells_of(rows))
    assert [str(one.line_up) for one in (good, random)] == [GOOD, "random"]  # the best first
    mine = [one for one in summaries(cells_of(rows)) if str(one.line_up) == GOOD]
    assert (len(good.cells), good.games) == (3, sum(one.games for one in mine))
    assert good.progress.value == pytest.approx(np.mean([one.progress.value for one in mine]))
    assert good.progress.low < good.progress.value < good.progress.high
    (total,), (cell,) = totals(cells_of(rows[:GAMES])), summaries(cells_of(rows[:GAMES]))
    assert (total.won, total.progress) == (cell.won, cell.progress)


def test_progress_by_turn_rises_to_that_of_the_row(rows):
    course = course_of(cells_of(rows), GAME)
    assert len(course.rows) == len(rows)
    for row, curve in zip(course.rows, course.progress, strict=True):
        assert (np.diff(curve) >= 0).all()
        assert curve[row.turns :].tolist() == pytest.approx([row.progress] * (81 - row.turns))
    assert (course.progress[:, 1] < course.progress[:, -1]).any()


def test_pairs_are_compared_on_common_games(rows):
    # The better one wins games 0 to 5 of one cell, the other 4 to 7; half of the other cell is
    # missing, and of a third there is one agent alone.
    first = [row for row in rows if row.axes == FIRST]
    made = [
        row.model_copy(update={"won": row.number in range(start, end)})
        for row in first
        for start, end in [(0, 6) if row.agents[0] == GOOD else (4, 8)]
    ]
    half = [row for row in rows if row.scenario == "players-4" and row.number < 4]
    half = changed([r for r in half if r.agents[0] == GOOD or r.number < 2], won=False)
    alone = [row for row in rows if row.axes == {"players": 3} and row.agents[0] == "random"]
    (one,) = compare([*made, *half, *changed(alone, won=False)])
    assert (str(one.a), str(one.b), one.pair.games) == (GOOD, "random", GAMES + 2)
    assert (one.pair.only_a, one.pair.only_b) == (4, 2)
    assert one.pair.difference.value == pytest.approx(2 / 10)
    assert one.p_holm == one.pair.p_value


def test_the_corrected_p_value_gives_the_verdict(own):
    games = [own[0].model_copy(update={"number": number}) for number in range(40)]

    def of(agent, wins):
        return [
            row.model_copy(update={"agents": (agent, agent), "won": row.number < wins})
            for row in games
        ]

    pair = [*of("a", 16), *of("b", 10)]
    (alone,) = compare(pair)
    assert alone.pair.p_value == alone.p_holm < 0.05
    assert verdict(alone) == "differ"
    among = compare([*pair, *of("c", 13), *of("d", 13)])
    (one,) = (one for one in among if {str(one.a), str(one.b)} == {"a", "b"})
    assert one.pair.p_value < 0.05 < one.p_holm
    assert verdict(one) == "undecided"


def rows_of(plan, shares, row):
    """Return rows of a plan in which teams win as often as they are told to."""
    schedule, scenarios = Schedule(plan), plan.scenarios
    return [
        row.model_copy(
            update={
                "agents": task.cell.agents,
                "scenario": task.cell.scenario,
                "axes": scenarios[task.cell.scenario].axes,
                "number": task.number,
                "won": task.number < shares[task.cell.agents[:2]] * plan.games,
            }
        )
        for task in map(schedule.task, range(len(schedule)))
    ]


def test_the_cross_play_matrix_agrees_with_the_rows(rows):
    plan = plan_of(agents=["a", "b"], cross_play=True, games=4)
    shares = {("a", "a"): 0.5, ("a", "b"): 0.25, ("b", "a"): 0.75, ("b", "b"): 1.0}
    found = matrices(plan, rows_of(plan, shares, rows[0]))
    assert [one.title for one in found] == ["2 players", "3 players"]
    # With two players a+b appears both ways round, with three both orders have played.
    np.testing.assert_array_equal(found[0].won, [[0.5, 0.25], [0.25, 1.0]])
    np.testing.assert_array_equal(found[1].won, [[0.5, 0.25], [0.75, 1.0]])
    assert found[0].baseline()[:2] == (0.75, 0.25)
    assert found[0].baseline().ratio.value == pytest.approx(1 / 3)
    for scale, words in ((1, "itself 75.0 %: ratio 0.333 ["), (0, "no game is won alone")):
        text = StringIO()
        scaled = {team: scale * share for team, share in shares.items()}
        results = Results(plan, rows_of(plan, scaled, rows[0]))
        print_results(results, Console(file=text, width=90))
        assert words in " ".join(text.getvalue().split())


def printed(plan, rows):
    text = StringIO()
    print_results(Results(plan, rows), Console(file=text, width=WIDTH))
    return text.getvalue()


def test_the_console_table_is_complete_and_narrow(plan, rows):
    long = changed(rows, agents=("runs/a_long_name/policy",))
    odd = changed(rows, agents=("cmd:x [/b]",))
    text = printed(plan, [*rows, *long, *odd])
    assert max(map(len, text.splitlines())) <= WIDTH
    for one in summaries(cells_of(rows)):
        assert percent(one.won) in text
        assert percent(one.progress) in text
    for word in ("seeds eval 0", "ruleset", "In pairs", "runs/a_long_name/policy", "x [/b]"):
        assert word in text
    assert "…" not in text
    assert "WARNING" not in text


@pytest.mark.slow
def test_forfeits_are_reported_everywhere(plan, rows, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MOST_REPLAYS", 1)
    sentence = "random raised <ValueError>: [/b] it | fell"
    lost = {"forfeit": sentence, "cause": "crash", "won": False}
    bad = [*changed(rows[:3], **lost), *rows[3:]]
    told = f"random forfeited 3 of {3 * GAMES} games: {sentence} (3 times)"
    assert f"WARNING: {told}" in printed(plan, bad)
    write_rows(tmp_path / "rows.jsonl", bad)
    for _ in write_results(Results(plan, bad), tmp_path):
        pass
    page = (tmp_path / "report.html").read_text()
    assert 'role="alert"' in page
    assert "&lt;ValueError&gt;" in page
    assert "<ValueError>" not in page


def test_the_csv_file_has_every_number(rows, folder):
    with (folder / "results.csv").open() as file:
        lines = list(csv.DictReader(file))
    for one, line in zip(summaries(cells_of(rows)), lines, strict=True):
        assert (line["agent"], line["games"]) == (str(one.line_up), str(GAMES))
        assert [line["players"]] == one.cells[0].labels
        assert float(line["won"]) == pytest.approx(one.won.value, abs=1e-6)
        assert float(line["progress_low"]) == pytest.approx(one.progress.low, abs=1e-6)
        causes = {name[8:]: int(line[name]) for name in line if name.startswith("lost_by_")}
        assert causes == {cause: one.causes[cause] for cause in causes}
        assert sum(causes.values()) == one.causes.total()


class Outline(HTMLParser):
    """Collects what a page is made of, and checks that elements are closed."""

    VOID = frozenset({"meta", "br", "hr", "img", "input", "link"})

    def __init__(self, page):
        super().__init__()
        self.open, self.addresses, self.ids, self.tables = [], [], [], []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.ids.append(values.get("id"))
        self.addresses += [values[name] for name in ("href", "src") if name in values]
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("th", "td"):
            self.tables[-1][-1].append((tag, values.get("scope")))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_needs_no_other_file(folder):
    page = (folder / "report.html").read_text()
    outline = Outline(page)
    drawn = [one for one in outline.addresses if one.startswith("data:image/svg+xml;base64,")]
    assert drawn
    for address in drawn:
        assert ElementTree.fromstring(base64.b64decode(address.partition(",")[2])).tag[-3:] == "svg"
    for address in outline.addresses:
        if address.startswith("#"):
            assert address[1:] in outline.ids
        elif address not in drawn:
            assert (folder / address).is_file()
    assert page.count("srcdoc=") == len(list((folder / "replays").glob("*.html")))
    assert not re.search('<link|@import|url\\(http|src="http', page)
    assert outline.tables
    for head, *lines in outline.tables:
        assert set(head) == {("th", "col")}
        assert lines
        assert all(line[0] == ("th", "row") and len(line) == len(head) for line in lines)


@pytest.mark.slow
def test_the_command_plays_verifies_and_reports(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(files, "MOST_REPLAYS", 1)
    own = ["--game", GAME]
    words = [*own, "--scenario", "players=2,3", "--games", "2", "--purpose", "tune"]
    assert evaluate.main([*words, "--workers", "1", "--out", str(tmp_path / "out")]) == 0
    assert "2 games a cell, seeds tune 0" in capsys.readouterr().out
    rows = tmp_path / "out" / "rows.jsonl"
    assert {row.axes["players"] for row in read_rows(rows)} == {2, 3}
    assert evaluate.main([*own, "--verify", str(rows), "--sample", "2"]) == 0
    assert capsys.readouterr().out.startswith("4 rows hold, 2 of them played again; sha256 ")
    rows.write_text(rows.read_text().replace('"won":true', '"won":false'))
    (rows.parent / DIGEST).unlink()
    assert evaluate.main([*own, "--verify", str(rows)]) == 1
    assert "its won is False, and played again it is True" in capsys.readouterr().err


@pytest.mark.parametrize("width", [60, 80, 110, 200])
def test_tables_with_long_names_keep_their_numbers_and_the_names(width):
    long, other = (f"runs/{'a_policy_' * 12}{n}_with_one_end" for n in (1, 2))
    assert len(long) >= 120
    score, out = "57.0 [54.9, 59.2]", StringIO()
    heads = ["agents", "level", "won, %", "mean progress, %", "lost by, % of games"]
    cells = [[name, "1", score, score, "time 20, portal 4"] for name in (long, other, "random")]
    matrix = [[name, "12.5", "100.0"] for name in (long, other)]
    tables = [Table("Cells", heads, cells, names=2), Table("Pairs", ["with", long, other], matrix)]
    print_tables(tables, Console(file=out, width=width))
    lines = out.getvalue().splitlines()
    assert [line for line in lines if len(line) > width] == [
        line for line in lines if line.endswith((long, other)) and len(line) > width
    ]
    assert [line.split(": ")[1] for line in lines[-2:]] == [long, other]
    shown = "\n".join(lines[:-2])
    columns = 2 if "mean progress" in shown.split("too wide")[0] else 1
    assert shown.count(score) == 3 * columns
    assert {"12.5", "100.0"} <= set(shown.split())
    names = [line.split(":")[0] for line in lines[-2:]]
    assert len(set(names)) == 2
    assert shown.replace("\n", " ").count("random") == 1
