"""Seeds by purpose: games to learn from are never games to be judged on.

Each purpose owns a range of ``SIZE`` seeds. All of them lie below 2**53, so
that JSON, JavaScript and float64 keep them exactly. Small numbers that people
type by hand (0, 1, 2, ...) are training seeds.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final, Literal, cast, get_args

import numpy as np

from tablemates.envs.core.errors import SettingsError

Purpose = Literal["train", "tune", "eval", "test"]
PURPOSES: Final[tuple[Purpose, ...]] = get_args(Purpose)
SIZE: Final = 2**48
LARGEST: Final = 2**64 - 1  # what a game takes


def seed_for(purpose: Purpose, n: int) -> int:
    """Return the ``n``-th seed of a purpose.

    Args:
        purpose: ``"train"``, ``"tune"``, ``"eval"`` or ``"test"``.
        n: 0 to ``SIZE - 1``.

    Raises:
        SettingsError: The purpose is unknown or ``n`` is out of range.
    """
    if purpose not in PURPOSES:
        raise SettingsError(
            f"unknown purpose {purpose!r} of a seed: use one of {', '.join(PURPOSES)}"
        )
    if not 0 <= n < SIZE:
        raise SettingsError(f"seed number {n} of {purpose!r} is not between 0 and {SIZE - 1}")
    return PURPOSES.index(purpose) * SIZE + n


def drawn_seed(rng: np.random.Generator) -> int:
    """Draw a training seed."""
    return int(rng.integers(SIZE))


def fresh_seed() -> int:
    """Return a random training seed, for ``reset`` without one."""
    return secrets.randbelow(SIZE)


def checked_seed(seed: int) -> int:
    """Return the seed as a Python integer if a game can be made of it.

    Raises:
        SettingsError: It is no integer from 0 to ``LARGEST``.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise SettingsError(f"seed {seed!r} is not an integer")
    if not 0 <= seed <= LARGEST:
        raise SettingsError(f"seed {seed} is not between 0 and {LARGEST}")
    return int(seed)


def seeds_of_lanes(seed: int | Sequence[int | None] | None, lanes: int) -> list[int | None]:
    """Return the seed of each lane; an integer is the first lane's, the others count on.

    Raises:
        SettingsError: They are not one seed, or ``None``, for each lane.
    """
    if seed is None:
        return [None] * lanes
    if not isinstance(seed, Sequence | np.ndarray):
        first = checked_seed(seed)
        return [checked_seed(first + lane) for lane in range(lanes)]
    if len(seed) != lanes:
        raise SettingsError(f"{len(seed)} seeds are given for {lanes} lanes")
    return [None if one is None else checked_seed(one) for one in seed]


def word(seed: int) -> int:
    """Return a seed in the one type for which the engine is compiled."""
    return cast("int", np.uint64(seed))
