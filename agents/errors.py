"""What goes wrong with agents, their files and their folders, each as one sentence."""

from __future__ import annotations

from tablemates.envs.core.errors import GameError


class AgentError(GameError, ValueError):
    """There is no such agent, or it cannot play this game."""


class PolicyError(AgentError):
    """A policy folder is missing, damaged, malicious, or made for another interface."""


class CrashError(AgentError):
    """An agent failed when it was asked, or answered something that is no answer."""


class StallError(AgentError):
    """An agent did not answer within its time."""


class FolderError(GameError, RuntimeError):
    """A folder for results is in use, or holds what must not be overwritten."""


class LibraryError(GameError, RuntimeError):
    """A library is not installed that comes with one of the extras."""


class DivergedError(GameError, ArithmeticError):
    """What was learned is no longer made of numbers."""
