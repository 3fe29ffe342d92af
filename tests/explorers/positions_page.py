"""The page about positions of this game, for ``tests/test_positions_pages.py``."""

from tablemates.envs.explorers.positions import Position

#: The models that its tables are of, by heading.
TABLES = {"Keys": Position}
#: Settings that its examples need.
SETTINGS = {}
