"""The resource cube: what is exposed, what is seen, what happens when a block leaves.

Blocks never fall and only tops can be taken, so a column is a height::

    column = 4 * row + column of the base       level 3 = the rules' layer 1
"""

from __future__ import annotations

from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step, push
from tablemates.envs.portal_dash.rules.ending import lose
from tablemates.envs.portal_dash.rules.events import emit
from tablemates.envs.portal_dash.rules.piglins import task_done
from tablemates.envs.portal_dash.rules.state import Box, Public, Work
from tablemates.envs.portal_dash.rules.vocabulary import BlocksFace, Cause, Chance, Event

UNSEEN = -1
GONE = -2


@helper
def side_column(column: int, side: int) -> int:
    """Return the neighbouring column north, east, south or west, or -1 outside the cube."""
    row = column >> 2
    col = column & 3
    if side == 0:
        return column - 4 if row > 0 else -1
    if side == 1:
        return column + 1 if col < 3 else -1
    if side == 2:
        return column + 4 if row < 3 else -1
    return column - 1 if col > 0 else -1


@helper
def is_exposed(p: Public, column: int) -> bool:
    """Return whether the top block of a column may be taken (BLOCK-02, MINE-01)."""
    height = p.height[column]
    if height == 0:
        return False
    missing = 0
    for side in range(4):
        other = side_column(column, side)
        if other == -1 or p.height[other] < height:
            missing += 1
    return missing >= 2  # BLOCK-02


@helper
def is_seen(p: Public, column: int, level: int) -> bool:
    """Return whether a block that is still there shows its top or a side."""
    if level == p.height[column] - 1:
        return True
    for side in range(4):
        other = side_column(column, side)
        if other == -1 or p.height[other] <= level:
            return True
    return False


@helper
def top_height(p: Public) -> int:
    """Return the height of the topmost layer that still has blocks."""
    height = 0
    for column in range(L.CUBE_COLUMNS):
        height = max(height, int(p.height[column]))
    return height


@helper
def removal_height(p: Public, face: int) -> int:
    """Return the height of the blocks that a face of the blocks die removes, 0 for none."""
    if face == BlocksFace.ANY:  # BLOCK-05
        return top_height(p)
    height = 0
    for column in range(L.CUBE_COLUMNS):
        h = int(p.height[column])
        if h > height and p.cube[column, h - 1] == face and is_exposed(p, column):
            height = h  # BLOCK-03
    return height


@helper
def is_removable(p: Public, column: int, face: int, height: int) -> bool:
    """Return whether a column's top is among the blocks that a face may remove."""
    if p.height[column] != height:  # BLOCK-03
        return False
    if not is_exposed(p, column):  # BLOCK-05
        return False
    return face == BlocksFace.ANY or p.cube[column, height - 1] == face


@helper
def remove_block(p: Public, box: Box, w: Work, column: int, reason: int) -> int:
    """Take the top block of a column out of the cube and return its colour.

    Blocks that now show a face are uncovered; a layer that this empties may
    end the game.
    """
    level = int(p.height[column]) - 1
    colour = int(p.cube[column, level])
    p.cube[column, level] = GONE
    p.height[column] = level
    emit(
        w, Event.BLOCK_REMOVED, int(p.active_player), column, L.CUBE_LAYERS - level, colour, reason
    )
    for side in range(3, -1, -1):
        other = side_column(column, side)
        if other != -1 and p.height[other] > level and p.cube[other, level] == UNSEEN:
            push(p, Step.CHANCE, Chance.BLOCK_UNCOVERED.value, other, level)
    if level > 0 and p.cube[column, level - 1] == UNSEEN:
        push(p, Step.CHANCE, Chance.BLOCK_UNCOVERED.value, column, level - 1)
    if top_height(p) == level:
        _layer_emptied(p, box, w, level)
    return colour


@helper
def _layer_emptied(p: Public, box: Box, w: Work, level: int) -> None:
    """End the game if the task that had to be done before this layer is not (PIG-03)."""
    if level == 0:
        lose(p, w, Cause.CUBE_EMPTY.value, -1, -1)  # END-04
        return
    task = L.CUBE_LAYERS - 1 - level
    if not task_done(p, box, task):
        lose(p, w, Cause.TASK_A_LATE.value + task, -1, -1)  # PIG-03 END-03


@helper
def uncover(p: Public, w: Work, column: int, level: int, colour: int) -> None:
    """Note the colour of a block that now shows a face."""
    p.cube[column, level] = colour
    p.unseen[colour] -= 1
    emit(w, Event.BLOCK_UNCOVERED, column, L.CUBE_LAYERS - level, colour, 0, 0)
