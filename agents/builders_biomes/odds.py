"""The exact chance of defeating a mob with a pile of weapon tokens."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.state import Box
from tablemates.envs.builders_biomes.vocabulary import Weapon
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.record import Array8

#: Hearts above this make no difference to any mob.
MOST: Final = V.MOST_POINTS


@helper
def _choose(n: int, k: int) -> float:
    """Return the number of ways to choose ``k`` of ``n``."""
    ways = 1.0
    for i in range(k):
        ways *= (n - i) / (i + 1.0)
    return ways


@helper
def write_odds(pile: Array8, box: Box, out: npt.NDArray[np.float64]) -> None:
    """Write the chance that a fight reveals at least 0, 1, ... hearts, all TNT detonated.

    Bows only decide how many bows come: of the other tokens, three are revealed, each three
    as likely as any other (FIGHT-02, FIGHT-03).

    Args:
        pile: Tokens by kind, shape ``(WEAPONS,)``.
        box: What is in the box.
        out: Written, shape ``(MOST + 1,)``.
    """
    bows = int(pile[Weapon.BOW])
    others = -bows
    ways = np.zeros((V.REVEAL + 1, MOST + 1))  # [tokens, hearts], hearts above MOST as MOST
    ways[0, 0] = 1.0
    for kind in range(V.WEAPONS):
        others += int(pile[kind])
        hearts = int(box.weapon_hearts[kind])
        for _ in range(pile[kind] if kind != Weapon.BOW else 0):
            for tokens in range(V.REVEAL - 1, -1, -1):
                for sum_ in range(MOST + 1):
                    ways[tokens + 1, min(MOST, sum_ + hearts)] += ways[tokens, sum_]
    revealed = min(V.REVEAL, others)
    out[:] = 0.0
    for count in range(bows + 1):
        if others < V.REVEAL:
            chance = 1.0 if count == bows else 0.0
        else:  # bows before the third other token, and bows after it
            before = _choose(count + V.REVEAL - 1, count)
            after = _choose(bows - count + others - V.REVEAL, bows - count)
            chance = before * after / _choose(bows + others, bows)
        for sum_ in range(MOST + 1):
            hearts = min(MOST, sum_ + count * int(box.weapon_hearts[Weapon.BOW]))
            out[hearts] += chance * ways[revealed, sum_]
    total = out.sum()
    for hearts in range(MOST - 1, -1, -1):
        out[hearts] += out[hearts + 1]
    for hearts in range(MOST + 1):
        out[hearts] /= total
