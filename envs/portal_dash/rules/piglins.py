"""The piglin board: three tasks, their columns, their deadlines."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.state import Box, Public, Work
from tablemates.envs.portal_dash.vocabulary import Event


def side_of(p: Public) -> int:
    """Return which side of the piglin board is up: 0 for 1-2 players, 1 for 3-4."""
    return 0 if p.players <= 2 else 1  # SETUP-04


def can_place(p: Public, box: Box, place: int, colour: int) -> bool:
    """Return whether a block of a colour may go to a column of the piglin board."""
    if p.place_count[place] >= box.piglin[side_of(p), place]:  # PIG-02
        return False
    return p.place_colour[place] == -1 or p.place_colour[place] == colour  # PIG-01


def task_done(p: Public, box: Box, task: int) -> bool:
    """Return whether every column of a task is full."""
    for place in range(V.TASK_COLUMNS * task, V.TASK_COLUMNS * (task + 1)):
        if p.place_count[place] < box.piglin[side_of(p), place]:
            return False
    return True


def all_tasks_done(p: Public, box: Box) -> bool:
    """Return whether tasks A, B and C are complete."""
    return task_done(p, box, 0) and task_done(p, box, 1) and task_done(p, box, 2)


def place_block(p: Public, box: Box, w: Work, colour: int, place: int) -> None:
    """Put a block from the hand on the piglin board, where it stays."""
    p.hand[colour] -= 1
    p.place_colour[place] = colour  # PIG-01
    p.place_count[place] += 1
    emit(w, Event.BLOCK_PLACED, p.active_player, colour, place)
    task = place // V.TASK_COLUMNS
    if task_done(p, box, task):
        emit(w, Event.TASK_DONE, p.active_player, task)


compile_functions(globals())
