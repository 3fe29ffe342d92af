"""The potential of shaping, see ``tablemates.envs.core.engine.shaping``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import helper
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.ending import blocks_placed, life_lost, progress_of
from tablemates.envs.portal_dash.state import Box, Public

#: The terms of the potential, each between 0 and 1, and what they say.
TERMS: Final[Mapping[str, str]] = {
    "progress": "how far the team has come: tasks, parts revealed, the boss's lost life",
    "tasks": "blocks placed on the piglin board, of those that the tasks need",
    "track": "parts revealed, of those that were face down at the start",
    "way": "columns that the players have crossed, of the whole track",
    "boss": "life that the bosses have lost",
    "hearts": "hearts left on the life trackers",
    "items": "items in the players' active rows, of the slots that they have",
}


@helper
def potential_of(p: Public, box: Box, weights: npt.NDArray[np.float64]) -> float:
    """Return the potential of a game: the terms of ``TERMS``, in that order, by their weights."""
    if p.outcome != Outcome.RUNNING:
        return 0.0
    placed, places = blocks_placed(p, box)
    lost, life = life_lost(p, box)
    hearts = 0
    items = 0
    crossed = 0
    for player in range(p.players):
        if p.player_space[player] >= 0:
            crossed += int(p.player_space[player]) & (L.COLUMNS - 1)
        hearts += max(0, int(p.hearts[player]))
        for slot in range(L.SLOTS):
            items += p.item_kind[player, slot] >= 0 and p.item_active[player, slot] == 1
    potential: float = (
        weights[0] * progress_of(p, box)
        + weights[1] * (placed / places)
        + weights[2] * ((p.parts_open - 1 + p.portal_open) / p.parts)
        + weights[3] * (crossed / (p.columns * p.players))
        + weights[4] * (lost / life)
        + weights[5] * (hearts / (L.HEARTS * p.players))
        + weights[6] * (items / (L.SLOTS * p.players))
    )
    return potential
