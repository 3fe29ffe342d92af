"""Starts of games: the true one, or a position of a source such as an archive."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

import numpy as np

from tablemates.envs.core.records.layout import Bytes

#: Index of no archived position.
TRUE_START: Final = -1


class StartSource(Protocol):
    """Positions at which games may begin, such as the archive of a ``StartSchedule``."""

    @property
    def fraction(self) -> float:
        """Part of the positions that are drawn from."""
        ...

    def draw(self, scenario: int, rng: np.random.Generator) -> int:
        """Return the number of a position, or ``TRUE_START``, for a scenario's index."""
        ...

    def record_at(self, position: int) -> Bytes:
        """Return the record of a position of ``draw``."""
        ...

    def note(self, position: int, outcome: float) -> None:
        """Note the return, from 0 to 1, of a game that began at a position of ``draw``."""
        ...

    def state(self) -> Mapping[str, Any]:
        """Return what has been learned, for ``restore``."""
        ...

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue from ``state``."""
        ...
