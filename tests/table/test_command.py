"""What happens around the server when it starts and ends."""

import contextlib
import json
import socket
import threading

import play
from envs.portal_dash.settings import Settings
from table.game import TableGame
from table.server import command
from table.server.command import _opened
from tests.table.served import ADDRESS, Server


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


def test_a_browser_that_stays_in_the_terminal_does_not_keep_the_table_shut(tmp_path, monkeypatch):
    opened, served, left = threading.Event(), threading.Event(), []

    def browse(url):
        opened.set()
        left.append(served.wait(10))

    monkeypatch.setattr(command.webbrowser, "open", browse)
    monkeypatch.setattr(command.uvicorn.Server, "run", lambda self, sockets: served.set())
    with contextlib.closing(socket.socket()) as door:
        command._serve(Server(tmp_path).hall, ADDRESS, door, browser=True)
        assert opened.wait(10)
    assert left in ([], [True]), "it was served while the browser was open"


def test_a_port_that_is_taken_names_the_table_that_is_probably_there(tmp_path, capsys):
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as door:
        port = door.getsockname()[1]
        given = ["--no-browser", "--port", str(port), "--games", str(tmp_path)]
        assert play.main(given) == 2
    assert capsys.readouterr().err == (
        f"play: 127.0.0.1, port {port}: Address already in use; the table probably runs already: "
        f"open http://127.0.0.1:{port}/, or choose another port by --port\n"
    )
