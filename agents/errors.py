"""Errors of agents, their files and their folders; each message is one sentence."""

from __future__ import annotations

from tablemates.envs.core.errors import GameError


class AgentError(GameError, ValueError):
    """There is no such agent, or it cannot play this game."""


class PolicyError(AgentError):
    """A policy folder is missing, damaged, malicious, or made for another interface."""


class CrashError(AgentError):
    """An agent failed, or its answer is malformed."""


class StallError(AgentError):
    """An agent exceeded its time limit."""


class FolderError(GameError, RuntimeError):
    """A results folder is in use, or holds files that must not be overwritten."""


class LibraryError(GameError, RuntimeError):
    """A library of one of the extras is not installed."""


class DivergedError(GameError, ArithmeticError):
    """Training diverged: a loss or parameter is not finite."""
