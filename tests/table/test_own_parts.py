"""Other parts than the standard set's: games show them, and have them in their files."""

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


@pytest.fixture
def parts(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(PARTS, encoding="utf-8")
    return file


def test_the_picture_is_of_the_own_parts(tmp_path, parts):
    with serving(tmp_path / "games", Options(components=parts)) as server, server.page() as page:
        page.new()
    track = page.state["snapshot"]["track"]
    assert track["part_columns"][0] == 2
    assert track["part_columns"][-1] == 3


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
