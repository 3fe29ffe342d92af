"""A server in this process, and pages that talk to it."""

import json
import warnings
from contextlib import contextmanager

from tablemates.table.server.access import Address
from tablemates.table.server.app import make_app
from tablemates.table.server.game_server import GameServer, Options
from tablemates.table.server.store import Store
from tablemates.table.server.workers import Workers
from tests.table.race import RULES

with warnings.catch_warnings():
    # Starlette announces the next major version of its HTTP client; the present one does.
    warnings.simplefilter("ignore", DeprecationWarning)
    warnings.filterwarnings("ignore", message="Using `httpx`")
    from starlette.testclient import TestClient

ADDRESS = Address("127.0.0.1", 8642)
URL = "http://127.0.0.1:8642"
BEAT = ("icon", "card", "seat", "lines")


class RefusedError(Exception):
    """A request that was not granted."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code, self.message = error["code"], error["message"]
        assert self.message[0].isupper() or not self.message[0].isalpha()
        assert self.message[-1] in ".?!"


class Page:
    """A page: asks, and keeps the state that was pushed last."""

    def __init__(self, socket):
        self.socket = socket
        self.state = None
        self.pushes = []
        self.texts = []  # everything that was sent to it
        self._id = 0

    def receive(self):
        text = self.socket.receive_text()
        self.texts.append(text)
        message = json.loads(text)
        if "push" in message:
            self.pushes.append(message)
            if message["push"] == "state":
                if message["log"] is None:
                    new = message["beats"] if message["why"] == "moved" else []
                    message["log"] = self.state["log"] + [
                        {"at": message["moves"]} | {name: one[name] for name in BEAT} for one in new
                    ]
                self.state = message
        return message

    def raw(self, text):
        """Send a text and return the next reply."""
        self.socket.send_text(text)
        while "push" in (message := self.receive()):
            pass
        return message

    def ask(self, do, **fields):
        self._id += 1
        reply = self.raw(json.dumps({"id": self._id, "do": do, **fields}))
        assert reply["id"] == self._id
        if not reply["ok"]:
            raise RefusedError(reply["error"])
        return reply["result"]

    def save_url(self):
        return f"/games/{self.state['game']}/save"

    def of(self, do, **fields):
        """Ask about the game that was opened last."""
        return self.ask(do, game=self.state["game"], **fields)

    def now(self, do, **fields):
        """Ask about it as it stands."""
        end = {"end": self.state["end"]} if do == "redo" else {}
        return self.of(do, position=self.state["position"], **end, **fields)

    def explain(self, at):
        """Ask why a move was made."""
        return self.of("explain", at=at, position=self.of("look", at=at + 1)["position"])

    def branch(self, at, **fields):
        """Branch the game off where it stood."""
        return self.of("branch", at=at, position=self.of("look", at=at)["position"], **fields)

    def new(self, seats=("person", "person"), chance="sampled", rules=RULES, **more):
        """Begin a game; parameters that are no fields of the request are the game's own."""
        fields = {
            name: more.pop(name) for name in ("seed", "shared", "pace", "position") if name in more
        }
        pace = {"mode": "pause", "seconds": 0.0}
        fields = {"pace": pace, "seed": 3, "chance": chance, "rules": rules, **fields}
        return self.ask("new", seats=list(seats), scenario=more, **fields)["game"]

    def choose(self, n=0):
        return self.now("choose", action=self.state["choices"][n]["action"])

    def move(self, n=0):
        """Make the next move, whoever decides."""
        if self.state["who"]["kind"] == "bot":
            return self.now("bot")
        return self.choose(n)

    def wait_for(self, wanted):
        while not wanted(self.state):
            self.receive()

    def finish(self):
        """Let bots alone play to the end, as fast as they can: few of their states are drawn."""
        self.of("pace", mode="run", seconds=0.0)
        self.wait_for(lambda state: state["ending"])
        self.of("pace", mode="pause")


class Server:
    """The server with its games, and a client that asks over HTTP."""

    def __init__(self, folder, options=None, address=ADDRESS):
        self.notices = []
        options = options or Options()
        store = Store(folder, options.components, self.notices.append)
        self.games = GameServer(store, Workers(), options)
        self.client = TestClient(make_app(self.games, address), base_url=URL)

    @contextmanager
    def page(self, **headers):
        usual = {"host": URL.removeprefix("http://"), "origin": URL}
        with self.client.websocket_connect("/ws", headers={**usual, **headers}) as socket:
            yield Page(socket)


@contextmanager
def serving(folder, options=None, address=ADDRESS):
    server = Server(folder, options, address)
    with server.client:
        yield server
