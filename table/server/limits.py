"""How much a visitor may ask for, so that nobody at the table is disturbed."""

from __future__ import annotations

import time
from typing import Final

#: Bytes of a message, and of a file that is sent.
MESSAGE: Final = 262_144
#: A longer one ends the connection before it is read.
LONGEST_FRAME: Final = 4 * MESSAGE
#: Games that are kept.
GAMES: Final = 500
#: Games that are held in memory; others are read again when they are opened.
OPEN_GAMES: Final = 64
#: Connections at a time.
CONNECTIONS: Final = 200
#: Requests of a connection that may wait for a bot's answer at a time.
WAITING: Final = 8
#: Moves in one request.
GESTURE: Final = 100
#: Sentences of the log that go with every state.
TAIL: Final = 40

_RATE: Final = 100.0  # messages a second, in the long run
_BURST: Final = 200.0


class Flow:
    """Counts a connection's messages: a bucket that fills again with time."""

    def __init__(self) -> None:
        self._left = _BURST
        self._seen = time.monotonic()

    def admits(self) -> bool:
        """Return whether one more message may be looked at."""
        now = time.monotonic()
        self._left = min(_BURST, self._left + (now - self._seen) * _RATE)
        self._seen = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
