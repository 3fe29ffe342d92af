"""The one error of the parts."""

from __future__ import annotations


class ComponentsError(ValueError):
    """Parts or a level are wrong; the message says what and where in one sentence."""
