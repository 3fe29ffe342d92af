"""What callers of the vector view may ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.lockstep import Booleans
from tablemates.envs.core.seeds import checked_seed


def checked_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """Return one of Gymnasium's modes by its name.

    Raises:
        SettingsError: There is none of that name.
    """
    try:
        return AutoresetMode(mode)
    except ValueError as error:
        known = ", ".join(repr(one.value) for one in AutoresetMode)
        raise SettingsError(f"autoreset_mode={mode!r} is not one of {known}") from error


def checked_seeds(seed: int | Sequence[int | None] | None, lanes: int) -> list[int | None]:
    """Return the seed of each lane; an integer is the first lane's, the others count on.

    Raises:
        SettingsError: There are not as many as lanes, or one is no seed.
    """
    if seed is None:
        return [None] * lanes
    if not isinstance(seed, Sequence | np.ndarray):
        first = checked_seed(seed)
        return [checked_seed(first + lane) for lane in range(lanes)]
    if len(seed) != lanes:
        raise SettingsError(f"{len(seed)} seeds are given for {lanes} lanes")
    return [None if one is None else checked_seed(one) for one in seed]


def checked_reset_mask(options: Mapping[str, Any] | None, lanes: int) -> Booleans:
    """Return which lanes begin anew, all where nothing is said of them.

    Raises:
        SettingsError: ``reset_mask`` is no choice of lanes.
    """
    mask = (options or {}).get("reset_mask")
    if mask is None:
        return np.ones(lanes, np.bool_)
    mask = np.asarray(mask)
    if mask.shape != (lanes,) or mask.dtype != np.bool_ or not mask.any():
        raise SettingsError(
            f"reset_mask is {mask.dtype} of shape {mask.shape} with {np.sum(mask)} lanes to "
            f"begin anew, not a boolean for each of {lanes} lanes, one of them true"
        )
    return mask
