"""The report: what it says is what the rows say, and every form of it can be read."""

import csv
from collections import Counter
from html.parser import HTMLParser
from io import StringIO
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.console import Console

from tablemates.agents.evaluation.cross_play import Matrix
from tablemates.agents.evaluation.happenings.counting import PORTAL, START
from tablemates.agents.evaluation.report import WIDTH, files, print_table, write_results
from tablemates.agents.evaluation.report.figures.deaths import Board, deaths_of
from tablemates.agents.evaluation.report.findings import Findings
from tablemates.agents.evaluation.report.sections import Sections, family_of
from tablemates.agents.evaluation.report.story import Story, killers_of
from tablemates.agents.evaluation.report.summary import (
    cells_of,
    summaries,
    totals,
)
from tablemates.agents.evaluation.report.tables import (
    Table,
    percent,
    totals_table,
)
from tablemates.agents.evaluation.report.teams import pairs_of_teams_table, ratios_table, shares_of
from tablemates.agents.evaluation.runner import play
from tablemates.envs.core.replay import Replay
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.reported import GAMES, changed, small_plan

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def plan():
    return small_plan()


@pytest.fixture(scope="module")
def rows(plan):
    return play(plan)


@pytest.fixture(scope="module")
def folder(plan, rows, tmp_path_factory):
    """A folder with everything that a report consists of."""
    folder = tmp_path_factory.mktemp("results")
    for _ in write_results(plan, rows, folder):
        pass
    return folder


def printed(plan, rows, width=WIDTH):
    text = StringIO()
    print_table(plan, rows, Console(file=text, width=width))
    return text.getvalue()


def test_budgets_of_one_agent_are_joined_and_teams_are_not(rows):
    own = [row for row in rows if (row.players, row.level) == (2, 1) and row.agents[0] == "rules"]
    teams = [
        ("rollout:4", "rollout:4"), ("rollout:8", "rollout:8"), ("rollout:4", "rules"),
        ("champion:4", "champion:4"), ("champion:4:runs/a", "champion:4:runs/a"),
    ]  # fmt: skip
    found = totals(cells_of([row for team in teams for row in changed(own, agents=team)]))
    families = [family_of(one.line_up) for one in found]
    assert len(set(families)) == 4
    assert families[0] == families[1]


def test_cross_play_stands_beside_its_diagonal():
    won = np.array([[2, 1, 0], [1, 4, 2], [0, 2, 0]])
    matrix = Matrix(1, 2, ("a", "b", "c"), np.arange(4) < won[..., None])
    assert shares_of(matrix)["b", "c"] == 0.5
    assert [[*line[:4], line[4].split()[0]] for line in ratios_table([matrix]).lines] == [
        ["a", "level 1, 2 players", "50.0", "12.5", "0.250"],
        ["b", "level 1, 2 players", "100.0", "37.5", "0.375"],
        ["c", "level 1, 2 players", "0.0", "25.0", "–"],
        ["all of them", "level 1, 2 players", "50.0", "25.0", "0.500"],
    ]
    # Who keeps least stands first: 0 of 25 %, 25 of 75 %, 50 of 50 %.
    assert [[*line[:4], line[4].split()[0]] for line in pairs_of_teams_table([matrix]).lines] == [
        ["a+c", "level 1, 2 players", "25.0", "0.0", "0.000"],
        ["a+b", "level 1, 2 players", "75.0", "25.0", "0.333"],
        ["b+c", "level 1, 2 players", "50.0", "50.0", "1.000"],
    ]


@pytest.mark.parametrize("cross_play", [False, True])
def test_the_page_has_cross_play_where_it_was_played(plan, rows, cross_play):
    own = [row for row in rows if (row.players, row.level) == (2, 1) and row.agents[0] == "rules"]
    names = ("random", "rules")
    options = {"cross_play": cross_play, "agents": names, "levels": (1,), "players": (2,)}
    teams = [(a, b) for a in names for b in names if a <= b and (a == b or cross_play)]
    made = Findings.of(
        plan.model_copy(update=options), [r for t in teams for r in changed(own, agents=t)], "0"
    )
    keys = [section.key for section in Sections(made).all()]
    assert ("teams" in keys) == cross_play
    assert keys[:2] == ["results", "pairs"]


