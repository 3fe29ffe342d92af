"""The numbers of the actions: one id, one meaning, for every level and player count.

Groups lie one after the other in ascending order; only the last one, the board
spaces, depends on the capacity of the board (``Box.capacity_rows`` and
``capacity_columns``): space ``(row, column)`` is
``SPACE + row * capacity_columns + column``.
"""

from __future__ import annotations

from typing import Final

from tablemates.envs.portal_dash.rules import limits as L

WAIT: Final = 0  # for seats that do not decide; never legal for the decider
DONE: Final = 1  # stop, no, decline
YES: Final = 2
STEP: Final = 3  # + Direction: north, east, south, west
COLUMN: Final = STEP + 4  # + column of the cube, 4 * row + column
SLOT: Final = COLUMN + L.CUBE_COLUMNS  # + slot of the decider's inventory
MODE: Final = SLOT + L.SLOTS  # + 0 boots, 1 armour
PLAYER: Final = MODE + 2  # + seat relative to the decider, 0: the decider, 1: next clockwise
TILE: Final = PLAYER + L.PLAYERS  # + 0 or 1, of the two tiles drawn
SUPPLY: Final = TILE + 2  # + place in the Netherite supply
COLOUR: Final = SUPPLY + L.NETHERITE  # + colour of a block in hand
ABILITY: Final = COLOUR + L.COLOURS  # use the block's ability
PLACE: Final = ABILITY + 1  # + 3 * task + column of the piglin board
COUNT: Final = PLACE + L.PLACES  # + number of dice, 0 to DICE
SPACE: Final = COUNT + L.DICE + 1  # + row * capacity_columns + column

#: Row and column change of each step action, north first, clockwise.
ROW_STEP: Final = (-1, 0, 1, 0)
COLUMN_STEP: Final = (0, 1, 0, -1)
