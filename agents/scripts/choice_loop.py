"""A game's script in a compiled loop over decisions; ``scripts`` executes this file once a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import compiled
from tablemates.envs.core.records.borrowed import record_of
from tablemates.envs.core.records.elements import copy_values
from tablemates.envs.core.records.layout import Array8, Array16, Bytes

if TYPE_CHECKING:
    from tablemates.envs.core.engine.contract import BOX, STATE, WORK

    choose: Any = None  # the script


@compiled
def choose_all(
    publics: Bytes,
    masks: Array8,
    box: Bytes,
    work: Bytes,
    game: Bytes,
    weights: Any,
    actions: Array16,
    notes: npt.NDArray[np.float64],
) -> None:
    """Choose actions for decisions of many games; ``actions`` and ``notes`` are written.

    There is a row of ``publics``, ``masks`` and ``notes`` for each game; ``work`` and ``game``, a
    record whose hidden part stays empty, are scratch space.
    """
    b = record_of(box, BOX)
    w = record_of(work, WORK)
    s = record_of(game, STATE)
    for n in range(len(publics)):
        copy_values(game, publics[n])
        actions[n] = choose(s, b, w, masks[n], weights, notes[n])
