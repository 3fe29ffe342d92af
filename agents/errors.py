"""Errors of agents, their files and their folders; each message is one sentence."""

from __future__ import annotations

import re
from typing import Final

from tablemates.envs.core.errors import GameError

_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


class AgentError(GameError, ValueError):
    """There is no such agent, or it cannot play this game."""


class PolicyError(AgentError):
    """A policy folder is missing, damaged, malicious, or made for another interface."""


class CrashError(AgentError):
    """An agent failed, or its answer is malformed."""


class StallError(AgentError):
    """An agent exceeded its time limit."""


class OwnError(GameError, RuntimeError):
    """Something in this package failed while a game was played: no agent is to blame for it."""

    exit_code = 3


class FolderError(GameError, RuntimeError):
    """A results folder is in use, or holds files that must not be overwritten."""


class LibraryError(GameError, RuntimeError):
    """A library of one of the extras is not installed."""


class DivergedError(GameError, ArithmeticError):
    """Training diverged: a loss or parameter is not finite."""


def plain(words: str) -> str:
    """Return text from users or programs in one line that a terminal and a file can take."""
    return _CONTROLS.sub(" ", words).encode("utf-8", "replace").decode()
