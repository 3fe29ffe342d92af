"""Which files the engine and its machine code are made of."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent
_CORE = _HERE.parent / "core"


def rule_sources() -> list[Path]:
    """Return the files that decide what happens in a game."""
    core = (_CORE / f"{name}.py" for name in ("record", "random", "cube"))
    return [*core, *(_HERE / "rules").glob("*.py")]


def compiled_sources() -> list[Path]:
    """Return every file of this game that machine code is made from."""
    own = (*(_HERE / f"{name}.py" for name in ("hooks", "once", "reward")), _CORE / "cube.py")
    return [*own, *(_HERE / "rules").glob("*.py"), *(_HERE / "observation").glob("*.py")]
