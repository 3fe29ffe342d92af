"""A served table and a browser that plays at it; skipped where there is no Chromium."""

import asyncio
import os
import shutil
import socket
import threading
from contextlib import contextmanager
from itertools import product
from typing import get_args

import pytest
import uvicorn

from tablemates.envs.core.game.settings import Chance
from tablemates.envs.registry import GAMES, find_game
from tablemates.table.server.access import Address
from tablemates.table.server.app import make_app
from tablemates.table.server.game_server import GameServer, Options
from tablemates.table.server.serve import prepare, warm_up
from tablemates.table.server.store import Store
from tablemates.table.server.workers import Workers
from tests.table.browser.visitor import Visitor

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
#: Where there is no graphics card, its work would be emulated, pixel by pixel.
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-gpu-rasterization"]
#: Set where a missing browser is a failure, not a reason to skip.
REQUIRED = "TABLEMATES_BROWSER"
#: Says of a game that its rules were read.
READ = "localStorage.setItem(`tablemates.rules-${one}`, 'true');"
#: How many times slower than it is the processor shall be to the pages.
SLOWER = "TABLEMATES_BROWSER_SLOWER"


def chromium():
    """Return where the browser is, None: there is none."""
    return next(filter(None, map(shutil.which, CHROMIUM)), None)


class Table:
    """A server in a thread; what it keeps outlives it, as a restart would have it."""

    def __init__(self, folder):
        self.folder = folder
        self.port = 0
        self.token = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/"

    def start(self, warming=lambda: None):
        door = socket.socket()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(("127.0.0.1", self.port))
        door.listen()  # whoever comes before the server has begun waits
        self.port = door.getsockname()[1]
        self.server = GameServer(Store(self.folder, None, print), Workers(), Options())
        self.server.warm_up = self.server.workers.submit(warming)
        config = uvicorn.Config(
            make_app(self.server, Address("127.0.0.1", self.port, self.token)),
            log_level="error",
            ws="websockets-sansio",
            timeout_graceful_shutdown=1,
        )
        self._uvicorn = uvicorn.Server(config)
        self._thread = threading.Thread(target=asyncio.run, args=(self._serve(door),), daemon=True)
        self._thread.start()

    async def _serve(self, door):
        self._loop = asyncio.get_running_loop()
        await self._uvicorn.serve(sockets=[door])

    def stop(self):
        self._uvicorn.should_exit = True
        self._thread.join(timeout=30)
        assert not self._thread.is_alive()

    def empty(self):
        """Delete all games: each would be drawn in the list of whoever comes next."""

        async def delete():
            for listed in self.server.games():
                self.server.delete(listed["game"])

        asyncio.run_coroutine_threadsafe(delete(), self._loop).result()

    @contextmanager
    def closed(self):
        """Close the table for a while."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def demanding(self, token):
        """Demand a token of visitors for a while."""
        with self.closed():
            self.token = token
        try:
            yield
        finally:
            with self.closed():
                self.token = None


@pytest.fixture(scope="session")
def compiled():
    """All games are compiled: no page waits longer for one than a test waits for the page."""
    for game, chance in product(GAMES, get_args(Chance)):
        prepare(find_game(game).settings_type(chance=chance))


@pytest.fixture(scope="session")
def served(compiled, tmp_path_factory):
    table = Table(tmp_path_factory.mktemp("table"))
    table.start()
    warm_up(table.server).result()  # no page waits for what is compiled at its first use
    yield table
    table.stop()


@pytest.fixture(scope="session")
def browser():
    found = chromium()
    if found is None:
        reason = f"no browser: install one of {', '.join(CHROMIUM)}"
        (pytest.fail if os.environ.get(REQUIRED) else pytest.skip)(reason)
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield made
        made.close()


def new_visitor(browser, url, width=1280, height=800, **settings):
    """Return somebody at a new page, with nothing from others in its browser.

    Nothing moves on it unless ``reduced_motion`` says so, and the rules are read already.
    """
    usual = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce"}
    context = browser.new_context(**usual | settings)
    context.set_default_timeout(180_000)  # a game is compiled, on a loaded machine too
    context.add_init_script(f"if (location.host) for (const one of {[*GAMES]}) {READ}")
    visitor = Visitor(context.new_page(), url)
    if rate := os.environ.get(SLOWER):
        debugger = context.new_cdp_session(visitor.page)
        debugger.send("Emulation.setCPUThrottlingRate", {"rate": float(rate)})
    return visitor


@pytest.fixture(scope="session")
def usual(browser, served):
    """Somebody at the page that one test has after the other: a new one takes seconds."""
    return new_visitor(browser, served.url)


@pytest.fixture
def visit(browser, served, usual):
    """Open a page; whatever goes wrong in it unseen fails the test."""
    visitors = []

    def opened(hear=None, apart=False, **settings):
        own = apart or hear or settings or usual in visitors
        visitor = new_visitor(browser, served.url, **settings) if own else usual
        visitors.append(visitor)
        if hear is not None:
            visitor.hears(hear)
        visitor.page.goto(served.url)
        return visitor

    yield opened
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        if visitor is usual:
            visitor.leaves()
        else:
            visitor.page.context.close()
    served.empty()
    assert faults == []
