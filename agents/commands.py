"""What the commands share: an error of the user's becomes one sentence, not a traceback."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

from envs.core.documents import DocumentError
from envs.core.errors import GameError
from envs.portal_dash.components import ComponentsError


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
    except KeyboardInterrupt as error:
        _say("; ".join([f"{command}: stopped", *map(str, error.args)]))
        return 130
    return 0


def _say(sentence: str) -> None:
    with suppress(OSError):  # where nobody listens, the exit code still says it
        print(sentence, file=sys.stderr, flush=True)
