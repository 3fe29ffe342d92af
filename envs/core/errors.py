"""Errors at the edge, each one sentence: what is wrong, where, and what to do."""

from __future__ import annotations


class GameError(Exception):
    """A mistake of the caller; raising it leaves all state unchanged.

    But ``PartnerError`` may: see there.
    """


class IllegalActionError(GameError, ValueError):
    """The action is in the action space but not legal now."""


class ResetNeededError(GameError, RuntimeError):
    """There is no running game: ``reset`` has not been called, or the game is over."""


class SettingsError(GameError, ValueError):
    """A constructor or ``reset`` was given something that no game can be made of."""


class ComponentsError(GameError, ValueError):
    """Parts or a scenario are invalid; the message says where and why in one sentence."""


class FormatError(GameError, ValueError):
    """Saved bytes, a replay or a position are damaged, foreign or of another version."""


class PositionError(FormatError):
    """A position is invalid; the message names the place and the reason."""


class PartnerError(GameError, RuntimeError):
    """A partner answered something that is no legal action.

    In ``vector_env`` other lanes may have moved by then: it has no games until ``reset`` or
    ``restore``.
    """
