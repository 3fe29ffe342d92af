"""Words of strangers: names that users give, and what programs say when they fail."""

from __future__ import annotations

import re
from typing import Final

_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def plain(words: str) -> str:
    """Return words in one line, without what would steer a terminal."""
    return _CONTROLS.sub(" ", words)
