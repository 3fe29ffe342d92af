"""The page about positions of this game, for ``tests/test_positions_pages.py``."""

from tablemates.envs.builders_biomes.positions import Position, SeatPosition

#: The models that its tables are of, by heading.
TABLES = {"Keys": Position, "Seats": SeatPosition}
#: Settings that its examples need.
SETTINGS = {}
