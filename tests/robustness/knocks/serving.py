"""Kill -9 of the table's server in the middle of a game."""

from __future__ import annotations

import random
import signal
import subprocess
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from tests.judge.knocks.processes import Found, start
from tests.table.test_process import page_at

#: Moves of the game that is compared.
_MOVES = 260
_SEED = 11


def kill_server(folder: Path, kills: int) -> Found:
    """Play one game, kill the server again and again, and compare with a game left in peace."""
    found = Found()
    expected = _left_in_peace(folder / "peace")
    moments = random.Random("server")
    games, game, moves = folder / "games", "", 0
    log: list[Any] = []
    for kill in range(kills + 1):
        with ExitStack() as stack:
            process, address = _served(games)
            stack.callback(_end, process)
            page = stack.enter_context(_page(address))
            if not game:
                game = page.new(level=2, seats=["person", "person"], seed=_SEED)
            else:
                listed = {one["game"]: one["moves"] for one in page.ask("hello")["games"]}
                if game not in listed:
                    found.check(False, f"the game was lost in kill {kill} after {moves} moves")
                    break
                page.ask("open", game=game)
                there = page.state["moves"]
                found.check(
                    moves <= there <= moves + 1,
                    f"{moves} moves were made before kill {kill}, {there} are there after it",
                )
                kept = _log(page)[: len(log)]
                found.check(kept == log, f"the log is another one after kill {kill}")
            if kill == kills:
                while page.state["moves"] < _MOVES and not _over(page):
                    _move(page)
                found.check(
                    _seen(page) == expected, "the game that was killed differs from one in peace"
                )
                break
            # Killed on purpose when a request may be under way.
            until = page.state["moves"] + moments.randrange(2 * _MOVES // kills)
            with suppress(OSError, WebSocketException, EOFError, TimeoutError):
                while page.state["moves"] < min(until, _MOVES - 1) and not _over(page):
                    _move(page)
                moves, log = page.state["moves"], _log(page)
                timer = threading.Timer(moments.uniform(0, 0.03), process.kill)
                timer.start()
                while process.poll() is None and not _over(page):
                    if page.state["moves"] >= _MOVES - 1:
                        time.sleep(0.001)
                        continue
                    _move(page)
                    moves = page.state["moves"]
    found.notes.append(f"served game: {kills} kills of the server, log and position equal")
    return found


def _left_in_peace(games: Path) -> Any:
    with ExitStack() as stack:
        process, address = _served(games)
        stack.callback(_end, process)
        page = stack.enter_context(_page(address))
        page.new(level=2, seats=["person", "person"], seed=_SEED)
        while page.state["moves"] < _MOVES and not _over(page):
            _move(page)
        return _seen(page)


def _served(games: Path) -> tuple[subprocess.Popen[str], str]:
    process = start(["play.py", "--no-browser", "--port", "0", "--games", games])
    assert process.stdout is not None
    line = process.stdout.readline()
    if "http://" not in line:
        process.kill()
        raise RuntimeError(f"no table is served: {process.communicate()[1]}")
    return process, line.split()[-1].removeprefix("http://")


def _page(address: str) -> Any:
    return _Quietly(page_at(address))


class _Quietly:
    """A page whose connection may be gone when it is left."""

    def __init__(self, page: Any) -> None:
        self._page = page

    def __enter__(self) -> Any:
        return self._page.__enter__()

    def __exit__(self, *error: Any) -> None:
        with suppress(OSError, WebSocketException, EOFError):
            self._page.__exit__(None, None, None)


def _end(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.communicate(timeout=30)
        return
    process.kill()
    process.communicate()


def _over(page: Any) -> bool:
    return not page.state["choices"]


def _move(page: Any) -> None:
    """Make the move that depends on the number of moves alone."""
    page.choose(7 * page.state["moves"] % len(page.state["choices"]))


def _seen(page: Any) -> dict[str, Any]:
    seen = {name: page.state[name] for name in ("snapshot", "choices", "moves")}
    return seen | {"log": _log(page)}


def _log(page: Any) -> list[str]:
    """Return every sentence of the game so far."""
    sentences: list[str] = []
    while True:
        part = page.of("log", **{"from": len(sentences), "count": 100})
        sentences += part["sentences"]
        if len(sentences) >= part["total"] or not part["sentences"]:
            return sentences
