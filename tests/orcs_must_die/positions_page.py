"""The page about positions of this game, for ``tests/test_positions_pages.py``."""

from tablemates.envs.orcs_must_die.position_keys import Position, SeatKeys

#: The models that its tables are of, by heading.
TABLES = {"Keys": Position, "Seats": SeatKeys}
#: Settings that its examples need.
SETTINGS = {}
