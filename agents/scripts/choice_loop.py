"""A game's script in a compiled loop over decisions."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.by_address import by_address
from tablemates.envs.core.compiler.decorators import compiled
from tablemates.envs.core.engine.calls import box_of, state_at, work_of
from tablemates.envs.core.records.elements import copy_values
from tablemates.envs.core.records.layout import Array8, Array16, Bytes, Rows

_Floats = npt.NDArray[np.float64]

#: The function of a script in its table.
PLACES: Final = ("choose",)


@by_address(PLACES)
def choose(
    script: Any, s: Any, box: Any, w: Any, mask: Array8, numbers: Any, notes: _Floats
) -> int:
    """Return the choice of a script, see ``ScriptAgent``."""
    return int(script.choose(s, box, w, mask, numbers, notes))


@compiled
def choose_all(
    rules: Any,
    script: Any,
    publics: Rows[Bytes],
    masks: Rows[Array8],
    box: Bytes,
    work: Bytes,
    game: Rows[Bytes],
    numbers: int,
    actions: Array16,
    notes: Rows[_Floats],
) -> None:
    """Choose actions for decisions of many games; ``actions`` and ``notes`` are written.

    There is a row of ``publics``, ``masks`` and ``notes`` for each game; ``work`` and ``game``, a
    record whose hidden part stays empty, shape ``(1, bytes)``, are scratch space. ``script`` is a
    table with the address of its function, interpreted an object that has it.
    """
    b = box_of(rules, box)
    w = work_of(rules, work)
    s = state_at(rules, game, 0)
    for n in range(len(publics)):
        copy_values(game[0], publics[n])
        actions[n] = choose(script, s, b, w, masks[n], numbers, notes[n])
