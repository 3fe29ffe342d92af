"""Random legal actions for many games at once, as fast as the games themselves."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from envs.core.compiled import compiled
from envs.core.record import Array8, Words
from envs.portal_dash.rules.random import random_below


@compiled
def sample_legal(masks: Array8, keys: Words, out: npt.NDArray[np.int64]) -> None:
    """Choose one legal action in every lane, each as likely as any other.

    Args:
        masks: Shape ``(lanes, actions)``.
        keys: One a lane, ``uint64``: the choice depends on it and on the lane alone; it is
            counted up, so that the next call chooses anew.
        out: Written, shape ``(lanes,)``; a lane without a legal action keeps what it holds.
    """
    for lane in range(len(masks)):
        mask = masks[lane]
        legal = 0
        for n in range(len(mask)):
            legal += mask[n]
        left = random_below(keys[lane], lane, 0, legal)
        keys[lane] += np.uint64(1)
        for n in range(len(mask)):
            left -= mask[n]
            if left < 0:
                out[lane] = n
                break
