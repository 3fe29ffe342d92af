"""Errors as a sentence that names the place in somebody's own file."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path
from typing import Final

_LONGEST: Final = 300  # characters of an error's own text
_ROOT: Final = Path(__file__).resolve().parents[1]
_OURS: Final = [_ROOT / "agents", _ROOT / "envs"]
#: Folders whose files raise errors on behalf of others.
_LIBRARIES: Final = [Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib")]


def sentence_of(error: BaseException, *, ours: bool = False) -> str:
    """Return an error with the place that raised it: ``bot.py, line 7, in act: KeyError: 5``.

    The place is the last one in the user's own files, not in a library; ``ours``: in files of this
    package.
    """
    said = ": ".join(filter(None, [type(error).__name__, " ".join(_text(error).split())]))
    said = said[:_LONGEST]
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_file() and _is_of(path.resolve(), ours):
            return f"{path.name}, line {frame.lineno}, in {frame.name}: {said}"
    return said


def _is_of(path: Path, ours: bool) -> bool:
    """Return whether a file is one of ours, or else of a user's own."""
    if any(path.is_relative_to(folder) for folder in _OURS):
        return ours
    return not ours and not any(path.is_relative_to(folder) for folder in _LIBRARIES)


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - written by a user, as the error may be
        return "its message cannot be read"
