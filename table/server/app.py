"""The web application: the page, its files, saved games, and the WebSocket."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import traceback
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from tablemates.table.server.access import AccessMiddleware, Address
from tablemates.table.server.game_server import GameServer
from tablemates.table.server.handlers.in_game import answer
from tablemates.table.server.handlers.new_games import room_of_saved
from tablemates.table.server.messages import (
    HANDLERS,
    MESSAGE,
    RequestError,
    as_request_errors,
    parse,
)
from tablemates.table.session.saves import SavedGame

#: A place in a game, as an address has it.
_PLACE: Final = re.compile("[0-9]{1,9}")
#: Pages that one machine may have open; nobody shuts the others out.
CONNECTIONS: Final = 64


def page_folder() -> Path:
    """Return the folder of the page's files."""
    with as_file(files("tablemates.table").joinpath("page")) as folder:
        return folder


def stage_folder() -> Path:
    """Return the folder of what the page shares with pages of replays: how things are told."""
    with as_file(files("tablemates.envs.core.display").joinpath("stage")) as folder:
        return folder


def make_app(server: GameServer, address: Address) -> Starlette:
    """Return the application."""
    page = page_folder()
    server.address = address
    here: Counter[str] = Counter()

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        await server.close()

    async def index(_request: Request) -> Response:
        return FileResponse(page / "index.html")

    async def health(_request: Request) -> Response:
        return JSONResponse({"ok": True})

    async def save(request: Request) -> Response:
        await server.ready()
        name = request.path_params["game"]
        try:
            room = server.room(name)
            room.check_open("its file")
            title, text = room.name, room.saved().to_text()
        except RequestError as error:
            if error.code != "outdated":
                raise
            title, text = name, server.store.outdated(name)
        fault, at = request.query_params.get("fault"), request.query_params.get("at", "")
        if fault is not None:  # a report of something that is wrong: the game, where, a sentence
            about = {"sentence": fault[:500], "moves": int(at) if _PLACE.fullmatch(at) else None}
            text = json.dumps(json.loads(text) | {"fault": about}, indent=1) + "\n"
            title = f"fault {title}"
        headers = {"content-disposition": f'attachment; filename="{file_name(title)}"'}
        return Response(text, media_type="application/json", headers=headers)

    async def picture(request: Request) -> Response:
        board = server.store.view(request.path_params["game"])["board"]
        return Response(board, media_type="image/svg+xml")

    async def load(request: Request) -> Response:
        await server.ready()
        try:
            body = await request.body()
        except ClientDisconnect:  # nobody is there to answer to
            return Response(status_code=400)
        if len(body) > MESSAGE:
            raise RequestError("limit", f"The file is too long: at most {MESSAGE} bytes.")
        with as_request_errors():
            saved = SavedGame.of_text(body.decode("utf-8", "replace"))
        return JSONResponse({"game": room_of_saved(server, saved).id}, 201)

    async def refuse(request: Request, error: Any) -> Response:
        if request.method == "POST":
            status = 413 if error.code == "limit" else 400
        else:
            status = 403 if error.code == "refused" else 404
        return JSONResponse({"error": error.as_json()}, status)

    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        peer = websocket.client.host if websocket.client else ""
        if here[peer] >= CONNECTIONS:
            await websocket.close(1013, f"At most {CONNECTIONS} pages of one machine are let in.")
            return
        here[peer] += 1
        try:
            await Connection(websocket, server).serve()
        finally:
            here[peer] -= 1

    if not (page / "index.html").is_file():
        raise FileNotFoundError(f"the page's files are missing in {page}")
    routes = [
        Route("/", index),
        Route("/health", health),
        Route("/games/{game}/save", save),
        Route("/games/{game}/picture", picture),
        Route("/games", load, methods=["POST"]),
        WebSocketRoute("/ws", socket),
        Mount("/page/stage", StaticFiles(directory=stage_folder())),
        Mount("/page", StaticFiles(directory=page)),
    ]
    access = Middleware(AccessMiddleware, address=address)
    refusals = {RequestError: refuse}
    return Starlette(
        routes=routes, middleware=[access], exception_handlers=refusals, lifespan=lifespan
    )


def file_name(title: str) -> str:
    """Return a file name for a game of this title, of letters, digits and dashes."""
    words = "".join(letter if letter.isalnum() and letter.isascii() else " " for letter in title)
    return f"{'-'.join(words.lower().split())[:40] or 'game'}.json"


class Connection:
    """The connection of a page: requests in, replies and pushes out; see ``Watcher``."""

    def __init__(self, socket: WebSocket, server: GameServer) -> None:
        self.device = ""
        self._socket = socket
        self._server = server
        self._out: asyncio.Queue[str] = asyncio.Queue()
        self._answering: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Answer until the page goes."""
        writer = asyncio.create_task(self._write())
        try:
            while (message := await self._socket.receive())["type"] == "websocket.receive":
                await self._take(message.get("text"))
                await asyncio.sleep(0)  # other pages have their turn during a flood
        finally:
            self._server.leave_all(self)
            for task in (writer, *self._answering):
                task.cancel()

    def push(self, message: dict[str, Any]) -> None:
        """Send a message when there is room."""
        self._out.put_nowait(json.dumps(message, separators=(",", ":")))

    async def _take(self, text: str | None) -> None:
        try:
            if text is None:
                raise RequestError("malformed", "Messages are text, not bytes.")
            request = parse(text)
        except RequestError as error:
            self.push({"id": error.number, "ok": False, "error": error.as_json()})
            return
        if not HANDLERS[request.do].slow:
            await self._answer(request)
            return
        task = asyncio.create_task(self._answer(request))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, request: Any) -> None:
        try:
            reply = {"ok": True, "result": await answer(self._server, self, request)}
        except RequestError as error:
            reply = {"ok": False, "error": error.as_json()}
        except Exception:  # noqa: BLE001 (one request must not end the connection)
            traceback.print_exc(file=sys.stderr)
            sentence = "The server failed at this; the game is as it was. Its terminal says more."
            reply = {"ok": False, "error": RequestError("internal", sentence).as_json()}
        self.push({"id": request.id, **reply})

    async def _write(self) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):  # the page has gone
            while True:
                await self._socket.send_text(await self._out.get())
