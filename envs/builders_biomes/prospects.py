"""Prospects: what each seat would still score as the boards are now."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.scoring import best_scoring, bonus_points
from tablemates.envs.builders_biomes.state import BOX, STATE
from tablemates.envs.core.compiler.decorators import compiled
from tablemates.envs.core.records.borrowed import record_of
from tablemates.envs.core.records.layout import Bytes, Rows

#: Columns of ``prospects``: the scorings, then the bonus of mobs.
PROSPECTS: Final = ("scoring_a", "scoring_b", "scoring_c", "bonus")


@compiled
def _write_prospects(game: Bytes, box: Bytes, out: Rows[npt.NDArray[np.int64]]) -> None:
    p = record_of(game, STATE).public
    b = record_of(box, BOX)
    for seat in range(p.players):
        for category in range(p.scored, V.SCORINGS):
            out[seat, category] = best_scoring(p, b, seat, category)[0]
        if p.cause == 0:
            out[seat, V.SCORINGS] = bonus_points(p, b, seat)


def prospects(game: Bytes, box: Bytes) -> npt.NDArray[np.int64]:
    """Return XP to come for each seat if nothing more were built, shape ``(SEATS, 4)``."""
    out = np.zeros((V.SEATS, len(PROSPECTS)), np.int64)
    _write_prospects(game, box, out)
    return out
