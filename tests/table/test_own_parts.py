"""Other parts and levels than the standard set's: the state says all that it takes to draw them."""

import pytest

from tablemates.table.server.game_server import Options
from tests.table.served import serving

PARTS = """
mark: assumed
board: {start_columns: 2, portal_columns: 3}
strips:
  start: |
    . .
    . .
    . .
    . .
    . .
    . .
  portal: |
    . . .
    . . .
    . . P
    . . .
    . . .
    . . .
mobs: {magma cube: {range: 4}, ghast: {range: 3}, enderman: {range: 2}}
bosses: {wildfire: {easy: {range: 5}}}
cube: {red: 15, black: 9}
"""
REACH = {"magma cube": 4, "ghast": 3, "enderman": 2, "Wildfire": 5}


@pytest.fixture
def parts(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(PARTS, encoding="utf-8")
    return file


def test_the_state_has_the_widths_of_the_parts_and_the_reach_of_mobs(tmp_path, parts):
    with serving(tmp_path / "games", Options(components=parts)) as server, server.page() as page:
        page.new(level=1, seats=["person", "person"])
        blocks = page.ask("setup_form", level=1, players=2)["words"]["blocks"]
    track = page.state["snapshot"]["track"]
    start, *tiles, portal = track["part_columns"]
    assert (start, portal) == (2, 3)
    assert len(tiles) == len(track["tiles"])
    assert start + sum(tiles) + portal == track["columns"]
    pieces = page.state["snapshot"]["mobs"] + page.state["snapshot"]["bosses"]
    assert len(pieces) >= 4
    assert [one["reach"] for one in pieces] == [REACH[one["kind"]] for one in pieces]
    assert (blocks["R"], blocks["K"]) == (15, 9)


def test_games_of_own_parts_have_them_in_their_files(tmp_path, parts):
    games = tmp_path / "games"
    with serving(games, Options(components=parts)) as server, server.page() as page:
        game = page.new(level=1, seats=["person", "person"])
        page.choose()
        state = page.state
        data = server.client.get(page.save_url()).json()
    parts.unlink()
    with serving(games) as server, server.page() as page:
        page.ask("open", game=game)
        assert page.state["snapshot"] == state["snapshot"]
        page.choose()
        page.ask("open", game=server.client.post("/games", json=data).json()["game"])
        assert page.state["snapshot"] == state["snapshot"]
