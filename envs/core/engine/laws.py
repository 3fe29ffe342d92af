"""Laws of every state, however it came about, as far as games have them in common.

A game's own laws are in its ``laws`` module. Play keeps to them, and no position is loaded that
breaks one; so none has to be looked at again while a game goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

#: What is wrong with a state: the key of a position, and the reason.
Faults: TypeAlias = Iterator[tuple[str, str]]


def surplus(
    place: str,
    there: npt.NDArray[Any],
    most: npt.NDArray[Any],
    names: Sequence[str],
    says: str = "are more than the box has",
) -> Faults:
    """Yield the kinds of which more is there than can be."""
    for n in np.flatnonzero(there > most).tolist():
        yield place, f"{there[n]} {names[n]} {says} ({most[n]})"


def beyond(p: Any, fields: Sequence[str]) -> Faults:
    """Yield the fields by seat in which a seat has something that nobody takes."""
    for name in fields:
        if np.any(getattr(p, name)[p.players :]):
            yield name, f"nobody takes a seat after the first {p.players}"
