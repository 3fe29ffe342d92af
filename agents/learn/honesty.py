"""How honest the chances of winning are that a network states while it plays."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

#: Equal ranges of chances, and games of a level that the error is taken over.
_BINS: Final = 10
_RECENT: Final = 500

Numbers = npt.NDArray[np.float64]


class Honesty:
    """Keeps what was stated in the games under way, until it is known how they ended.

    It is not part of a run's state: after ``--resume`` the games under way count from there on.

    Args:
        lanes: How many games there are side by side.
    """

    def __init__(self, lanes: int) -> None:
        self._each = np.arange(lanes)
        self._count: Numbers = np.zeros((lanes, _BINS))
        self._sum: Numbers = np.zeros((lanes, _BINS))
        self._ended: dict[int, deque[tuple[Numbers, Numbers]]] = defaultdict(
            lambda: deque(maxlen=_RECENT)
        )

    def note(self, stated: npt.NDArray[np.float32]) -> None:
        """Take note of the chances stated at one decision of every lane."""
        place = np.clip((stated * _BINS).astype(np.int64), 0, _BINS - 1)
        self._count[self._each, place] += 1.0
        self._sum[self._each, place] += stated

    def end(self, endings: Mapping[int, Mapping[str, Any]]) -> None:
        """Take note of how the games of some lanes have ended; those cut short do not count."""
        for lane, ending in endings.items():
            count, total = self._count[lane].copy(), self._sum[lane].copy()
            self._count[lane] = self._sum[lane] = 0.0
            if ending["outcome"] in ("won", "lost"):
                won = count * (ending["outcome"] == "won")
                self._ended[ending["level"]].append((count, total - won))

    def errors(self) -> dict[str, float]:
        """Return the expected calibration error by level, over the recent games of each.

        As in ``tablemates.agents.evaluation.calibration``: the mean distance between what was stated
        and the share of games won, ten equal ranges, weighted by decisions.
        """
        found = {}
        for level, games in sorted(self._ended.items()):
            count, gap = (np.sum(part, axis=0) for part in zip(*games, strict=True))
            found[f"calibration {level}"] = float(np.abs(gap).sum() / count.sum())
        return found
