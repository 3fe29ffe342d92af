"""Shuffling stacks of hidden cards."""

from __future__ import annotations

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.random import random_below
from tablemates.envs.core.record import Array8
from tablemates.envs.explorers.state import Hidden


@helper
def _swap(values: Array8, i: int, j: int) -> None:
    value = values[i]
    values[i] = values[j]
    values[j] = value


@helper
def shuffle_landscapes(h: Hidden, length: int, seed: int, stream: int) -> None:
    """Permute the stack of landscapes uniformly."""
    for i in range(length - 1, 0, -1):
        j = random_below(seed, stream, i, i + 1)
        _swap(h.deep_front, i, j)
        _swap(h.deep_back, i, j)


@helper
def shuffle_creatures(h: Hidden, length: int, seed: int, stream: int) -> None:
    """Permute the stack of creature cards uniformly."""
    for i in range(length - 1, 0, -1):
        _swap(h.creatures, i, random_below(seed, stream, i, i + 1))


@helper
def insert_creature(h: Hidden, length: int, at: int, creature: int) -> None:
    """Insert a card into the stack of creature cards.

    Args:
        h: The hidden part.
        length: Cards in the stack before.
        at: Cards that lie below the new one.
        creature: The card.
    """
    for i in range(length, at, -1):
        h.creatures[i] = h.creatures[i - 1]
    h.creatures[at] = creature