# -- the console ----------------------------------------------------------------------


def test_the_table_is_whole_at_110_columns(plan, rows):
    long = changed(rows, agents=("runs/a_long_name/policy",))
    odd = changed(rows, agents=("cmd:x [/b]",))
    text = printed(plan, [*rows, *long, *odd])
    assert max(map(len, text.splitlines())) <= WIDTH
    for one in summaries(rows):
        assert percent(one.won) in text
        assert percent(one.progress) in text
    for word in ("seeds eval 0", "ruleset", "In pairs", "runs/a_long_name/policy", "x [/b]"):
        assert word in text
    assert "…" not in text


def test_forfeits_are_said_everywhere(plan, rows, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MOST_REPLAYS", 1)
    assert "WARNING" not in printed(plan, rows)
    sentence = "random raised <ValueError>: [/b] it | fell"
    lost = {"forfeit": sentence, "cause": "crash", "outcome": "lost"}
    bad = [*changed(rows[:3], **lost), *rows[3:]]
    said = f"random forfeited 3 of {4 * GAMES} games: {sentence} (3 times)"
    assert f"WARNING: {said}" in printed(plan, bad)
    for _ in write_results(plan, bad, tmp_path):
        pass
    shown = said.replace("<", "&lt;").replace("|", "\\|")
    assert shown in (tmp_path / "results.md").read_text()
    page = (tmp_path / "report.html").read_text()
    assert 'role="alert"' in page
    assert "&lt;ValueError&gt;" in page
    assert "<ValueError>" not in page
    assert "forfeited" in page


# -- files --------------------------------------------------------------------------


def test_the_csv_file_has_every_number(rows, folder):
    with (folder / "results.csv").open() as file:
        lines = list(csv.DictReader(file))
    for one, line in zip(summaries(rows), lines, strict=True):
        assert (line["agent"], line["games"]) == (one.agent, str(GAMES))
        assert (line["level"], line["players"]) == (str(one.level), str(one.players))
        assert float(line["won"]) == pytest.approx(one.won.value, abs=1e-6)
        assert float(line["progress_low"]) == pytest.approx(one.progress.low, abs=1e-6)
        causes = {name: int(line[name]) for name in line if name.startswith("lost_by_")}
        assert causes == {f"lost_by_{name[8:]}": one.causes[name[8:]] for name in causes}
        assert sum(causes.values()) == one.causes.total()


def test_markdown_tables_are_whole(folder, rows):
    text = (folder / "results.md").read_text()
    blocks = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    assert len(blocks) >= 10
    for block in blocks:
        assert len({line.count("|") for line in block}) == 1
        assert len(block) > 2
    assert rows[-1].hash in text
    assert all(name in text for name in ("Blocks", "Tasks against layers", "Items found"))


def test_who_sees_what_is_hidden_is_called_a_bound(rows):
    cells = cells_of([*rows, *changed(rows[:GAMES], agents=("clairvoyant:8",))])
    note = totals_table(totals(cells)).note
    assert "clairvoyant:8: sees what is hidden" in note
    assert "sees what is hidden" not in totals_table(totals(cells_of(rows))).note


def test_names_and_reasons_of_strangers_are_only_words():
    table = Table("T", ["a"], [["x\ny|z \\| *b* <script> < 0.01 \x1b[31m"]])
    assert "| x y\\|z \\\\\\| \\*b\\* &lt;script> < 0.01  [31m |" in table.markdown()


def test_names_do_not_break_a_markdown_table():
    text = Table("title", ["agent", "won"], [["cmd:a | b", "1"]]).markdown()
    assert "| cmd:a \\| b | 1 |" in text


def test_a_replay_of_each_line_up_can_be_played(folder, rows):
    written = sorted((folder / "replays").glob("*.json"))
    assert len(written) == len({(row.agents[0], row.outcome) for row in rows})
    for file in written:
        replay = Replay.read(file)
        game = Game(Settings.of_recipe(replay.recipe))
        for _ in replay.play(game):
            pass
        assert file.stem.endswith(game.ending()["outcome"])
        assert "<html" in file.with_suffix(".html").read_text()


# -- the page -------------------------------------------------------------------------


class Outline(HTMLParser):
    """What a page is made of."""

    VOID = frozenset({"meta", "br", "hr", "img", "input", "link"})

    def __init__(self):
        super().__init__()
        self.open = []
        self.addresses = []
        self.ids = []
        self.tables = []

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

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_needs_no_other_file(folder):
    page = (folder / "report.html").read_text()
    outline = Outline()
    outline.feed(page)
    assert outline.open == []
    for address in outline.addresses:
        if address.startswith("#"):
            assert address[1:] in outline.ids
        else:
            assert (folder / address).is_file()
    assert "<link" not in page
    assert page.count("srcdoc=") == len(list((folder / "replays").glob("*.html")))
    for sign in ("@import", "url(http", 'src="http', "prefers-color-scheme: dark", "viewport"):
        assert (sign in page) == (sign in ("prefers-color-scheme: dark", "viewport")), sign


def test_tables_of_the_page_have_heads(folder):
    outline = Outline()
    outline.feed((folder / "report.html").read_text())
    assert len(outline.tables) > 8
    for head, *lines in outline.tables:
        assert set(head) == {("th", "col")}
        assert lines
        for line in lines:
            assert line[0] == ("th", "row")
            assert len(line) == len(head)


def test_drawings_of_the_page_are_well_formed(folder):
    page = (folder / "report.html").read_text()
    drawings = ["<svg" + part.split("</svg>")[0] + "</svg>" for part in page.split("<svg")[1:]]
    assert len(drawings) >= 10
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        assert root.get("aria-label") or root.get("aria-hidden") == "true"


# -- what happened ----------------------------------------------------------------------


def test_a_sample_is_taken_from_every_cell_and_said(rows):
    cells = cells_of(rows)
    whole = Story.of(cells)
    assert whole.sample_in_words() == f"All {len(rows)} games."
    part = Story.of(cells, most=len(rows) // 4)
    assert part.sample_in_words().startswith(f"A sample: {len(rows) // 4} of {len(rows)} games")
    counts = Counter(
        (line_up, row.players, row.level)
        for line_up, row in zip(part.line_ups, part.rows, strict=True)
    )
    assert len(counts) == len(cells)
    assert set(counts.values()) == {2}
    for row, happened in zip(part.rows, part.happened.counts, strict=True):
        assert happened["turn"] == row.turns


def test_deaths_are_drawn_where_they_were(rows):
    story = Story.of(cells_of(rows))
    counts = story.where(level=1).counts
    died = [row for row in story.rows if row.level == 1 and row.cause == "player_died"]
    deaths = deaths_of(counts)
    assert deaths.total() == killers_of(counts).sum() == len(died)
    names = Game(Settings()).strings.names
    box = names.box
    board = Board(names)
    places = {
        (START, 0, 0): 3,
        (0, 1, int(box.tile_columns) - 1): 2,
        (int(box.tile_count) - 1, 0, 0): 2,
        (PORTAL, int(box.rows) - 1, 0): 1,
    }
    circles = board.picture("deaths", places).count("<circle")
    assert circles == len(places)
    assert f"3 of {sum(places.values())} deaths" in board.picture("deaths", places)
    columns = [board._space(place) & 63 for place in places]
    last = int(box.start_columns) + int(box.tile_count) * int(box.tile_columns)
    assert columns == [
        0,
        int(box.start_columns) + int(box.tile_columns) - 1,
        last - int(box.tile_columns),
        last,
    ]
