"""Drawing what is hidden anew, from its exact posterior given all that has been seen (HID-03)."""

from __future__ import annotations

import numpy as np

from tablemates.envs.core.compiled import helper
from tablemates.envs.orcs_must_die.state import Box, State


@helper
def draw_hidden(s: State, _box: Box, seed: int) -> None:
    """Write a hidden part that agrees with the public one.

    All orders of a deck are equally likely, given what is left in it, and so are dice. Cards are
    drawn from what is left when they are turned up, so that a new seed is a new order of each deck.
    """
    s.hidden.counts[:] = 0
    s.hidden.seed = np.uint64(0)  # type: ignore[assignment]
    if s.public.explicit_chance == 0:
        s.hidden.seed = seed  # HID-03
