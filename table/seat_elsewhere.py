"""A person's seat at a running table, taken by another process that reads and answers text."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tablemates.envs.core.errors import GameError
from tablemates.envs.core.text.answers import Choice, Refused, read_answer

#: Seconds for an answer of the table, which may have to compile the first game.
_SECONDS: Final = 120.0


class TableClient:
    """A connection to a table, as the page in a browser has one.

    Args:
        url: The address that the table prints, with its token if it has one.
        device: The name under which seats are taken; the same one has them again later.

    Raises:
        GameError: No table answers there.
    """

    def __init__(self, url: str, device: str) -> None:
        self._url, self._device = url, device
        parts = urlsplit(url)
        kind = {"http": "ws", "https": "wss"}.get(parts.scheme)
        if kind is None or not parts.hostname:
            raise GameError(f"{url!r} is no address of a table, such as http://127.0.0.1:8642/")
        query = f"?{parts.query}" if parts.query else ""
        self._open = ExitStack()
        self._socket: ClientConnection = self._asking(
            lambda: self._open.enter_context(
                connect(f"{kind}://{parts.netloc}/ws{query}", max_size=None)
            )
        )
        self._id = 0
        self.hello: dict[str, Any] = self.ask("hello", device=device)

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Return the result of a request.

        Raises:
            GameError: It was refused; the sentence is the table's own.
        """
        self._id += 1
        asked = json.dumps({"id": self._id, "do": do, **fields})
        self._asking(lambda: self._socket.send(asked))
        end = time.monotonic() + _SECONDS
        while (reply := self._next(end)) is not None and reply.get("id") != self._id:
            pass
        if reply is None:
            raise GameError(f"the table did not answer within {_SECONDS:.0f} seconds")
        if not reply["ok"]:
            raise GameError(reply["error"]["message"])
        found: dict[str, Any] = reply["result"]
        return found

    def wait(self, seconds: float) -> bool:
        """Wait until the table tells something by itself; return whether it did in that time."""
        return self._next(time.monotonic() + seconds) is not None

    def close(self) -> None:
        """Leave; the seats stay with the device until somebody else takes them."""
        self._open.close()

    def _next(self, end: float) -> dict[str, Any] | None:
        """Return the next message; None: there is none up to a time of the monotonic clock."""

        def receive() -> str | bytes | None:
            try:
                return self._socket.recv(max(end - time.monotonic(), 0.0))
            except TimeoutError:
                return None

        text = self._asking(receive)
        found: dict[str, Any] | None = None if text is None else json.loads(text)
        return found

    def _asking(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except (OSError, WebSocketException) as error:
            raise GameError(
                f"no table answers at {self._url.partition('?')[0]} ({type(error).__name__}): "
                "start it by python play.py, or name its address by --table"
            ) from error


class SeatElsewhere:
    """A seat of a game at a running table, read and answered as text, beside people and bots.

    Args:
        client: The connection.
        game: The game's id at the table.
        seat: The seat, from 0 on: a person's that nobody has who is there.
        patience: Seconds that an answer waits for the other seats.

    Raises:
        GameError: The table refuses it.
    """

    def __init__(self, client: TableClient, game: str, seat: int, patience: float) -> None:
        self._client, self._game, self._seat = client, game, seat
        self._patience = patience
        client.ask("open", game=game)
        client.ask("sit", game=game, seat=seat)

    def rules(self, level: str) -> str:
        """Return the rules of the game and how to answer."""
        return str(self._client.ask("rules", game=self._game, level=level)["text"])

    def legal(self) -> list[Choice]:
        """Return what the seat may choose now."""
        return [Choice(**one) for one in self._read()["choices"]]

    def observation(self) -> str:
        """Return what the seat reads when it is to decide, or when patience is at its end.

        Meanwhile it agrees to what people want to take back.
        """
        end = time.monotonic() + self._patience
        while not (seen := self._read())["choices"] and not seen["over"]:
            if (asked := seen["asked"]) and asked["answer"]:
                self._client.ask("answer", game=self._game, number=asked["number"], yes=True)
            elif not self._client.wait(end - time.monotonic()):
                break
        if not seen["over"]:
            return str(seen["text"])
        return f"{seen['text']}\n\nResult: {json.dumps({'returns': seen['returns']})}"

    def act(self, answer: str) -> str:
        """Take the choice of an answer; return why not, or what the seat reads next."""
        seen = self._read()
        found = read_answer(answer, [Choice(**one) for one in seen["choices"]])
        if isinstance(found, Refused):
            return found.reason if seen["choices"] else "It is not your turn: observe waits for it."
        here = {"game": self._game, "position": seen["position"]}
        self._client.ask("choose", action=found, **here)
        return self.observation()

    def close(self) -> None:
        """Leave the seat to whoever sits down there."""
        self._client.close()

    def _read(self) -> dict[str, Any]:
        return self._client.ask("read", game=self._game, seat=self._seat)
