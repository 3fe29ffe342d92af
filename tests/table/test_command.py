"""What happens around the server when it starts and ends."""

import contextlib
import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tablemates.envs.portal_dash.settings import Settings
from tablemates.table import command as play
from tablemates.table.game import TableGame
from tablemates.table.server import command, requests
from tablemates.table.server.command import _replayed_game
from tests.table.served import Server

ROOT = Path(__file__).resolve().parents[2]


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
    first = _replayed_game(Server(games).games, file)
    again = Server(games).games
    assert _replayed_game(again, file) == first
    assert len(again.games()) == 1
    again.room(first).table.undo()
    again.changed(again.room(first), "undone")
    server = Server(games)
    assert _replayed_game(server.games, file) != first, "the copy went another way"
    damaged = server.games.store.listings[first] | {"moves": 4}
    (games / f"{first}.json").write_text(json.dumps({"listing": damaged}))
    server = Server(games)
    assert _replayed_game(server.games, file) in server.games.store.listings.keys() - {first}
    assert len(server.games.games()) == 2


def test_a_port_that_is_taken_names_the_table_that_is_probably_there(tmp_path, capsys):
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as door:
        port = door.getsockname()[1]
        given = ["--no-browser", "--port", str(port), "--games", str(tmp_path)]
        assert play.main(given) == 2
    assert capsys.readouterr().err == (
        f"play: 127.0.0.1, port {port}: Address already in use; the table probably runs already: "
        f"open http://127.0.0.1:{port}/, or choose another port by --port\n"
    )


WARM = """
import sys, threading
from pathlib import Path
from numba.core.dispatcher import Dispatcher
compiled, whole = [], Dispatcher.compile
def compile(self, signature):
    compiled.append((threading.current_thread().name, self.py_func.__name__))
    return whole(self, signature)
Dispatcher.compile = compile
from tablemates.table.server.command import warm_up
from tests.table.served import Server
server = Server(Path(sys.argv[1]))
warm_up(server.games).result()
compiled.clear()
with server.client, server.page() as page:
    page.new(level=1, seats=["random", "random"])
    while not page.state["ending"]:
        page.now("bot")
    page.of("look", at=3)
    page.now("undo", to=6, reroll=True)
    page.now("whatif", action=page.state["choices"][0]["action"], future=3)
    page.ask("open_text", text=page.of("share")["text"])
    page.of("branch", at=2)
    setup = page.ask("setup_form", level=3, players=2)["position"]
    page.new(level=3, seats=["person"] * 2, chance="explicit", setup=setup)
    for _ in range(20):
        page.choose()
print([one for one in compiled if not one[0].startswith(("partner", "adviser", "report"))])
"""


@pytest.mark.slow
def test_nothing_is_compiled_while_all_games_wait(tmp_path):
    program = [sys.executable, "-c", WARM, str(tmp_path)]
    done = subprocess.run(program, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stdout == "[]\n", done.stderr


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([], []),
        (["--level", "1", "--edition", "en"], ["edition", "level"]),
        (["--players", "2", "--seed", "5"], ["players", "seed"]),
        (["--seat", "0", "--partners-decide"], ["seats", "shared"]),
        (["--partners", "bc"], ["seats"]),
        (["--real-table"], ["chance"]),
    ],
)
def test_a_page_is_told_what_was_asked_for_also_where_it_is_the_usual(
    tmp_path, monkeypatch, given, told
):
    monkeypatch.chdir(tmp_path)
    servers = []
    monkeypatch.setattr(command, "warm_up", servers.append)
    monkeypatch.setattr(command, "_serve", lambda *_: None)
    folder = str(tmp_path / "games")
    assert play.main(["--no-browser", "--port", "0", "--games", folder, *given]) == 0
    assert requests._hello(servers[0])["given"] == told
