"""Other parts and levels than the standard set's: the state says all that it takes to draw them."""

from pathlib import Path

from tablemates.table.server.game_server import Options
from tests.table.served import serving

PARTS = Path(__file__).with_name("parts.yaml").read_text(encoding="utf-8")
REACH = {"magma cube": 4, "ghast": 3, "enderman": 2, "Wildfire": 5}


def test_the_state_has_the_widths_of_the_parts_and_the_reach_of_mobs(page):
    page.new(level=1, parts=PARTS, seats=["person", "person"])
    track = page.state["snapshot"]["track"]
    start, *tiles, portal = track["part_columns"]
    assert (start, portal) == (2, 3)
    assert len(tiles) == len(track["tiles"])
    assert start + sum(tiles) + portal == track["columns"]
    pieces = page.state["snapshot"]["mobs"] + page.state["snapshot"]["bosses"]
    assert len(pieces) >= 4
    assert [one["reach"] for one in pieces] == [REACH[one["kind"]] for one in pieces]


def test_a_real_table_counts_the_blocks_of_its_own_box(page):
    usual = page.ask("setup_form", level=1, players=2)["words"]["blocks"]
    parts = "cube: {red: 15, black: 9, mark: assumed}\n"
    own = page.ask("setup_form", level=1, players=2, parts=parts)["words"]["blocks"]
    assert own == usual | {"R": 15, "K": 9}
    assert sum(usual.values()) == 64


def test_games_of_the_servers_own_parts_have_them_in_their_files(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(PARTS, encoding="utf-8")
    games = tmp_path / "games"
    with serving(games, Options(components=file)) as server, server.page() as page:
        game = page.new(level=1, seats=["person", "person"])
        page.choose()
        state = page.state
    file.unlink()
    with serving(games) as server, server.page() as page:
        page.ask("open", game=game)
        assert page.state["snapshot"] == state["snapshot"]
        page.choose()
