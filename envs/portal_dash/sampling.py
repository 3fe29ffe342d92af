"""Random legal actions for many games at once, as fast as the games themselves."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from envs.core.compiled import compiled, inlined
from envs.core.record import Array8, Words
from envs.core.rows import borrowed
from envs.portal_dash.rules.random import random_below

_EIGHT: Final = 8


@inlined
def _count(mask: Array8, start: int, end: int) -> int:
    """Return how many actions of a stretch are legal."""
    legal = 0
    for n in range(start, end):
        legal += mask[np.uint64(n)]
    return legal


@compiled
def sample_legal(masks: Array8, keys: Words, out: npt.NDArray[np.int64]) -> None:
    """Choose one legal action in every lane, each as likely as any other.

    Args:
        masks: Shape ``(lanes, actions)``.
        keys: One a lane, ``uint64``: the choice depends on it and on the lane alone; it is
            counted up, so that the next call chooses anew.
        out: Written, shape ``(lanes,)``; a lane without a legal action keeps what it holds.
    """
    masks = borrowed(masks)
    for lane in range(len(masks)):
        mask = masks[lane]
        legal = _count(mask, 0, len(mask))
        left = random_below(keys[lane], lane, 0, legal)
        keys[lane] += np.uint64(1)
        if legal == 0:
            continue
        # Where the chosen one lies: first by eights, then one by one.
        n = 0
        while n + _EIGHT <= len(mask):
            here = _count(mask, n, n + _EIGHT)
            if here > left:
                break
            left -= here
            n += _EIGHT
        left -= mask[n]
        while left >= 0:
            n += 1
            left -= mask[n]
        out[lane] = n
