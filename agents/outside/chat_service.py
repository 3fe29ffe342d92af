"""Requests to a service that speaks OpenAI's chat protocol, with the standard library alone."""

from __future__ import annotations

import http.client
import json
import math
import threading
import time
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from tablemates.agents.errors import CrashError, OwnError, StallError, plain

#: Most bytes of an answer.
LONGEST: Final = 2**22
#: Statuses that say that the service, not the question, is at fault; some of them pass.
_REFUSED: Final = {401, 402, 403, 404, 405}
_PASSING: Final = {408, 409, 425, 429}
_OUT: Final = 30.0  # seconds in which a service that was out of reach is not asked again
_PAUSE: Final = 0.5  # seconds before the second request, twice as many before each further one
_LONGEST_PAUSE: Final = 60.0
_SHOWN: Final = 200
_CHUNK: Final = 2**16


class Reply(NamedTuple):
    """The text of an answer, and the tokens that the service has read and written for it."""

    text: str
    read: int
    written: int


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirect: the key is for one host."""

    def redirect_request(self, *_args: Any) -> None:
        """Answer that there is nowhere to go."""


class ChatService:
    """Sends messages to ``URL/chat/completions``; an answer has ``seconds``, a failure ``tries``.

    ``body`` is what else is sent. The key is sent as a header, and is in no message of an error.
    """

    def __init__(
        self, name: str, url: str, key: str, body: dict[str, Any], seconds: float, tries: int
    ) -> None:
        self._name = name
        self._url = f"{url.rstrip('/').removesuffix('/chat/completions')}/chat/completions"
        self._headers = {"Content-Type": "application/json", "User-Agent": "tablemates"}
        if key:
            self._headers["Authorization"] = f"Bearer {key}"
        self._body = body
        self._seconds = seconds
        self._tries = tries
        self._opener = build_opener(_NoRedirects)
        self._out = -math.inf, ""  # until when, and why

    def ask(self, messages: list[dict[str, str]]) -> Reply:
        """Return the answer to messages.

        Raises:
            StallError: It takes longer than the time for it.
            CrashError: What comes is no answer.
            OwnError: The service is out of reach, or refuses to answer.
        """
        until, why = self._out
        if time.monotonic() < until:
            raise OwnError(why)
        data = json.dumps({**self._body, "messages": messages}).encode()
        pause = _PAUSE
        for left in range(self._tries - 1, -1, -1):
            try:
                return self._read(self._post(data))
            except HTTPError as error:
                with error:
                    words = self._without_key(error.read(_SHOWN).decode("utf-8", "replace"))
                why = f"{self._name!r} is refused with status {error.code}: {plain(words)}"
                if error.code in _REFUSED or 300 <= error.code < 400:
                    break
                if error.code < 500 and error.code not in _PASSING:
                    raise CrashError(why) from None
                wished = error.headers.get("Retry-After") or ""
                pause = max(pause, float(wished)) if wished.isdecimal() else pause
            except (http.client.HTTPException, ConnectionResetError, BrokenPipeError) as error:
                why = f"{self._name!r} closed the connection instead of answering"
                if not left:
                    raise CrashError(f"{why} ({type(error).__name__})") from None
            except URLError as error:
                why = f"{self._name!r} cannot be reached: {plain(str(error.reason))}"
            if left:
                time.sleep(min(pause, _LONGEST_PAUSE))
                pause *= 2
        self._out = time.monotonic() + _OUT, why
        raise OwnError(why)

    def _post(self, data: bytes) -> bytes:
        """Return the bytes of an answer; the time for it counts whatever trickles in."""
        late = StallError(f"{self._name!r} did not answer within {self._seconds:g} seconds")
        end = time.monotonic() + self._seconds
        found = bytearray()
        try:
            request = Request(self._url, data, self._headers, method="POST")
            with self._opener.open(request, timeout=self._seconds) as answer:
                # Headers, too, may trickle; closing the socket ends a read that waits.
                watch = threading.Timer(max(end - time.monotonic(), 0.001), answer.close)
                watch.daemon = True
                watch.start()
                try:
                    while chunk := answer.read1(_CHUNK):
                        found += chunk
                        if time.monotonic() > end:
                            raise late
                        if len(found) > LONGEST:
                            raise CrashError(f"{self._name!r} answered more than {LONGEST:,} bytes")
                finally:
                    watch.cancel()
        except TimeoutError:
            raise late from None
        except URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise late from None
            raise
        except (OSError, ValueError, AttributeError):
            if time.monotonic() >= end:
                raise late from None
            raise
        if time.monotonic() > end:
            raise late
        return bytes(found)

    def _read(self, data: bytes) -> Reply:
        """Return the text in an answer of the protocol."""
        shown = plain(self._without_key(data[:_SHOWN].decode("utf-8", "replace")))
        try:
            answer = json.loads(data)
            message = answer["choices"][0]["message"]
            text = message.get("content")
            usage = answer.get("usage") or {}
            counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise CrashError(
                f"{self._name!r} answered {shown!r}, which is no chat completion"
            ) from None
        if isinstance(text, list):  # parts, as some services write them
            text = "".join(str(one.get("text", "")) for one in text if isinstance(one, dict))
        read, written = (one if type(one) is int and one >= 0 else 0 for one in counts)
        return Reply(text if isinstance(text, str) else "", read, written)

    def _without_key(self, words: str) -> str:
        key = self._headers.get("Authorization", "").removeprefix("Bearer ")
        return words.replace(key, "***") if key else words
