"""The server as people start it: another process, real sockets, ended in the middle of a game."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tablemates.table import play
from tablemates.table.server.access import NO_TOKEN
from tests.table.served import Page

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow


def command(folder, *arguments):
    return [
        *(sys.executable, "play.py", "--no-browser", "--port", "0", "--folder", str(folder)),
        *("--game", "tests.core.dice_race:DiceRace"),
        *map(str, arguments),
    ]


@contextmanager
def running(folder, *arguments, end=signal.SIGTERM):
    """Start a server; yields it and what stands behind http:// in its address."""
    process = subprocess.Popen(
        command(folder, *arguments),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        line = process.stdout.readline()
        assert line.startswith("The table is open: http://"), process.stderr.read()
        yield process, line.split()[-1].removeprefix("http://")
    finally:
        process.send_signal(end)  # nothing where it has ended
        out, errors = process.communicate(timeout=30)
        assert "Traceback" not in out + errors, errors


@contextmanager
def page_at(address, **headers):
    host = address.partition("/")[0]
    with connect(
        f"ws://{host}/ws", origin=f"http://{host}", additional_headers=headers, max_size=None
    ) as socket:
        receive = partial(socket.recv, timeout=120)
        yield Page(SimpleNamespace(send_text=socket.send, receive_text=receive))


def test_a_game_survives_the_servers_end(tmp_path):
    with running(tmp_path, end=signal.SIGKILL) as (_, address), page_at(address) as page:
        game = page.new(rules=None, seats=["person", "random"], seed=3)
        for _ in range(15):
            page.move()
        assert play.main(command(tmp_path)[2:]) == 2, "one server has the folder"
        page.now("undo", to=13)
        state = page.state
    for _ in range(2):  # the second time after a server that was asked to end
        assert not [file for file in tmp_path.iterdir() if file.suffix not in (".json", "")]
        with running(tmp_path) as (_, address), page_at(address) as page:
            (listed,) = page.ask("hello")["games"]
            assert (listed["game"], listed["moves"]) == (game, state["moves"])
            page.ask("open", game=game)
            for name in ("snapshot", "choices", "moves", "seats", "who", "log", "pace"):
                assert page.state[name] == state[name]
            page.now("undo", to=0)
            page.move()
            page.move()
            state = page.state


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """The address, with its token, of a server that other machines reach."""
    with running(tmp_path_factory.mktemp("games"), "--host", "0.0.0.0") as (_, address):
        yield address


def test_elsewhere_a_token_is_demanded(elsewhere):
    host, _, token = elsewhere.partition("/?token=")
    assert len(token) >= 20
    with page_at(elsewhere) as page, pytest.raises(ConnectionClosed) as ended:
        page.ask("list")
    assert ended.value.rcvd.code == NO_TOKEN
    with page_at(elsewhere, Cookie=f"table-token={token}") as page:
        page.new(rules=None)
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(f"http://{host}/", timeout=20)


def test_messages_that_are_far_too_long_end_one_connection_and_nothing_else(elsewhere):
    known = {"Cookie": f"table-token={elsewhere.partition('=')[2]}"}
    with page_at(elsewhere, **known) as page:
        page.new(rules=None, seats=["person", "person"])
        with page_at(elsewhere, **known) as other:
            other.socket.send_text("x" * 5_000_000)
            with pytest.raises(Exception, match=r"1009|too big|message"):
                other.socket.receive_text()
        page.choose()
        assert page.state["moves"] == 1


def test_ctrl_c_does_not_wait_for_a_bot_that_thinks(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "sleepy.py").write_text(
        "import time\n"
        "from tablemates.envs.core.views.agent import Agent\n"
        "class Sleepy(Agent):\n"
        "    name = 'sleepy'\n"
        "    def __init__(self, facts):\n"
        "        pass\n"
        "    def act(self, situation):\n"
        f"        open({str(tmp_path / 'asked')!r}, 'w').close()\n"
        "        time.sleep(50)\n"
    )
    sleepy = ("--partners", "sleepy:Sleepy")
    with running(tmp_path / "games", *sleepy) as (process, address):
        with page_at(address) as page:
            page.new(rules=None, seats=["sleepy:Sleepy"], pace={"mode": "run", "seconds": 0.0})
            patience = time.monotonic() + 60
            while not (tmp_path / "asked").exists():
                assert time.monotonic() < patience
                time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--replay", "nothere.json"], "nothere.json: No such file"),
        (["--real-table", "--setup", "nothere.json"], "nothere.json: No such file"),
        (["--port", 99999], "--port: input should be less than 65536, not 99999"),
        (["--host", "192.0.2.1"], "choose another by --port or --host"),
        (["--seed", -3], "--seed: input should be greater than or equal to 0, not -3"),
    ],
)
def test_what_cannot_be_served_is_a_sentence(tmp_path, capsys, monkeypatch, arguments, sentence):
    monkeypatch.chdir(tmp_path)  # policies under runs may be worth a notice of their own
    given = command(tmp_path, *arguments)[2:]
    try:
        code = play.main(given)
    except SystemExit as error:  # of options that cannot be read
        code = error.code
    assert code == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("play.py: ")
    assert sentence in shown.err
