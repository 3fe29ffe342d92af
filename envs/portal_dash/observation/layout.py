"""The layout of the observation: which number stands where, what it means, its range.

All blocks but the board's planes have the same place for every capacity of the board; the
planes come last.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from tablemates.envs.core.observation_forms import Block, Layout
from tablemates.envs.portal_dash.observation import features as F
from tablemates.envs.portal_dash.observation.blocks import BOARD, FIXED
from tablemates.envs.portal_dash.rules import limits as L

#: Changes whenever the same numbers come to mean something else.
VERSION: Final = 1


@cache
def make_layout(board_shape: tuple[int, int]) -> Layout:
    """Return the layout of the observation for one capacity of the board.

    Args:
        board_shape: Rows and columns of the capacity.

    Raises:
        ValueError: The capacity is larger than the compiled limits.
    """
    rows, columns = board_shape
    if not (1 <= rows <= L.ROWS and 1 <= columns <= L.COLUMNS):
        raise ValueError(
            f"board_shape {board_shape}: rows must be 1 to {L.ROWS}, columns 1 to {L.COLUMNS}"
        )
    bounds = {
        F.LAST_ROW: rows - 1,
        F.LAST_COLUMN: columns - 1,
        F.FARTHEST: rows + columns - 2,
    }
    blocks: list[Block] = []
    start = 0
    for plan in (*FIXED, BOARD):
        numbers = tuple(n._replace(high=bounds.get(n.high, n.high)) for n in plan.numbers)
        if plan is BOARD:
            shape: tuple[int, ...] = (len(numbers), rows, columns)
        else:
            shape = tuple(len(numbers) if count is None else count for count in plan.counts)
        axis = plan.counts.index(None)
        block = Block(plan.name, start, shape, plan.axes, axis, numbers, plan.meaning)
        blocks.append(block)
        start += block.size
    return Layout(VERSION, (rows, columns), tuple(blocks))
