"""How the games of a run end: what its curves and its line on the screen tell by level."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, Final

from tablemates.agents.learn.curves import COUNT

#: Games of a level with a number of players that the screen's numbers are taken over.
_RECENT: Final = 500

Ending = Mapping[str, Any]


class Tally:
    """Counts games.

    Every number of a level is the mean of its numbers of players, each counting alike: which
    of them are played most changes under a curriculum, and no curve shall rise by that alone.
    It is not part of a run's state: after ``--resume`` it begins anew.
    """

    def __init__(self) -> None:
        self._recent: dict[int, dict[int, deque[Ending]]] = defaultdict(
            lambda: defaultdict(lambda: deque(maxlen=_RECENT))
        )

    def note(self, endings: Iterable[Ending]) -> dict[str, float]:
        """Take note of the games that ended in an update; return their numbers by curve.

        A number of players without a game among these counts by its recent ones.
        """
        ended: dict[int, dict[int, list[Ending]]] = defaultdict(lambda: defaultdict(list))
        for one in endings:
            ended[one["level"]][one["players"]].append(one)
            self._recent[one["level"]][one["players"]].append(one)
        numbers: dict[str, float] = {}
        for level, played in ended.items():
            cells = list((self._recent[level] | played).values())
            numbers |= {f"level {level}/{name}": one for name, one in _means(cells).items()}
            numbers[f"level {level}/{COUNT}"] = sum(map(len, played.values()))
        return numbers

    def words(self) -> str:
        """Return how the recent games of each level went."""
        means = {level: _means(list(played.values())) for level, played in self._recent.items()}
        return "; ".join(
            f"level {level}: won {mean['win rate']:.1%}, progress {mean['progress']:.3f}"
            for level, mean in sorted(means.items())
        )


def _means(cells: Sequence[Sequence[Ending]]) -> dict[str, float]:
    return {
        "win rate": fmean(fmean(one["outcome"] == "won" for one in cell) for cell in cells),
        "progress": fmean(fmean(one["progress"] for one in cell) for cell in cells),
        "turns": fmean(fmean(one["turns"] for one in cell) for cell in cells),
    }
