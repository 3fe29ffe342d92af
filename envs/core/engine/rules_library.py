"""The rules of a game compiled once: what engine and agents call, in one piece of machine code.

``load_engine`` in ``contract`` executes this file once a game, with the game's hooks among its
globals. Programs, which ``load_program`` loads later, have the functions in ``RULES`` in their
places and need not compile the rules again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import helper, separately_compiled
from tablemates.envs.core.records.layout import Array8, Array16

if TYPE_CHECKING:
    from tablemates.envs.core.engine.contract import (
        BOX,
        CACHE,
        SCENARIO,
        SHOWN,
        STATE,
        WORK,
        advance,
        draw_hidden,
        list_legal,
        list_outcomes,
        run_part,
        set_up,
        show,
        take,
    )

_TAKE: Final = 0
_LIST: Final = 1
_ADVANCE: Final = 2


@separately_compiled(CACHE, STATE, BOX, WORK, int, int)
def _go_on(s: Any, box: Any, w: Any, how: int, action: int) -> None:
    if how == _TAKE:
        take(s, box, w, action)
    elif how == _LIST:
        list_legal(s, box, w)
    elif how == _ADVANCE:
        advance(s, box, w)
    else:
        run_part(s, box, w, how, action)


@separately_compiled(CACHE, STATE, BOX, SCENARIO, WORK, np.uint64, int, int, int, int)
def _set_up(
    s: Any,
    box: Any,
    scenario: Any,
    w: Any,
    seed: int,
    players: int,
    first_player: int,
    explicit_chance: int,
    skip_forced: int,
) -> None:
    set_up(s, box, scenario, w, seed, players, first_player, explicit_chance, skip_forced)


@separately_compiled(CACHE, STATE, BOX, np.uint64)
def _draw_hidden(s: Any, box: Any, seed: int) -> None:
    draw_hidden(s, box, seed)


@separately_compiled(CACHE, STATE, BOX, int, int, SHOWN, SHOWN, np.zeros(0, np.int8))
def _show(
    s: Any, box: Any, seat: int, seen_by: int, now: Any, shown: Any, observation: Array8
) -> None:
    show(s, box, seat, seen_by, now, shown, observation)


@separately_compiled(CACHE, STATE, BOX, np.zeros(0, np.int16), np.zeros(0), returns=int)
def _list_outcomes(s: Any, box: Any, values: Array16, chances: npt.NDArray[np.float64]) -> int:
    return int(list_outcomes(s, box, values, chances))


@helper
def _take(s: Any, box: Any, w: Any, action: int) -> None:
    _go_on(s, box, w, _TAKE, action)


@helper
def _list_legal(s: Any, box: Any, w: Any) -> None:
    _go_on(s, box, w, _LIST, 0)


@helper
def _advance(s: Any, box: Any, w: Any) -> None:
    _go_on(s, box, w, _ADVANCE, 0)


RULES: Final[dict[str, Callable[..., Any]]] = {
    "take": _take,
    "list_legal": _list_legal,
    "advance": _advance,
    "run_part": _go_on,
    "list_outcomes": _list_outcomes,
    "draw_hidden": _draw_hidden,
    "set_up": _set_up,
    "show": _show,
}
