"""How long the game table takes to answer: ``python -m benchmarks.table_latency``.

Starts the server as people do, lets pages play games side by side over real sockets, and
prints how long clicks and hints took, from the request to its reply.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

_ROOT: Final = Path(__file__).resolve().parents[1]
#: What is asked of it, in milliseconds at the 95th percentile.
TARGETS: Final = {"click": 100.0, "hint": 1000.0}


@dataclass(slots=True)
class Times:
    """Seconds from requests to replies, by what was asked."""

    click: list[float] = field(default_factory=list)
    hint: list[float] = field(default_factory=list)
    bot: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return a line for each kind of request."""
        found = []
        for name in ("click", "hint", "bot"):
            seconds = getattr(self, name)
            if not seconds:
                continue
            median, high, worst = 1000.0 * np.percentile(seconds, [50, 95, 100])
            target = f", target {TARGETS[name]:g} ms" if name in TARGETS else ""
            found.append(
                f"{name:6} {len(seconds):6} asked   median {median:7.1f} ms   "
                f"95 % within {high:7.1f} ms   longest {worst:7.1f} ms{target}"
            )
        return found


class Visitor:
    """A page that plays."""

    def __init__(self, socket: ClientConnection, times: Times) -> None:
        self._socket = socket
        self._times = times
        self._number = 0
        self.state: dict[str, Any] = {}

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Return the reply to a request; pushes on the way are the state."""
        self._number += 1
        await self._socket.send(json.dumps({"id": self._number, "do": do, **fields}))
        while True:
            message: dict[str, Any] = json.loads(await self._socket.recv())
            if message.get("push") == "state":
                self.state = message
            elif message.get("id") == self._number:
                if not message["ok"]:
                    self._times.failures.append(f"{do}: {message['error']['message']}")
                return message

    async def play(self, number: int, pause: float, until: float) -> None:
        """Play games, one click after the other, until the time is over."""
        seat = {"mode": "pause", "seconds": 0.0}
        while time.monotonic() < until:
            level = number % 5 + 1
            await self.ask(
                "new", level=level, seats=["person", "planner"], seed=1000 + number, pace=seat
            )
            while time.monotonic() < until and not self.state["ending"]:
                await self._move(number)
                await asyncio.sleep(pause)
            await self.ask("delete", game=self.state["game"])
            number += 50

    async def _move(self, number: int) -> None:
        of = {"game": self.state["game"], "moves": self.state["moves"]}
        if self.state["who"]["kind"] == "bot":
            await self._timed(self._times.bot, "bot", **of)
            return
        choices = self.state["choices"]
        action = choices[(number + self.state["moves"]) % len(choices)]["action"]
        if self.state["moves"] % 5 == number % 5:
            reply = await self._timed(self._times.hint, "hint", **of)
            best = reply["result"]["best"] if reply["ok"] else []
            action = best[0]["action"] if best else action
        await self._timed(self._times.click, "choose", action=action, **of)

    async def _timed(self, times: list[float], do: str, **fields: Any) -> dict[str, Any]:
        begun = time.perf_counter()
        reply = await self.ask(do, **fields)
        times.append(time.perf_counter() - begun)
        return reply


def started(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """Start the server on a free port and return it with its address."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "play.py", "--no-browser", "--port", "0", "--games", str(folder)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment, cwd=_ROOT
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    if "http://" not in line:
        process.kill()
        raise SystemExit("the server did not start")
    return process, line.split()[-1].removeprefix("http://").rstrip("/")


async def measure(address: str, games: int, seconds: float, pause: float) -> Times:
    """Return the times of so many games side by side."""
    times = Times()
    origin = Origin(f"http://{address}")
    async with connect(f"ws://{address}/ws", origin=origin, max_size=None) as one:
        first = Visitor(one, Times())
        await first.ask("new", seats=["person", "person"])  # the adviser's start is not counted
        await first.ask("hint", game=first.state["game"], moves=0)
    until = time.monotonic() + seconds

    async def visit(number: int) -> None:
        await asyncio.sleep(pause * number / games)
        async with connect(f"ws://{address}/ws", origin=origin, max_size=None) as socket:
            await Visitor(socket, times).play(number, pause, until)

    await asyncio.gather(*(visit(number) for number in range(games)))
    return times


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.table_latency", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--games", type=int, default=50, help="side by side (default: 50)")
    parser.add_argument("--seconds", type=float, default=30.0, help="of playing (default: 30)")
    parser.add_argument(
        "--pause", type=float, default=1.0, help="seconds between clicks of a page (default: 1)"
    )
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        server, address = started(Path(folder))
        try:
            times = asyncio.run(measure(address, options.games, options.seconds, options.pause))
        finally:
            server.terminate()
            server.wait()
    cores = os.cpu_count()
    print(f"{options.games} games side by side, a click each {options.pause:g} s, {cores} cores")
    print("\n".join(times.lines()))
    for sentence in sorted(set(times.failures)):
        print(f"refused {times.failures.count(sentence)} times: {sentence}")
    return 1 if times.failures else 0


if __name__ == "__main__":
    sys.exit(main())
