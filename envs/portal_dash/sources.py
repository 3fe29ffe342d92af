"""Which files the engine and its machine code are made of."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent
_CORE = _HERE.parent / "core"


def rule_sources() -> list[Path]:
    """Return the files that decide what happens in a game."""
    return [_CORE / "record.py", *(_HERE / "rules").glob("*.py")]


def compiled_sources() -> list[Path]:
    """Return every file that machine code is made from."""
    core = [_CORE / f"{name}.py" for name in ("compiled", "rows", "batch", "game")]
    writers = (_HERE / "observation").glob("*.py")
    return [*rule_sources(), *core, _HERE / "stepping.py", _HERE / "reward.py", *writers]
