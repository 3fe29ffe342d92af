"""How search plays a game on: what the agents of a game declare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

#: Rounds of a game that is played to its end.
_ALL: Final = 1000


@dataclass(frozen=True, slots=True)
class Playouts:
    """The policy of playouts, and where they stop.

    Attributes:
        prefer: Compiled script, as ``prefer`` in ``tablemates.envs.core.hooks``.
        judge: Compiled function of the state, the box and an array ``(SEATS,)``: writes what a
            game that goes on is worth to each seat, from 0 to 1. None: its progress.
        rounds: A playout stops when every seat has had this many turns.
    """

    prefer: Callable[..., int]
    judge: Callable[..., None] | None = None
    rounds: int = _ALL

    def program(self) -> dict[str, Any]:
        """Return what the program has instead of the game's hooks."""
        found = {"prefer": self.prefer, "ROUNDS": self.rounds}
        return found if self.judge is None else {**found, "write_progress": self.judge}

    def sources(self) -> list[Path]:
        """Return the files that the compiled functions are made from."""
        return sorted(Path(self.prefer.__code__.co_filename).parent.glob("*.py"))
