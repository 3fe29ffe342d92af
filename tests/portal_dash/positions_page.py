"""The page about positions of this game, for ``tests/test_positions_pages.py``."""

from tablemates.envs.portal_dash.positions_keys import Position

#: The models that its tables are of, by heading.
TABLES = {"Keys": Position}
#: Settings that its examples need.
SETTINGS = {"board_shape": (8, 64)}
