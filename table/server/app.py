"""The server's addresses: the page, its files, saved games, and the WebSocket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import as_file, files
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from tablemates.envs.core.errors import FormatError
from tablemates.table.saves import SavedGame
from tablemates.table.server.beginning import room_of_saved
from tablemates.table.server.dispatch import file_name
from tablemates.table.server.guard import Address, Guard
from tablemates.table.server.hall import Hall
from tablemates.table.server.limits import MESSAGE
from tablemates.table.server.refusals import RefusalError
from tablemates.table.server.socket import Door
from tablemates.table.server.store import sentence_of


def page_folder() -> Path:
    """Return the folder of the page's files."""
    with as_file(files("tablemates.table").joinpath("page")) as folder:
        return folder


def make_app(hall: Hall, address: Address) -> Starlette:
    """Return the application.

    Args:
        hall: The games.
        address: Where it will listen.
    """
    page = page_folder()

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        await hall.close()

    async def index(_request: Request) -> Response:
        file = page / "index.html"
        if not file.is_file():
            return PlainTextResponse("The page is not installed.\n", 404)
        return FileResponse(file)

    async def health(_request: Request) -> Response:
        return JSONResponse({"ok": True})

    async def save(request: Request) -> Response:
        try:
            room = hall.room(request.path_params["game"])
        except RefusalError as error:
            return _refused(error, 404)
        name = file_name(room.name)
        return Response(
            room.saved().to_text(),
            media_type="application/json",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    async def load(request: Request) -> Response:
        try:
            data = await _body(request)
            saved = SavedGame.of_text(data.decode("utf-8"))
            room = room_of_saved(hall, saved, None)
        except UnicodeDecodeError:
            return _refused(RefusalError("refused", "This is no saved game: it is no text."), 400)
        except FormatError as error:
            return _refused(RefusalError("refused", sentence_of(error)), 400)
        except RefusalError as error:
            return _refused(error, 413 if error.code == "limit" else 400)
        return JSONResponse({"game": room.id}, 201)

    routes = [
        Route("/", index),
        Route("/health", health),
        Route("/games/{game}/save", save),
        Route("/games", load, methods=["POST"]),
        WebSocketRoute("/ws", Door(hall).serve),
    ]
    if page.is_dir():
        routes.append(Mount("/page", StaticFiles(directory=page)))
    guard = Middleware(Guard, address=address)
    return Starlette(routes=routes, middleware=[guard], lifespan=lifespan)


async def _body(request: Request) -> bytes:
    """Return the body of a request, as far as it is not too long.

    Raises:
        RefusalError: It is.
    """
    found = bytearray()
    try:
        async for chunk in request.stream():
            found += chunk
            if len(found) > MESSAGE:
                raise RefusalError("limit", f"The file is too long: at most {MESSAGE} bytes.")
    except ClientDisconnect as error:
        raise RefusalError("refused", "The file did not arrive.") from error
    return bytes(found)


def _refused(error: RefusalError, status: int) -> Response:
    return JSONResponse({"error": error.as_json()}, status)
