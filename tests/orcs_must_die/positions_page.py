"""The page about positions of this game, for ``tests/test_positions_pages.py``."""

from tablemates.envs.orcs_must_die.positions import Position, _SeatKeys

#: The models that its tables are of, by heading.
TABLES = {"Keys": Position, "Seats": _SeatKeys}
#: Settings that its examples need.
SETTINGS = {}
