"""Who may talk to the server: pages of its own, and elsewhere only who knows the token."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qs, quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Addresses that only this machine reaches.
LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_ANYWHERE: Final = frozenset({"0.0.0.0", "::", ""})
COOKIE: Final = "portal-dash-token"
#: How the server closes the WebSocket of a page without the right token.
NO_TOKEN: Final = 4403
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server listens.

    Attributes:
        host: The address.
        port: The port.
        token: What a visitor must know; None: nothing.
    """

    host: str
    port: int
    token: str | None = None

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches it."""
        return self.host in LOOPBACK

    @property
    def page(self) -> str:
        """The address of the page."""
        shown = "127.0.0.1" if self.host in _ANYWHERE else self.host
        name = f"[{shown}]" if ":" in shown else shown
        return f"http://{name}:{self.port}/"

    @property
    def url(self) -> str:
        """The address that opens the page, with the token."""
        return self.page + ("" if self.token is None else f"?token={quote(self.token, safe='')}")

    def is_own_host(self, host: str) -> bool:
        """Return whether a request's ``Host`` is this server's.

        A page of another site can make its own name mean 127.0.0.1 (DNS rebinding);
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


class Guard:
    """Refuses requests of other sites and of who does not know the token.

    Args:
        app: What is guarded.
        address: Where it listens.
    """

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app = app
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        sentence = self._fault(headers)
        if sentence is None and self._address.token is not None:
            sentence, given = self._token_fault(scope, headers)
            if sentence is not None and scope["type"] == "websocket":
                await _close(receive, send, sentence)
                return
            if sentence is None and given and scope["type"] == "http":
                await self._let_in(scope, receive, send)
                return
        if sentence is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": sentence[:100]})
        else:
            response = PlainTextResponse(f"{sentence}\n", 403)
            await response(scope, receive, _with_headers(send))

    def _fault(self, headers: Headers) -> str | None:
        host = headers.get("host", "")
        if not self._address.is_own_host(host):
            return f"This server answers only under its own address, {self._address.page}."
        origins = headers.getlist("origin")
        if not _all_own(origins, host):
            return "This server answers only its own page."
        site, mode = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-mode")
        if site not in ("none", "same-origin") and mode != "navigate":  # a link may lead here
            return "This server answers only its own page."
        return None

    def _token_fault(self, scope: Scope, headers: Headers) -> tuple[str | None, bool]:
        """Return what is wrong with the token, and whether it stands in the address."""
        token = self._address.token or ""
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [])
        if any(secrets.compare_digest(one.encode(), token.encode()) for one in given):
            return None, True
        token = quote(token, safe="")  # as it is kept in a cookie
        cookies: SimpleCookie = SimpleCookie()
        try:
            for one in headers.getlist("cookie"):
                cookies.load(one)
        except CookieError:
            cookies.clear()
        kept = cookies.get(COOKIE)
        if kept is not None and secrets.compare_digest(kept.value.encode(), token.encode()):
            return None, False
        return "Open the address that the server printed: it has the token in it.", False

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Keep the token in a cookie and take it out of the address."""
        response = RedirectResponse(scope["path"] or "/", 303)
        token = quote(self._address.token or "", safe="")  # cookies hold plain letters alone
        response.set_cookie(COOKIE, token, httponly=True, samesite="lax")
        await response(scope, receive, _with_headers(send))


async def _close(receive: Receive, send: Send, sentence: str) -> None:
    """Close a WebSocket so that its page knows why: of one that was never open it hears nothing."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": NO_TOKEN, "reason": sentence})


def _all_own(origins: Iterable[str], host: str) -> bool:
    """Return whether a request comes from this server's page, or from no page at all."""
    return all(urlsplit(origin).netloc.lower() == host.lower() for origin in origins)


def _with_headers(send: Send) -> Send:
    async def careful(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return careful
