"""Random legal actions for many games at once, as fast as the games themselves."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import compiled, wrapping
from tablemates.envs.core.records.borrowed import borrowed, word_at
from tablemates.envs.core.records.layout import Array8, Rows, Words
from tablemates.envs.core.records.random import random_below

#: Actions in one word of a mask, a byte each; and the number whose product adds up bytes.
_EIGHT: Final = 8
_ADD_UP: Final = np.uint64(0x0101010101010101)
_TOP_BYTE: Final = np.uint64(56)


@wrapping
def _sum_of(word: np.uint64) -> int:
    """Return the sum of a word's bytes, which is below 256."""
    return int((word * _ADD_UP) >> _TOP_BYTE)


def sample_legal(masks: Array8, keys: Words, out: npt.NDArray[np.int64]) -> None:
    """Choose one legal action in every lane, each as likely as any other.

    Args:
        masks: Shape ``(lanes, actions)``.
        keys: One a lane, ``uint64``: the choice depends on it and on the lane alone; it is
            counted up, so that the next call chooses anew.
        out: Written, shape ``(lanes,)``; a lane without a legal action keeps what it holds.

    Raises:
        ValueError: There is not one key and one place for a choice in every lane.
    """
    if not len(keys) == len(out) == len(masks):  # compiled code would write elsewhere in memory
        raise ValueError("sample_legal takes a key and a place in out for every lane of masks")
    if not (keys.flags.writeable and out.flags.writeable):
        raise ValueError("sample_legal writes to keys and out, and one of them is read-only")
    _sample(np.ascontiguousarray(masks), keys, out)


@compiled
def _sample(masks: Rows[Array8], keys: Words, out: npt.NDArray[np.int64]) -> None:
    """Do what ``sample_legal`` says."""
    masks = borrowed(masks)
    lanes, actions = masks.shape
    words = actions // _EIGHT
    # One loop a step: in one loop, every lane would wait for the lane before.
    left = np.empty(lanes, np.int64)
    for lane in range(lanes):
        legal = 0
        for n in range(words):
            legal += _sum_of(word_at(masks, lane, _EIGHT * n))
        for n in range(_EIGHT * words, actions):
            legal += masks[lane, n]
        left[lane] = legal
    for lane in range(lanes):
        legal = left[lane]
        left[lane] = random_below(keys[lane], lane, 0, legal) if legal > 0 else -1
        keys[lane] += np.uint64(1)
    # Where the chosen one lies: first by eights, then one by one.
    for lane in range(lanes):
        if left[lane] < 0:
            continue
        before = left[lane]
        n = 0
        for _ in range(words):
            here = _sum_of(word_at(masks, lane, n))
            if here > before:
                break
            before -= here
            n += _EIGHT
        before -= masks[lane, n]
        while before >= 0:
            n += 1
            before -= masks[lane, n]
        out[lane] = n
