"""An adviser for lanes whose games are played on different parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from tablemates.agents.portal_dash.advice import Adviser
from tablemates.envs.core.agent import Batch
from tablemates.envs.core.record import Array8

Places = npt.NDArray[np.integer]


class AdviserOfParts(Adviser):
    """A script that knows which parts each lane is played on: it asks itself with those.

    Args:
        by_set: The script with each set of parts.
        parts: Returns which set each lane is played on.
    """

    def __init__(self, by_set: Sequence[Adviser], parts: Callable[[], Places]) -> None:
        super().__init__(by_set[0].name, by_set[0].rows)
        self._by_set = by_set
        self._parts = parts

    def tell(self, batch: Batch) -> tuple[Array8, Array8]:
        """Return what a network is given; the decisions are those of all lanes."""
        parts = self._parts()
        shown: list[tuple[Places, tuple[Array8, Array8]]] = []
        for which in np.unique(parts).tolist():
            lanes = np.flatnonzero(parts == which)
            shown.append((lanes, self._by_set[which].tell(part_of(batch, lanes))))
        order = np.argsort(np.concatenate([lanes for lanes, _ in shown]))
        observations, masks = (
            np.concatenate([told[n] for _, told in shown])[order] for n in range(2)
        )
        return observations, masks


def part_of(batch: Batch, places: Places) -> Batch:
    """Return some of the decisions of a batch."""
    return Batch(
        batch.observations[places],
        batch.masks[places],
        batch.publics[places],
        [batch.keys[n] for n in places.tolist()],
    )
