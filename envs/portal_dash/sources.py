"""Which files the engine and its machine code are made of."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent
_CORE = _HERE.parent / "core"
#: Ways to look at an observation that has been written: plain NumPy.
_UNCOMPILED = frozenset({"gathers.py", "tokens.py", "candidates.py", "candidate_rows.py"})


def rule_sources() -> list[Path]:
    """Return the files that decide what happens in a game."""
    return [_CORE / "record.py", *(_HERE / "rules").glob("*.py")]


def compiled_sources() -> list[Path]:
    """Return every file that machine code is made from."""
    observation = (_HERE / "observation").glob("*.py")
    views = [file for file in observation if file.name not in _UNCOMPILED]
    core = [_CORE / f"{name}.py" for name in ("batch", "compiled", "game", "rows")]
    return [*rule_sources(), *core, _HERE / "stepping.py", _HERE / "reward.py", *views]
