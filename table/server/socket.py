"""One page's connection: messages in, replies and pushes out."""

from __future__ import annotations

import asyncio
import json
import sys
import traceback
from contextlib import suppress
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from tablemates.table.server.dispatch import SLOW, answer
from tablemates.table.server.hall import Hall
from tablemates.table.server.limits import CONNECTIONS, MESSAGE, WAITING, Flow
from tablemates.table.server.messages import MessageError, Request, parse
from tablemates.table.server.refusals import RefusalError

#: Messages that wait for a page that does not read them; one that lags further is cut off.
_BACKLOG: Final = 256
_PATIENCE: Final = 0.001
_TOO_MANY: Final = 1013  # try again later
_TOO_SLOW: Final = 1008


class Connection:
    """A page that looks at games; see ``Watcher``.

    Args:
        socket: The WebSocket.
        hall: The games.
    """

    def __init__(self, socket: WebSocket, hall: Hall) -> None:
        self._socket = socket
        self._hall = hall
        self._out: asyncio.Queue[str | None] = asyncio.Queue(_BACKLOG)
        self._flow = Flow()
        self._waiting: set[asyncio.Task[None]] = set()

    def push(self, message: dict[str, Any]) -> None:
        """Send something that was not asked for."""
        self._send(message)

    async def serve(self) -> None:
        """Answer until the page goes."""
        writer = asyncio.create_task(self._write())
        try:
            await self._read()
        finally:
            self._hall.leave_all(self)
            for task in (writer, *self._waiting):
                task.cancel()

    async def _read(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            if not self._flow.admits():
                self._refuse(None, RefusalError("flood", "Too many messages: wait a moment."))
                await asyncio.sleep(_PATIENCE)  # so that others have their turn
            elif text is None:
                self._refuse(None, RefusalError("malformed", "Messages are text, not bytes."))
            elif len(text) > MESSAGE:
                sentence = f"The message is too long: at most {MESSAGE} characters."
                self._refuse(None, RefusalError("limit", sentence))
            else:
                await self._take(text)

    async def _take(self, text: str) -> None:
        try:
            number, request = parse(text)
        except MessageError as error:
            self._refuse(error.number, error)
            return
        if not isinstance(request, SLOW):
            await self._answer(number, request)
        elif len(self._waiting) >= WAITING:
            self._refuse(number, RefusalError("flood", "Too many questions at a time: wait."))
        else:
            task = asyncio.create_task(self._answer(number, request))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    async def _answer(self, number: Any, request: Request) -> None:
        try:
            result = await answer(self._hall, self, request)
        except RefusalError as error:
            self._refuse(number, error)
        except Exception:  # noqa: BLE001 (one request must not end the connection)
            traceback.print_exc(file=sys.stderr)
            sentence = "The server failed at this; the game is as it was. Its terminal says more."
            self._refuse(number, RefusalError("internal", sentence))
        else:
            self._send({"id": number, "ok": True, "result": result})

    def _refuse(self, number: Any, error: RefusalError) -> None:
        self._send({"id": number, "ok": False, "error": error.as_json()})

    def _send(self, message: dict[str, Any]) -> None:
        if self._out.qsize() >= _BACKLOG - 1:
            with suppress(asyncio.QueueFull):
                self._out.put_nowait(None)
            return
        self._out.put_nowait(json.dumps(message, separators=(",", ":")))

    async def _write(self) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):  # the page has gone: the reader knows
            while (text := await self._out.get()) is not None:
                await self._socket.send_text(text)
            await self._socket.close(_TOO_SLOW)


class Door:
    """Lets pages in, so many at a time.

    Args:
        hall: The games.
    """

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._inside = 0

    async def serve(self, socket: WebSocket) -> None:
        """Serve a page's connection until it goes."""
        await socket.accept()
        if self._inside >= CONNECTIONS:
            await socket.close(_TOO_MANY)
            return
        self._inside += 1
        try:
            await Connection(socket, self._hall).serve()
        finally:
            self._inside -= 1
