"""The flow of a game: who decides, what is legal, and running on to the next choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import helper
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.engine.events import allow
from tablemates.envs.core.records.layout import Array16


def one_of(functions: Mapping[int, Callable[..., Any]]) -> Callable[..., Any]:
    """Return a compiled function that calls one of several, chosen by its first argument.

    Args:
        functions: Compiled functions by number, which take the same arguments and return the
            same type; the last one covers all other numbers.
    """
    *numbers, last = functions
    names = {f"do_{int(number)}": function for number, function in functions.items()}
    branches = [
        f"    if number == {int(number)}:\n        return do_{int(number)}(*arguments)\n"
        for number in numbers
    ]
    # Written out, because machine code of nested functions takes far longer to make.
    body = "".join(branches) + f"    return do_{int(last)}(*arguments)\n"
    exec(f"def chosen(number, *arguments):\n{body}", names)
    return helper(names["chosen"])


class Flow(NamedTuple):
    """Functions of ``Rules`` that follow from smaller ones of a game."""

    to_move: Callable[..., int]
    advance: Callable[..., None]
    list_legal: Callable[..., None]
    take: Callable[..., None]
    list_outcomes: Callable[..., int]


def _one_end(end: int) -> Callable[..., int]:
    @helper
    def end_of(_p: Any) -> int:
        return end

    return end_of


def _end_by_chance(ends: Sequence[int]) -> Callable[..., int]:
    @helper
    def end_of(p: Any) -> int:
        return int(ends[p.chance])

    return end_of


def flow_of(
    *,
    over: int,
    chance: int,
    go_on: Callable[..., None],
    list_options: Callable[..., None],
    choose: Callable[..., None],
    receive: Callable[..., None],
    hidden_outcome: Callable[..., int],
    weight_of: Callable[..., int],
    ends: Sequence[int],
) -> Flow:
    """Return the hooks of a game whose active seat decides.

    Args:
        over: ``decision`` of the public record where the game is over.
        chance: The same where chance decides.
        go_on: ``(s, box, w)``: runs to the next decision or the end of the game.
        list_options: ``(s, box, w)``: lists the options of the active seat, ascending.
        choose: ``(s, box, w, action)``: does what the active seat has chosen.
        receive: ``(s, box, w, value)``: takes an outcome of chance.
        hidden_outcome: The game's hook.
        weight_of: ``(s, box, value)``: how likely an outcome is, a whole number in proportion.
        ends: One past the greatest outcome, by ``chance`` of the public record; one number where it
            has no such field.
    """
    if len(ends) == 1:
        end_of = _one_end(int(ends[0]))
    else:
        end_of = _end_by_chance(ends)

    @helper
    def to_move(s: Any) -> int:
        decision = s.public.decision
        if decision == over:
            return OVER
        return CHANCE if decision == chance else int(s.public.active)

    @helper
    def list_legal(s: Any, box: Any, w: Any) -> None:
        p = s.public
        w.legal_count = 0
        if p.decision == chance:
            for value in range(end_of(p)):
                if weight_of(s, box, value) > 0:
                    allow(w, value)
        elif p.decision != over:
            list_options(s, box, w)

    @helper
    def advance(s: Any, box: Any, w: Any) -> None:
        p = s.public
        go_on(s, box, w)
        while p.decision != over:
            by_chance = p.decision == chance
            if by_chance and p.explicit_chance == 0:
                receive(s, box, w, hidden_outcome(s, box))
            else:
                list_legal(s, box, w)
                forced = p.explicit_chance == 1 if by_chance else p.skip_forced == 1
                if w.legal_count != 1 or not forced:
                    return
                if by_chance:
                    receive(s, box, w, int(w.legal[0]))
                else:
                    choose(s, box, w, int(w.legal[0]))
            go_on(s, box, w)
        w.legal_count = 0

    @helper
    def take(s: Any, box: Any, w: Any, action: int) -> None:
        if s.public.decision == chance:
            receive(s, box, w, action)
        else:
            choose(s, box, w, action)
        advance(s, box, w)

    @helper
    def list_outcomes(s: Any, box: Any, values: Array16, chances: npt.NDArray[np.float64]) -> int:
        count = 0
        total = 0.0
        for value in range(end_of(s.public)):
            weight = weight_of(s, box, value)
            if weight > 0:
                values[count] = value
                chances[count] = weight
                total += weight
                count += 1
        for n in range(count):
            chances[n] /= total
        return count

    return Flow(to_move, advance, list_legal, take, list_outcomes)
