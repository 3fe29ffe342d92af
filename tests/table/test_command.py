"""Start and end of the server."""

import contextlib
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tablemates.table import play
from tablemates.table.server import serve
from tablemates.table.server.handlers import new_games

ROOT = Path(__file__).resolve().parents[2]


def test_a_port_that_is_taken_names_the_table_that_is_probably_there(tmp_path, capsys):
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as door:
        port = door.getsockname()[1]
        given = ["--no-browser", "--port", str(port), "--folder", str(tmp_path)]
        assert play.main(given) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"play.py: 127.0.0.1, port {port}: ")
    assert f"if the table runs already, open http://127.0.0.1:{port}/" in said


WARM = """
import sys, threading
from pathlib import Path
from tablemates.envs.core.compiler import library
compiled, whole = [], library._addresses
def addresses(asked):
    compiled.append((threading.current_thread().name, asked.name))
    return whole(asked)
library._addresses = addresses
from tablemates.table.server.serve import warm_up
from tests.table.served import Server
server = Server(Path(sys.argv[1]))
warm_up(server.games).result()
compiled.clear()
with server.client, server.page() as page:
    page.new(rules=None, level=1, seats=["random", "random"])
    page.finish()
    page.of("look", at=3)
    page.branch(at=6, reroll=True)
    page.now("whatif", action=page.state["choices"][0]["action"])
    page.branch(at=0)
    page.new(rules=None, level=3, seats=["person"] * 2, chance="explicit")
    for _ in range(20):
        page.choose()
print([one for one in compiled if not one[0].startswith("agent")])
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
        (["--scenario", "level=1", "edition=en"], ["scenario"]),
        (["--scenario", "players=2", "--seed", "5"], ["scenario", "seed"]),
        (["--seat", "0", "--partners-decide"], ["seats", "shared"]),
        (["--partners", "value"], ["seats"]),
        (["--real-table"], ["chance"]),
    ],
)
def test_a_page_is_told_what_was_asked_for_also_where_it_is_the_usual(
    tmp_path, monkeypatch, given, told
):
    monkeypatch.chdir(tmp_path)
    servers = []
    monkeypatch.setattr(serve, "warm_up", lambda _: None)
    monkeypatch.setattr(serve, "_serve", lambda server, *_: servers.append(server))
    folder = str(tmp_path / "games")
    assert play.main(["--no-browser", "--port", "0", "--folder", folder, *given]) == 0
    assert new_games.hello(new_games.Call(servers[0], SimpleNamespace()))["given"] == told
