"""Games at their first decision, on tuning seeds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.record import Bytes
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.settings import Settings


@cache
def _game(level: int, players: int) -> Game:
    return Game(Settings(level=level, players=players))


def starts(
    level: int, players: int, numbers: Iterable[int]
) -> tuple[Bytes, npt.NDArray[np.uint64]]:
    """Return games at their first decision.

    Args:
        level: 1 to 5.
        players: 1 to 4.
        numbers: Numbers of tuning seeds.

    Returns:
        Their records, shape ``(games, STATE.itemsize)``, and their seeds.
    """
    game = _game(level, players)
    seeds = [seed_for("tune", number) for number in numbers]
    records = np.zeros((len(seeds), STATE.itemsize), np.uint8)
    for i, seed in enumerate(seeds):
        game.new(seed)
        records[i] = game.record
    return records, np.array(seeds, np.uint64)
