"""What the commands share: an error of the user's becomes one sentence, not a traceback."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from tablemates.envs.core.documents import DocumentError
from tablemates.envs.core.errors import GameError
from tablemates.envs.portal_dash.components import ComponentsError


def run(command: str, work: Callable[[], None]) -> int:
    """Do a command's work and return its exit code.

    Args:
        command: Its name, for messages.
        work: Raises what a user did wrong as one of the project's errors, which may have
            an ``exit_code`` other than 2.
    """
    try:
        work()
    except (GameError, DocumentError, ComponentsError) as error:
        _say(f"{command}: {error}")
        return getattr(error, "exit_code", 2)
    except OSError as error:  # a full disk, say, or a folder that may not be written
        if error.strerror is None:
            raise
        _say(f"{command}: {error.filename or 'file'}: {error.strerror}")
        return 2
    except SystemExit as error:  # of an agent's own code, say
        _say(f"{command}: something that was asked has left the program ({error.code})")
        return 1
    except MemoryError as error:  # NumPy says how much it was
        _say(f"{command}: {str(error) or 'there is not enough memory'}: choose smaller numbers")
        return 2
    except KeyboardInterrupt as error:
        _say("; ".join([f"{command}: stopped", *map(str, error.args)]))
        return 130
    return 0


@contextmanager
def killed_politely() -> Iterator[None]:
    """Let ``SIGTERM`` stop the block as Ctrl-C does."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears of signals
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _say(sentence: str) -> None:
    with suppress(OSError):  # where nobody listens, the exit code still says it
        print(sentence, file=sys.stderr, flush=True)
