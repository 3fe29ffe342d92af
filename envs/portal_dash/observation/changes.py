"""Parts of an observation to be written anew: those of which a field has changed.

Each is made of fields side by side in the record; a copy of them tells whether it still holds.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from tablemates.envs.core.compiler.decorators import helper, inlined
from tablemates.envs.core.records.layout import Words, dtype_of
from tablemates.envs.portal_dash.rules.geometry import ZERO
from tablemates.envs.portal_dash.state import STATE

#: Parts, as bits: spaces and sites of the board; inventories; cube; piglin board; stack,
#: discards and supply; mobs, players and the line; what stays the same all game long.
GROUND: Final = 1
ITEMS: Final = 2
CUBE: Final = 4
TASKS: Final = 8
PILES: Final = 16
PIECES: Final = 32
FIXED: Final = 64
EVERYTHING: Final = 127
#: Those that look different from another seat.
RELATIVE: Final = ITEMS | PIECES

_PUBLIC: Final = STATE["public"]


class Shown:
    """The public part as words; what is behind them is never compared."""

    words: Annotated[Words, np.uint64, _PUBLIC.itemsize // 8]


SHOWN: Final = dtype_of(Shown)


def _words(first: str, last: str) -> tuple[int, int]:
    """Return the words that cover neighbouring fields: the first one, and one past the last."""
    assert _PUBLIC.fields is not None
    start = _PUBLIC.fields[first][1]
    end = _PUBLIC.fields[last][1] + _PUBLIC.fields[last][0].itemsize
    return start // 8, -(-end // 8)


# What is printed on a space comes with the space.
_OPEN: Final = _words("open_words", "open_words")
_BROWN: Final = _words("brown", "brown")
_CHESTS: Final = _words("chest_space", "chest_space")
_ITEMS: Final = _words("item_kind", "item_enchantments")
_CUBE: Final = _words("height", "hand")
_TASKS: Final = _words("place_colour", "place_count")
_PILES: Final = _words("stack_count", "history_length")
_PLACED: Final = _words("pending_mobs", "player_space")
_LINE: Final = _words("line", "boss_life")


@inlined
def _differ(now: Words, shown: Words, start: int, end: int) -> bool:
    """Return whether words differ."""
    difference = ZERO
    for i in range(start, end):
        word = np.uint64(i)  # an unsigned index spares the test for a negative one
        difference |= now[word] ^ shown[word]
    return bool(difference != ZERO)


@inlined
def _note(now: Words, shown: Words, start: int, end: int) -> None:
    """Note how words are now."""
    for i in range(start, end):
        word = np.uint64(i)
        shown[word] = now[word]


@helper
def changed_parts(now: Words, shown: Words) -> int:
    """Return the parts that are not as they were shown last, and note how they are now."""
    ground = _differ(now, shown, *_OPEN)
    ground |= _differ(now, shown, *_BROWN)
    ground |= _differ(now, shown, *_CHESTS)
    items = _differ(now, shown, *_ITEMS)
    cube = _differ(now, shown, *_CUBE)
    tasks = _differ(now, shown, *_TASKS)
    piles = _differ(now, shown, *_PILES)
    pieces = _differ(now, shown, *_PLACED)
    pieces |= _differ(now, shown, *_LINE)
    # Only now: a word at the edge may belong to two parts.
    if ground:
        _note(now, shown, *_OPEN)
        _note(now, shown, *_BROWN)
        _note(now, shown, *_CHESTS)
    if items:
        _note(now, shown, *_ITEMS)
    if cube:
        _note(now, shown, *_CUBE)
    if tasks:
        _note(now, shown, *_TASKS)
    if piles:
        _note(now, shown, *_PILES)
    if pieces:
        _note(now, shown, *_PLACED)
        _note(now, shown, *_LINE)
    return (
        ground * GROUND
        + items * ITEMS
        + cube * CUBE
        + tasks * TASKS
        + piles * PILES
        + pieces * PIECES
    )
