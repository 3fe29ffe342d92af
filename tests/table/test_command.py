"""What happens around the server when it starts and ends."""

import json

from envs.portal_dash.settings import Settings
from table.game import TableGame
from table.server.command import _opened
from tests.table.served import Server


def replay_file(folder, moves=4):
    table = TableGame.begin(Settings(level=1, players=1), 3)
    for _ in range(moves):
        table.take(table.legal[0])
    file = folder / "mine.json"
    table.save(file)
    return file


def test_a_replay_that_is_looked_at_again_is_kept_once(tmp_path):
    file = replay_file(tmp_path)
    games = tmp_path / "games"
    first = _opened(Server(games).hall, file)
    again = Server(games).hall
    assert _opened(again, file) == first
    assert len(again.games()) == 1
    again.room(first.open).table.undo()
    again.changed(again.room(first.open), "undone")
    server = Server(games)
    assert _opened(server.hall, file).open != first.open, "the copy went another way"
    damaged = server.hall.store.listings[first.open] | {"moves": 4}
    (games / f"{first.open}.json").write_text(json.dumps({"listing": damaged}))
    server = Server(games)
    assert _opened(server.hall, file).open in server.hall.store.listings.keys() - {first.open}
    assert len(server.hall.games()) == 2
