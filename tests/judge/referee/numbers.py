"""The numbers of actions, as docs/actions.md has them, and what data is numbered by."""

from __future__ import annotations

DONE, YES = 1, 2
STEP, COLUMN, SLOT, MODE, PLAYER, TILE, SUPPLY, COLOUR = 3, 7, 23, 29, 31, 35, 37, 45
ABILITY, PLACE, COUNT, SPACE = 50, 51, 60, 73
SPACE_COLUMNS = 24

COLOURS = ("red", "gray", "gold", "brown", "black")
TASKS = ("A", "B", "C")
TASK_COLUMNS = 3
MODES = ("boots", "armour")
PLAYERS = ("pink", "blue", "yellow", "green")
#: North, east, south, west.
DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))

Space = tuple[int, int]


def space_action(space: Space) -> int:
    """Return the action that names a space."""
    return SPACE + space[0] * SPACE_COLUMNS + space[1]


def space_of(action: int) -> Space:
    """Return the space that an action names."""
    return divmod(action - SPACE, SPACE_COLUMNS)


def side_by_side(space: Space) -> list[Space]:
    """Return the four spaces beside one: north, east, south, west."""
    return [(space[0] + r, space[1] + c) for r, c in DIRECTIONS]


def distance(one: Space, other: Space) -> int:
    """Return rows plus columns between two spaces (MOB-09)."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
