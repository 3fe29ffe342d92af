"""Access to the server: its own pages only, and from other machines only with the token."""

from __future__ import annotations

import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote, unquote, urlsplit

import segno
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Addresses that only this machine reaches.
LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_ANYWHERE: Final = frozenset({"0.0.0.0", "::", ""})
COOKIE: Final = "table-token"
#: Close code of the WebSocket of a page without the right token.
NO_TOKEN: Final = 4403
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}


@dataclass(frozen=True, slots=True)
class Address:
    """Address that the server listens at."""

    host: str
    port: int
    token: str | None = None

    @property
    def is_local(self) -> bool:
        """True if only this machine reaches it."""
        return self.host in LOOPBACK

    @property
    def page(self) -> str:
        """The URL of the page."""
        shown = "127.0.0.1" if self.host in _ANYWHERE else self.host
        name = f"[{shown}]" if ":" in shown else shown
        return f"http://{name}:{self.port}/"

    @property
    def url(self) -> str:
        """The URL of the page, with the token."""
        return self.page + ("" if self.token is None else f"?token={quote(self.token, safe='')}")

    def reachable(self) -> list[str]:
        """Return the URLs by which other machines open the page; none: only this one can."""
        if self.is_local:
            return []
        hosts = _own_addresses() if self.host in _ANYWHERE else [self.host]
        return [replace(self, host=host).url for host in hosts]

    def is_own_host(self, host: str) -> bool:
        """Return whether a request's ``Host`` is this server's.

        A page of another site can make its own name resolve to 127.0.0.1 (DNS rebinding);
        its requests name that site.
        """
        try:
            parts = urlsplit(f"//{host}")
            name, port = parts.hostname or "", parts.port
        except ValueError:
            return False
        if (port or 80) != self.port:
            return False
        if self.is_local:
            return name in LOOPBACK
        return name == self.host or self.host in _ANYWHERE


def _own_addresses() -> list[str]:
    """Return the addresses of this machine in its networks, the likeliest first."""
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: the system only chooses a way
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found.append(str(place[0]))
    return [one for one in dict.fromkeys(found) if not one.startswith("127.")]


def qr_code(url: str) -> str:
    """Return a QR code as SVG."""
    code: str = segno.make(url, micro=False).svg_inline(border=2, omitsize=True, dark="#000")
    return code.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)


class AccessMiddleware:
    """Refuses requests of other sites and of visitors without the token."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app = app
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        send = _with_headers(send)
        asked = HTTPConnection(scope)
        page = scope["type"] == "http"
        if sentence := self._fault(asked):
            await _refuse(sentence, 1008, scope, receive, send)
        elif self._address.token is None or self._is_token(unquote(asked.cookies.get(COOKIE, ""))):
            await self._app(scope, receive, send)
        elif not self._is_token(asked.query_params.get("token", "")):
            sentence = "Open the address that the server printed: it has the token in it."
            await _refuse(sentence, NO_TOKEN, scope, receive, send)
        elif page:  # keep the token in a cookie and take it out of the address
            response = RedirectResponse(asked.url.path, 303)
            token = quote(self._address.token, safe="")
            response.set_cookie(COOKIE, token, httponly=True, samesite="lax")
            await response(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _fault(self, asked: HTTPConnection) -> str | None:
        headers = asked.headers
        host = headers.get("host", "")
        if not self._address.is_own_host(host):
            return f"This server answers only under its own address, {self._address.page}."
        origins = headers.getlist("origin")
        if any(urlsplit(origin).netloc.lower() != host.lower() for origin in origins):
            return "This server answers only its own page."
        return None

    def _is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), (self._address.token or "").encode())


async def _refuse(sentence: str, code: int, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        response: Response = PlainTextResponse(f"{sentence}\n", 403)
        await response(scope, receive, send)
        return
    if code == NO_TOKEN:  # a page hears the reason only of a socket that was open
        await receive()
        await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": sentence[:100]})


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
