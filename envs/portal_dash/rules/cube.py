"""The resource cube: which blocks the die removes, what happens when a block leaves.

What is exposed (BLOCK-02, MINE-01) and what is seen is the same in every game with a cube, see
``tablemates.envs.core.engine.cube``.
"""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.cube import (
    GONE,
    UNSEEN,
    is_exposed,
    is_seen,
    side_column,
    take_top,
    top_height,
)
from tablemates.envs.core.engine.events import emit
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.agenda import Step, push
from tablemates.envs.portal_dash.rules.ending import lose
from tablemates.envs.portal_dash.rules.piglins import task_done
from tablemates.envs.portal_dash.state import Box, Public, Work
from tablemates.envs.portal_dash.vocabulary import BlocksFace, Cause, Chance, Event

__all__ = [
    "GONE",
    "UNSEEN",
    "is_exposed",
    "is_removable",
    "is_seen",
    "removal_height",
    "remove_block",
    "side_column",
    "top_height",
    "uncover",
]


def removal_height(p: Public, face: int) -> int:
    """Return the height of the blocks that a face of the blocks die removes, 0 for none."""
    if face == BlocksFace.ANY:  # BLOCK-05
        return top_height(p)
    height = 0
    for column in range(V.CUBE_COLUMNS):
        h = int(p.height[column])
        if h > height and p.cube[column, h - 1] == face and is_exposed(p, column):  # BLOCK-02
            height = h  # BLOCK-03
    return height


def is_removable(p: Public, column: int, face: int, height: int) -> bool:
    """Return whether a column's top is among the blocks that a face may remove."""
    if p.height[column] != height:  # BLOCK-03
        return False
    if not is_exposed(p, column):  # BLOCK-05
        return False
    return face == BlocksFace.ANY or p.cube[column, height - 1] == face


def remove_block(p: Public, box: Box, w: Work, column: int, reason: int) -> int:
    """Take the top block of a column out of the cube and return its colour.

    Blocks that now show a face are uncovered; a layer that this empties may
    end the game.
    """
    level = int(p.height[column]) - 1
    colour = take_top(p, column)
    emit(w, Event.BLOCK_REMOVED, p.active_player, column, V.CUBE_LAYERS - level, colour, reason)
    for side in range(3, -1, -1):
        other = side_column(column, side)
        if other != -1 and p.height[other] > level and p.cube[other, level] == UNSEEN:
            push(p, Step.CHANCE, Chance.BLOCK_UNCOVERED.value, other, level)
    if level > 0 and p.cube[column, level - 1] == UNSEEN:
        push(p, Step.CHANCE, Chance.BLOCK_UNCOVERED.value, column, level - 1)
    if top_height(p) == level:
        _layer_emptied(p, box, w, level)
    return colour


def _layer_emptied(p: Public, box: Box, w: Work, level: int) -> None:
    """End the game if the task that had to be done before this layer is not (PIG-03)."""
    if level == 0:
        lose(p, w, Cause.CUBE_EMPTY.value, -1, -1)  # END-04
        return
    task = V.CUBE_LAYERS - 1 - level
    if not task_done(p, box, task):
        lose(p, w, Cause.TASK_A_LATE.value + task, -1, -1)  # PIG-03 END-03


def uncover(p: Public, w: Work, column: int, level: int, colour: int) -> None:
    """Note the colour of a block that now shows a face."""
    p.cube[column, level] = colour
    p.unseen[colour] -= 1
    emit(w, Event.BLOCK_UNCOVERED, column, V.CUBE_LAYERS - level, colour)


compile_functions(globals())
